// SPDX-License-Identifier: Apache-2.0
// Which routers can copy packets (stepped_forks.cpp says why others cannot).
#pragma once

#include "hw_model/noc/router/router_params.h"
#include "hw_model/noc/routing/routing.h"

namespace rc::noc {

// kernel::InputError, one line, where copies of a packet could wait for each other: with wormhole, a
// relation of two phases, or one with escape VCs.
void check_forks(const RouterParams& router, const Routing& routing);

}  // namespace rc::noc
