// SPDX-License-Identifier: Apache-2.0
// The verdict of the part `library`, for its own test.
#pragma once

#include <string>

#include "tests/soak/case.h"
#include "tests/soak/child.h"
#include "tests/soak/library/misbehaviour.h"

namespace rc::soak {

// Empty if a command line of this verb ended as it should with a network that misbehaves so, or
// what is wrong. `good` is how it ends if nothing is wrong with the network.
std::string library_verdict(const Misbehaviour& how, const std::string& verb, const ChildEnd& end,
                            const ChildEnd& good);

}  // namespace rc::soak
