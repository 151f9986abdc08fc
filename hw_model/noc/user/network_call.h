// SPDX-License-Identifier: Apache-2.0
// A call of a function of rc_network.h. No exception may leave such a function; one that does is an
// error of the network, whatever was thrown.
#pragma once

#include <string>

#include "hw_model/kernel/error.h"

namespace rc::noc {

// What `call` returns; kernel::MachineError naming `function` if it throws.
template <class Call>
auto network_call(const char* function, Call&& call) {
  try {
    return call();
  } catch (...) {
    throw kernel::MachineError(std::string("network: an exception left ") + function + "()");
  }
}

}  // namespace rc::noc
