// SPDX-License-Identifier: Apache-2.0
// Random traffic on two networks of the same parameters: every delivery, and all statistics of
// links and buffers.
#pragma once

#include "hw_model/noc/network/network.h"
#include "tests/lockstep/isa/random.h"
#include "tests/soak/case.h"

namespace rc::soak {

// `reference` is ticked in every cycle; `tested` too, or with `leave_out` only in those that it
// asks for, in which something is injected, or in which statistics are compared.
SoakResult compare_networks(const noc::NocParams& params, const noc::NetworkFactory& reference,
                            const noc::NetworkFactory& tested, bool leave_out,
                            lockstep::Random& random);

}  // namespace rc::soak
