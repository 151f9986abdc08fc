// SPDX-License-Identifier: Apache-2.0
// What a router holds between two cycles, as waves and lockstep tests show it: the registers that
// the C++ model and the RTL both have. Behaviour never depends on it.
//
// The names are those of the RTL: rc_vc_queues in rc_input_unit, rc_output_unit and
// rc_credit_counters.
#pragma once

#include <array>
#include <cstdint>

#include "hw_model/noc/flit.h"

namespace rc::noc {

struct RouterState {
  struct Input {
    std::uint16_t filled = 0;                  // VCs that hold a flit, as bits
    std::uint16_t routed = 0;                  // VCs whose front packet owns an output VC, as bits
    std::array<std::uint8_t, kMaxVcs> held{};  // flits in the FIFO of each VC
    std::array<std::uint8_t, kMaxVcs> out_vc{};  // the output VC last granted to each VC
    bool operator==(const Input&) const = default;
  };
  struct Output {
    std::uint16_t owned = 0;                      // VCs downstream that a packet owns, as bits
    std::array<std::uint8_t, kMaxVcs> credits{};  // free slots of each VC downstream
    bool operator==(const Output&) const = default;
  };
  std::array<Input, kPorts> inputs;
  std::array<Output, kPorts> outputs;
  bool operator==(const RouterState&) const = default;
};

}  // namespace rc::noc
