// SPDX-License-Identifier: Apache-2.0
// Multicasts in the stepped network: a packet for several end points, which routers copy where its
// ways part.
//
// At the front of a VC its destinations are grouped by the output port and VCs that come next: the
// branches. An input has one way into the crossbar, so the packet takes its branches one after the
// other, those with most destinations first: of a branch that can be granted a copy goes out as any
// packet does, while the flits stay in their slots. On the last branch the packet itself goes, and
// its slots become free.
//
// Deadlock: a copy that has begun has room for all its flits and needs nothing from its siblings.
// So a packet at the front of a VC waits for what packets to its destinations would wait for, one
// after the other, and a relation without a circle stays without one. Under wormhole a copy could
// stop half way and hold what a sibling waits for; and where a packet takes one choice of several,
// an escape could be the one that it leaves out. Both are refused.
#include <algorithm>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/network/forks.h"
#include "hw_model/noc/network/stepped_network.h"

namespace rc::noc {

void check_forks(const RouterParams& router, const Routing& routing) {
  if (router.flow != FlowControl::cut_through)
    throw kernel::InputError(
        "noc: routers copy packets with virtual cut-through alone: a copy of a wormhole could stop "
        "half way");
  if (routing.two_phases())
    throw kernel::InputError(
        "noc: routers copy packets on a way that the destinations say: expected a routing that "
        "does not go over a router between");
  if (routing.has_escape())
    throw kernel::InputError(
        "noc: routers copy packets on one way to each destination: expected a routing without "
        "escape VCs");
}

void SteppedNetwork::multicast(const Packet& packet, std::span<const EndId> destinations) {
  check_forks(params_, routing_);
  std::vector<EndId> all(destinations.begin(), destinations.end());
  std::ranges::sort(all);
  if (all.empty() || all.back() >= graph_.ends().size() ||
      std::ranges::adjacent_find(all) != all.end())
    throw kernel::InputError("noc: a multicast from end point " + std::to_string(packet.source) +
                             ": expected different end points from 0 to " +
                             std::to_string(graph_.ends().size() - 1));
  Packet first = packet;
  first.destination = all.front();
  inject(first);
  const SenderState& sender =
      sender_states_[packet.source * class_priorities_.size() + packet.traffic_class];
  give_destinations(parcels_[sender.queue.back()], std::move(all));
}

void SteppedNetwork::give_destinations(Parcel& parcel, std::vector<EndId> destinations) {
  parcel.head.destination = destinations.front();
  parcel.multicast = Parcel::kAlone;
  if (destinations.size() == 1) return;
  if (free_multicasts_.empty()) {
    free_multicasts_.push_back(static_cast<std::uint32_t>(multicasts_.size()));
    multicasts_.emplace_back();
  }
  parcel.multicast = free_multicasts_.back();
  free_multicasts_.pop_back();
  multicasts_[parcel.multicast].destinations = std::move(destinations);
}

// kernel::MachineError where a snapshot brought a copy of what goes to one end point, or to none.
SteppedNetwork::Multicast& SteppedNetwork::multicast_of(const Parcel& parcel) {
  if (parcel.multicast == Parcel::kAlone || multicasts_[parcel.multicast].destinations.empty())
    throw kernel::MachineError("noc: a copy of what goes to one end point");
  return multicasts_[parcel.multicast];
}

Choice SteppedNetwork::first_choice(std::uint32_t input, unsigned vc, Head head) {
  const RouterId router = router_of_[input];
  choices_.clear();
  routing_.route(router, input - routers_[router].input_base, vc, head, choices_);
  if (choices_.size() == 0) no_way(router, head);
  return choices_[0];
}

// A head with several destinations has come to the front of its VC.
void SteppedNetwork::expose_fork(std::uint32_t input, unsigned vc) {
  Vc& state = vc_states_[input * vcs_ + vc];
  Parcel& parcel = parcels_[front(input, vc).packet];
  Multicast& all = multicast_of(parcel);
  std::vector<Branch>& branches = all.branches;
  branches.clear();
  for (const EndId destination : all.destinations) {
    Head head = parcel.head;
    head.destination = destination;
    const Choice way = first_choice(input, vc, head);
    auto branch = std::ranges::find_if(branches, [&](const Branch& other) {
      return other.port == way.port && other.vcs == way.vcs;
    });
    if (branch == branches.end())
      branch =
          branches.insert(branch, Branch{.port = way.port, .vcs = way.vcs, .destinations = {}});
    branch->destinations.push_back(destination);
  }
  state.choices = branches.size() == 1 ? 1 : kForks;
  state.out_port = branches[0].port;
  state.mask = branches[0].vcs;
  if (all.destinations.size() == 1) {  // the others have their copies
    parcel.head.destination = all.destinations[0];
    free_multicasts_.push_back(parcel.multicast);
    parcel.multicast = Parcel::kAlone;
  }
  std::ranges::stable_sort(branches, std::ranges::greater{},
                           [](const Branch& branch) { return branch.destinations.size(); });
}

SteppedNetwork::Wish SteppedNetwork::wish_of_fork(RouterId id, const Parcel& parcel) {
  for (const Branch& branch : multicast_of(parcel).branches) {
    const std::uint32_t output = routers_[id].output_base + branch.port;
    const auto open = static_cast<VcMask>(branch.vcs & ~outputs_[output].owned);
    const VcMask vcs = with_room(output, open, parcel.flits);
    if (vcs != 0) return {branch.port, vcs};
  }
  return {};
}

// The parcel to which a flit belongs that goes out on the branch of `state`, and stays as well.
std::uint32_t SteppedNetwork::copy_for(Vc& state, const Flit& flit) {
  const std::uint32_t number = parcels_[flit.packet].multicast;
  std::vector<Branch>& branches = multicast_of(parcels_[flit.packet]).branches;
  if (flit.head) {
    const auto branch = std::ranges::find_if(branches, [&](const Branch& one) {
      return one.port == state.out_port && (one.vcs >> state.out_vc & 1) != 0;
    });
    if (branch == branches.end()) throw kernel::MachineError("noc: a copy without a branch");
    std::vector<EndId> taken = std::move(branch->destinations);
    branches.erase(branch);
    std::erase_if(multicasts_[number].destinations,
                  [&](EndId end) { return std::ranges::binary_search(taken, end); });
    const std::uint32_t copy = new_parcel();
    parcels_[copy] = parcels_[flit.packet];
    multicasts_[number].copy = copy;
    give_destinations(parcels_[copy], std::move(taken));
  }
  ++state.held;
  ++copied_;
  return multicasts_[number].copy;
}

// A copy has gone, and its packet is as before.
void SteppedNetwork::put_back(Vc& state, unsigned flits) {
  if (state.count + flits > capacity_) throw kernel::MachineError("noc: a copy without an end");
  state.first = static_cast<std::uint8_t>((state.first + capacity_ - flits) % capacity_);
  state.count = static_cast<std::uint8_t>(state.count + flits);
  state.held = 0;
}

}  // namespace rc::noc
