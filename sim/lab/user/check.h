// SPDX-License-Identifier: Apache-2.0
// The conformance test of a network: traffic of many kinds at its pins, every flit checked.
// docs/network.md says what each phase does.
//
// Errors: kernel::MachineError, one line with phase, end point, class and cycle, for the first rule
// that the network breaks.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "hw_model/noc/user/rc_network.h"
#include "sim/lab/user/sources.h"

namespace rc::sim::lab {

struct NetworkCheck {
  std::uint64_t cycles = 20'000;       // of each phase with random traffic
  std::uint64_t stuck_cycles = 5'000;  // without a move: a deadlock
  std::uint64_t seed = 1;
};

// Calls `tell` with one line after each phase.
void check_network(const rc_network_api& api, const NetworkShape& shape,
                   const NetworkCheck& options,
                   const std::function<void(const std::string&)>& tell);

}  // namespace rc::sim::lab
