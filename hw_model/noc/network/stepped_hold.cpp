// SPDX-License-Identifier: Apache-2.0
// Packets that keep the switch (RouterParams::hold_switch).
//
// A flit that crosses leaves its crossbar input and output to the next flit of its packet, if that
// waits behind it already. In the next cycle this one crosses without asking, and others ask for what
// is left. If it cannot cross then (no credit, a busy link), that cycle is lost to both ports and the
// packet asks again. Source: BookSim 2, commit 28f4329, src/routers/iq_router.cpp.
#include "hw_model/noc/network/stepped_network.h"

namespace rc::noc {

// Moves what is held, and returns the part of the crossbar that others cannot have in this cycle.
SteppedNetwork::Crossbar SteppedNetwork::use_held(RouterId id) {
  Crossbar used;
  const Router& router = routers_[id];
  const unsigned speed = params_.input_speedup;
  for (std::uint64_t ports = router.filled; ports != 0; ports &= ports - 1) {
    const auto port = static_cast<unsigned>(std::countr_zero(ports));
    for (unsigned number = port * speed; number < (port + 1) * speed; ++number) {
      Held& held = held_[router.input_base * speed + number];
      if (held.vc == Held::kNone) continue;
      used.inputs |= std::uint64_t{1} << number;
      used.outputs |= std::uint64_t{1} << held.output;
      const unsigned vc = held.vc;
      held.vc = Held::kNone;
      const Vc& state = vc_states_[(router.input_base + port) * vcs_ + vc];
      const std::uint32_t out = router.output_base + state.out_port;
      if (!has_credit(out, state.out_vc) || !link_ready(outputs_[out])) continue;
      move(id, port, vc);
      hold(id, number, vc, held.output);
    }
  }
  return used;
}

// The front flit of `vc` has crossed from crossbar input `number` to `output`.
void SteppedNetwork::hold(RouterId id, unsigned number, unsigned vc, unsigned output) {
  if (held_.empty()) return;
  const unsigned speed = params_.input_speedup;
  const std::uint32_t in = routers_[id].input_base + number / speed;
  if ((inputs_[in].filled & inputs_[in].routed & 1u << vc) == 0) return;  // no more of its packet
  held_[routers_[id].input_base * speed + number] = {static_cast<std::uint8_t>(vc),
                                                     static_cast<std::uint8_t>(output)};
}

}  // namespace rc::noc
