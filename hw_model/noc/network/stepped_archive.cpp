// SPDX-License-Identifier: Apache-2.0
// SteppedNetwork in a snapshot.
#include <algorithm>

#include "hw_model/kernel/archive.h"
#include "hw_model/noc/network/expectations.h"
#include "hw_model/noc/network/stepped_network.h"

namespace rc::noc {

// Whatever names an end point, a packet, a port or a VC names one that there is, and buffers hold
// what they can.
void SteppedNetwork::expect_places(const kernel::Archive& archive) const {
  const auto expect = [&](bool sense) { archive.expect(sense); };
  const auto all = static_cast<VcMask>((1u << vcs_) - 1);
  const auto inside = [&](VcMask mask) { expect((mask & ~all) == 0); };
  const auto parcel = [&](std::uint32_t number) { expect(number < parcels_.size()); };
  const auto ends = [&](const std::vector<EndId>& list) {
    for (const EndId end : list) expect(end < graph_.ends().size());
  };
  for (const Parcel& each : parcels_) {
    ends({each.head.source, each.head.destination});
    expect(each.head.via == kNoRouter || each.head.via < routers_.size());
    expect(each.head.message_class < params_.vcs.classes && each.head.phase < 2);
    expect(each.traffic_class < class_priorities_.size() && each.flits != 0);
    expect(each.multicast == Parcel::kAlone || each.multicast < multicasts_.size());
  }
  for (const std::uint32_t number : free_parcels_) parcel(number);
  for (const Multicast& each : multicasts_) {
    ends(each.destinations);
    parcel(each.copy);
    for (const Branch& branch : each.branches) {
      ends(branch.destinations);
      expect(!branch.destinations.empty());
      expect(branch.port < graph_.radix());
      inside(branch.vcs);
    }
  }
  for (const std::uint32_t number : free_multicasts_) expect(number < multicasts_.size());
  for (RouterId router = 0; router < routers_.size(); ++router) {
    for (unsigned port = 0; port < graph_.inputs(router); ++port) {
      const std::uint32_t input = routers_[router].input_base + port;
      inside(inputs_[input].filled);
      inside(inputs_[input].routed);
      for (unsigned vc = 0; vc < vcs_; ++vc) {
        const Vc& state = vc_states_[input * vcs_ + vc];
        expect(state.first < capacity_ && state.count + state.held <= capacity_);
        expect((state.count != 0) == ((inputs_[input].filled >> vc & 1) != 0));
        expect(state.out_port < graph_.outputs(router) && state.out_vc < vcs_);
        inside(state.mask);
      }
      const unsigned speed = held_.empty() ? 0 : params_.input_speedup;
      for (unsigned number = 0; number < speed; ++number) {
        const Held& held = held_[input * speed + number];
        if (held.vc == Held::kNone) continue;
        const VcMask waits = inputs_[input].filled & inputs_[input].routed;
        expect(held.vc < vcs_ && (waits >> held.vc & 1) != 0);
        expect(held.output < graph_.outputs(router) * params_.output_speedup);
      }
    }
  }
  for (const Flit& flit : slots_) expect(flit.packet == 0 || flit.packet < parcels_.size());
  for (const Vc& state : vc_states_) expect(state.count == 0 || !parcels_.empty());
  for (const Output& output : outputs_) {
    inside(output.with_credit);
    inside(output.owned);
    inside(output.draining);
    for (const std::uint8_t vc : output.next_vc) expect(vc < vcs_);
    expect(output.shared_left <= params_.shared_slots);
  }
  for (const std::uint8_t next : next_ready_vc_) expect(next < vcs_);
  for (const std::uint8_t credits : credits_) expect(credits <= params_.vc_depth);
  for (const std::uint8_t used : shared_used_) expect(used <= params_.shared_slots);
  for (const SenderState& sender : sender_states_) {
    for (std::size_t i = sender.first; i < sender.queue.size(); ++i) parcel(sender.queue[i]);
    expect(sender.first < std::max<std::size_t>(sender.queue.size(), 1) && sender.vc < vcs_);
  }
  for (const std::uint8_t last : last_class_) expect(last < class_priorities_.size());
  expect_once(archive, senders_, graph_.ends().size());
  for (const EndId end : senders_) expect(!nothing_queued(end));
  for (const Moment& moment : moments_) {
    for (const Credit& each : moment.credits)
      expect(each.output < outputs_.size() && each.vc < vcs_);
    for (const Arrival& each : moment.arrivals) {
      expect(each.input < inputs_.size() && each.vc < vcs_);
      parcel(each.flit.packet);
    }
    for (const Ejection& each : moment.ejections) {
      ends({each.end});
      expect(each.vc < vcs_);
      parcel(each.packet);
    }
  }
  expect_bits(archive, active_, routers_.size());
  expect_bits(archive, next_active_, routers_.size());
}

void SteppedNetwork::archive(kernel::Archive& archive) {
  if (by_pins()) {
    throw kernel::InputError(
        "routers in SystemVerilog cannot be part of a snapshot: expected --router model");
  }
  archive.section("graph network");
  archive.fixed(inputs_);
  archive.fixed(vc_states_);
  archive.fixed(slots_);
  archive.fixed(outputs_);
  archive.fixed(credits_);
  archive.fixed(shared_used_);
  archive.fixed(sender_states_);
  archive.fixed(last_class_);
  archive(senders_, parcels_, free_parcels_, multicasts_, free_multicasts_);
  archive.fixed(moments_);
  archive.fixed(active_);
  archive.fixed(next_active_);
  archive(vc_arbiters_, output_arbiters_, vc_matching_, switch_matching_);
  archive.fixed(next_ready_vc_);
  if (params_.hold_switch) archive.fixed(held_);
  archive.fixed(sent_);
  archive.fixed(residence_);
  archive(pending_, now_, looked_, inside_, injected_, copied_, ejected_, router_ticks_, wasted_);
  expect_places(archive);
  for (RouterId id = 0; id < routers_.size(); ++id) {
    Router& router = routers_[id];
    router.filled = 0;
    for (unsigned port = 0; port < graph_.inputs(id); ++port) {
      if (inputs_[router.input_base + port].filled != 0) router.filled |= std::uint64_t{1} << port;
    }
  }
}

}  // namespace rc::noc
