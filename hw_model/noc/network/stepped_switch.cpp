// SPDX-License-Identifier: Apache-2.0
// The switch of a router with two stages: which flits that have a VC cross it.
#include <algorithm>

#include "hw_model/noc/network/stepped_network.h"
#include "hw_model/noc/router/round_robin.h"

namespace rc::noc {

// Input port `port`, which is `in` of all, asks for crossbar outputs for the front flit of its `vc`.
// Its asks, one for each of its crossbar inputs, are those in asks_ from `first` on.
void SteppedNetwork::ask_for_switch(std::size_t first, unsigned port, std::uint32_t in, unsigned vc,
                                    std::uint64_t wants) {
  const unsigned speed = params_.input_speedup;
  const unsigned number = port * speed + vc % speed;
  eligible_[port] |= static_cast<VcMask>(1u << vc);
  std::size_t ask = first;
  while (ask < asks_.size() && asks_[ask].number != number) ++ask;
  if (ask == asks_.size()) {
    asks_.push_back(
        {in * speed + vc % speed, static_cast<std::uint16_t>(number), 0, ~std::uint64_t{0}});
    if (ranks_matter_)
      std::fill_n(&ranks_[std::size_t{number} * Matching::kMaxResources], Matching::kMaxResources,
                  ~std::uint64_t{0});
  }
  asks_[ask].wants |= wants;
  if (!ranks_matter_) return;
  const std::uint64_t rank = front_parcel(in, vc).rank;
  asks_[ask].rank = std::min(asks_[ask].rank, rank);
  for (; wants != 0; wants &= wants - 1) {
    std::uint64_t& its = ranks_[std::size_t{number} * Matching::kMaxResources +
                                static_cast<unsigned>(std::countr_zero(wants))];
    its = std::min(its, rank);
  }
}

bool SteppedNetwork::allocate_switch(RouterId id, bool& early) {
  const Router& router = routers_[id];
  const unsigned in_speed = params_.input_speedup, out_speed = params_.output_speedup;
  const Crossbar used = held_.empty() ? Crossbar() : use_held(id);
  asks_.clear();
  for (std::uint64_t ports = router.filled; ports != 0; ports &= ports - 1) {
    const auto port = static_cast<unsigned>(std::countr_zero(ports));
    const std::uint32_t in = router.input_base + port;
    eligible_[port] = 0;
    const std::size_t first = asks_.size();
    for (unsigned left = inputs_[in].filled & inputs_[in].routed; left != 0; left &= left - 1) {
      const auto vc = static_cast<unsigned>(std::countr_zero(left));
      const Vc& state = vc_states_[in * vcs_ + vc];
      const std::uint32_t out = router.output_base + state.out_port;
      if (!has_credit(out, state.out_vc)) continue;
      if (before_ready(state) || !link_ready(outputs_[out])) {
        early = true;
        continue;
      }
      const std::uint64_t wants = crossbar_outputs(state.out_port) & ~used.outputs;
      if (wants == 0 || (used.inputs >> (port * in_speed + vc % in_speed) & 1) != 0) continue;
      ask_for_switch(first, port, in, vc, wants);
    }
  }
  const bool asked = !asks_.empty(), any = asked || used.inputs != 0;
  if (asked) switch_matching_(id, asks_, 0, ranks_.data());
  for (const Ask& ask : asks_) {
    if (ask.granted < 0) continue;
    const unsigned port = ask.number / in_speed;
    const unsigned vc = ready_vc(id, port, ask.number % in_speed,
                                 static_cast<unsigned>(ask.granted) / out_speed, eligible_[port]);
    const Vc& state = vc_states_[(router.input_base + port) * vcs_ + vc];
    if (has_credit(router.output_base + state.out_port, state.out_vc)) {
      move(id, port, vc);
      hold(id, ask.number, vc, static_cast<unsigned>(ask.granted));
    } else {
      ++wasted_;  // another one has just taken the last shared slot
    }
  }
  return params_.speculative ? speculate(id, used) || any : any;
}

// The VC of this input that goes to `out_port`, where several could.
unsigned SteppedNetwork::ready_vc(RouterId id, unsigned port, unsigned crossbar, unsigned out_port,
                                  VcMask vcs) {
  const std::uint32_t in = routers_[id].input_base + port;
  unsigned candidates = 0;
  for (unsigned left = vcs; left != 0; left &= left - 1) {
    const auto vc = static_cast<unsigned>(std::countr_zero(left));
    if (vc % params_.input_speedup == crossbar && vc_states_[in * vcs_ + vc].out_port == out_port) {
      candidates |= 1u << vc;
    }
  }
  const unsigned chosen =
      round_robin(ranks_matter_ ? most_urgent(in, candidates) : candidates, next_ready_vc_[in]);
  next_ready_vc_[in] = static_cast<std::uint8_t>(chosen + 1 == vcs_ ? 0 : chosen + 1);
  return chosen;
}

// Heads that asked for a VC in this cycle ask for what the others left of the switch. A grant to
// one that got no VC is wasted.
bool SteppedNetwork::speculate(RouterId id, Crossbar used) {
  const Router& router = routers_[id];
  const unsigned in_speed = params_.input_speedup, out_speed = params_.output_speedup;
  std::uint64_t taken = used.outputs, busy = used.inputs;
  for (const Ask& ask : asks_) {
    if (ask.granted < 0) continue;
    taken |= std::uint64_t{1} << ask.granted;
    busy |= std::uint64_t{1} << ask.number;
  }
  asks_.clear();
  for (std::uint64_t ports = router.filled; ports != 0; ports &= ports - 1) {
    const auto port = static_cast<unsigned>(std::countr_zero(ports));
    const std::uint32_t in = router.input_base + port;
    eligible_[port] = 0;
    const std::size_t first = asks_.size();
    for (unsigned left = asked_[port]; left != 0; left &= left - 1) {
      const auto vc = static_cast<unsigned>(std::countr_zero(left));
      Vc& state = vc_states_[in * vcs_ + vc];
      const bool routed = (inputs_[in].routed >> vc & 1) != 0;
      const unsigned out_port = routed ? state.out_port : wishes_[port * vcs_ + vc].port;
      if (!link_ready(outputs_[router.output_base + out_port])) continue;
      const unsigned number = port * in_speed + vc % in_speed;
      const std::uint64_t wants = crossbar_outputs(out_port) & ~taken;
      if (wants == 0 || (busy >> number & 1) != 0) continue;
      if (!routed) state.out_port = static_cast<std::uint8_t>(out_port);
      ask_for_switch(first, port, in, vc, wants);
    }
  }
  if (asks_.empty()) return false;
  switch_matching_(id, asks_, 0, ranks_.data());
  for (const Ask& ask : asks_) {
    if (ask.granted < 0) continue;
    const unsigned port = ask.number / in_speed;
    const std::uint32_t in = router.input_base + port;
    const unsigned vc = ready_vc(id, port, ask.number % in_speed,
                                 static_cast<unsigned>(ask.granted) / out_speed, eligible_[port]);
    const Vc& state = vc_states_[in * vcs_ + vc];
    if ((inputs_[in].routed >> vc & 1) == 0 ||
        !has_credit(router.output_base + state.out_port, state.out_vc)) {
      ++wasted_;
    } else {
      move(id, port, vc);
      hold(id, ask.number, vc, static_cast<unsigned>(ask.granted));
    }
  }
  return true;
}

}  // namespace rc::noc
