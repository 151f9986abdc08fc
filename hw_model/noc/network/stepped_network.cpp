// SPDX-License-Identifier: Apache-2.0
// Wiring, and what arrives. stepped_ends.cpp has the end points, stepped_routers.cpp and
// stepped_switch.cpp the routers, stepped_hold.cpp packets that keep the switch, stepped_forks.cpp
// copies of multicasts, stepped_pins.cpp routers by their pins, stepped_watch.cpp what is asked of
// the network from outside.
#include "hw_model/noc/network/stepped_network.h"

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/random.h"

namespace rc::noc {
namespace {

// Flits that an output of a faster crossbar holds for its link.
constexpr unsigned kOutputQueue = 8;

const RouterParams& checked(const RouterParams& params, const Graph& graph) {
  check_router(params, graph.radix());
  return params;
}

}  // namespace

SteppedNetwork::SteppedNetwork(const Topology& topology, const Routing& routing,
                               const RouterParams& router, std::uint64_t seed,
                               std::vector<std::uint8_t> class_priorities)
    : topology_(topology),
      graph_(topology.graph),
      routing_(routing),
      params_(checked(router, topology.graph)),
      stages_{params_.before, params_.traverse, params_.credit},
      seed_(kernel::splitmix64(seed)),
      vcs_(router.vcs.vcs),
      capacity_(router.vc_depth + router.shared_slots),
      waiting_flits_(router.output_speedup > 1 ? kOutputQueue : 0),
      ranks_matter_(router.ranks()),
      routers_(graph_.routers()),
      inputs_(graph_.all_inputs()),
      vc_states_(inputs_.size() * vcs_),
      slots_(vc_states_.size() * capacity_),
      outputs_(graph_.all_outputs() + graph_.ends().size()),
      credits_(outputs_.size() * vcs_, static_cast<std::uint8_t>(router.vc_depth)),
      shared_used_(router.shared_slots != 0 ? credits_.size() : 0),
      class_priorities_(std::move(class_priorities)),
      sender_states_(graph_.ends().size() * class_priorities_.size()),
      last_class_(graph_.ends().size()),
      active_((routers_.size() + 63) / 64),
      next_active_(active_.size()),
      vc_arbiters_(router.arbiter, router.combined ? inputs_.size() : 0, vcs_),
      output_arbiters_(router.arbiter, router.combined ? outputs_.size() : 0, graph_.radix()),
      vc_matching_(router.vc_allocator, router.arbiter, router.iterations,
                   router.combined ? 0 : vc_states_.size(),
                   router.combined ? 0 : graph_.all_outputs(), graph_.radix() * vcs_, vcs_,
                   graph_.radix(), router.ranks()),
      switch_matching_(router.switch_allocator, router.arbiter, router.iterations,
                       router.combined ? 0 : inputs_.size() * router.input_speedup,
                       router.combined ? 0 : routers_.size(), graph_.radix() * router.input_speedup,
                       graph_.radix() * router.output_speedup, 1, router.ranks()),
      next_ready_vc_(router.combined ? 0 : inputs_.size()),
      held_(router.hold_switch ? inputs_.size() * router.input_speedup : 0),
      sent_(outputs_.size() * vcs_),
      residence_(vc_states_.size()),
      ranks_(router.ranks() && !router.combined
                 ? graph_.radix() * router.input_speedup * std::size_t{Matching::kMaxResources}
                 : 0) {
  wire_up();
}

void SteppedNetwork::wire_up() {
  for (RouterId r = 0; r < routers_.size(); ++r) {
    routers_[r] = {graph_.input_base(r), graph_.output_base(r), 0};
    router_of_.insert(router_of_.end(), graph_.inputs(r), r);
    owner_of_output_.insert(owner_of_output_.end(), graph_.outputs(r), r);
  }
  for (Output& output : outputs_) {
    output.with_credit = static_cast<VcMask>((1u << vcs_) - 1);
    output.shared_left = static_cast<std::uint8_t>(params_.shared_slots);
    for (unsigned c = 0; c < params_.vcs.classes; ++c)
      output.next_vc[c] = static_cast<std::uint8_t>(c * (vcs_ / params_.vcs.classes));
  }
  connect();
}

void SteppedNetwork::connect() {
  const auto [before, traverse, credit] = stages_;
  unsigned longest = 2;
  const auto join = [&, before = before](std::uint32_t from, std::uint32_t to, unsigned sending,
                                         unsigned wire, unsigned cycles_per_flit,
                                         unsigned credit_register) {
    Output& output = outputs_[from];
    output.leads = true;
    output.target = to;
    output.cycles_per_flit = static_cast<std::uint8_t>(cycles_per_flit);
    output.cycles = static_cast<std::uint16_t>(sending + wire + before + cycles_per_flit - 1);
    Input& input = inputs_[to];
    input.upstream = from;
    input.credit_cycles = static_cast<std::uint16_t>(1 + credit_register + wire);
    longest = std::max({longest, unsigned{output.cycles}, unsigned{input.credit_cycles}});
  };
  for (const Channel& channel : graph_.channels()) {
    const std::uint32_t to = graph_.input_base(channel.to) + channel.in_port;
    join(graph_.output_base(channel.from) + channel.out_port, to, 1 + traverse, channel.wire,
         channel.cycles_per_flit, credit);
    // A flit holds its slot from the cycle before it is sampled on: on the wire it holds none yet.
    inputs_[to].driven = static_cast<std::uint8_t>(1 + before);
  }
  for (std::uint32_t id = 0; id < graph_.ends().size(); ++id) {
    const End& end = graph_.ends()[id];
    const std::uint32_t to = graph_.input_base(end.in_router) + end.in_port;
    join(static_cast<std::uint32_t>(graph_.all_outputs()) + id, to, params_.inject_step,
         end.in_wire, 1, 0);
    inputs_[to].driven = static_cast<std::uint8_t>(before);
    Output& last = outputs_[graph_.output_base(end.out_router) + end.out_port];
    last.leads = last.to_end = true;
    last.target = id;
    last.cycles = static_cast<std::uint16_t>(1 + traverse + end.out_wire);
    longest = std::max(longest, unsigned{last.cycles});
  }
  longest += waiting_flits_ * kMaxCyclesPerFlit + 1;
  moments_.resize(std::bit_ceil(std::size_t{longest} + 1));
  moment_mask_ = moments_.size() - 1;
}

void SteppedNetwork::tick(std::uint64_t cycle) {
  now_ = cycle;
  active_.swap(next_active_);
  std::ranges::fill(next_active_, 0);
  Moment& moment = at(cycle);
  pending_ -= moment.credits.size() + moment.arrivals.size() + moment.ejections.size();
  // In a large network what an event touches is seldom in the host's caches: ask for it early.
  constexpr std::size_t kAhead = 8;
  for (std::size_t i = 0; i < moment.credits.size(); ++i) {
    if (i + kAhead < moment.credits.size()) {
      const Credit& later = moment.credits[i + kAhead];
      __builtin_prefetch(&outputs_[later.output]);
      __builtin_prefetch(&credits_[later.output * vcs_]);
    }
    take_credit(moment.credits[i]);
  }
  moment.credits.clear();
  for (std::size_t i = 0; i < moment.arrivals.size(); ++i) {
    if (i + kAhead < moment.arrivals.size()) {
      const Arrival& later = moment.arrivals[i + kAhead];
      const std::uint32_t number = later.input * vcs_ + later.vc;
      __builtin_prefetch(&vc_states_[number]);
      __builtin_prefetch(&slots_[number * capacity_]);
      __builtin_prefetch(&residence_[number]);
      __builtin_prefetch(&parcels_[later.flit.packet]);
    }
    write(moment.arrivals[i].input, moment.arrivals[i].vc, moment.arrivals[i].flit);
  }
  moment.arrivals.clear();
  if (!moment.ejections.empty()) eject(moment.ejections);
  if (!senders_.empty()) send();

  if (observer_ != nullptr) observer_->arrived(now_);
  const std::size_t words = active_.size();
  for (std::size_t i = 0; i < words; ++i) {
    const std::size_t word = backwards_ ? words - 1 - i : i;
    for (std::uint64_t bits = active_[word]; bits != 0;) {
      const auto bit =
          static_cast<unsigned>(backwards_ ? 63 - std::countl_zero(bits) : std::countr_zero(bits));
      bits &= ~(std::uint64_t{1} << bit);
      evaluate(static_cast<RouterId>(64 * word + bit));
    }
  }
  if (inside_ != 0) look_for_deadlock();
  if (observer_ != nullptr) observer_->ticked(now_);
}

void SteppedNetwork::take_credit(const Credit& credit) {
  if (by_pins() && credit.output < owner_of_output_.size()) {
    const RouterId router = owner_of_output_[credit.output];
    credited_ = now_;
    pin_routers_[router]->credit(credit.output - routers_[router].output_base, credit.vc);
    return wake(router);
  }
  Output& output = outputs_[credit.output];
  const auto bit = static_cast<VcMask>(1u << credit.vc);
  const std::uint32_t number = credit.output * vcs_ + credit.vc;
  if (!shared_used_.empty() && shared_used_[number] != 0) {
    --shared_used_[number];
    ++output.shared_left;
  } else {
    ++credits_[number];
    output.with_credit |= bit;
  }
  const bool empty =
      credits_[number] == params_.vc_depth && (shared_used_.empty() || shared_used_[number] == 0);
  if (empty && (output.draining & bit) != 0) {
    output.draining &= static_cast<VcMask>(~bit);
    output.owned &= static_cast<VcMask>(~bit);
  }
  if (credit.output < owner_of_output_.size()) wake(owner_of_output_[credit.output]);
}

// A flit goes out on `vc`. With cut-through into a shared slot if there is one, so that the VC keeps its
// own for a whole packet; with wormhole into its own first, so that the shared ones are for all.
void SteppedNetwork::spend(std::uint32_t output, unsigned vc) {
  const std::uint32_t number = output * vcs_ + vc;
  const bool own_first = params_.flow == FlowControl::wormhole && credits_[number] != 0;
  if (outputs_[output].shared_left != 0 && !own_first) {
    ++shared_used_[number];
    --outputs_[output].shared_left;
  } else if (--credits_[number] == 0) {
    outputs_[output].with_credit &= static_cast<VcMask>(~(1u << vc));
  }
}

VcMask SteppedNetwork::with_room(std::uint32_t output, VcMask vcs, unsigned flits) const {
  VcMask found = 0;
  for (unsigned left = vcs; left != 0; left &= left - 1) {
    const auto vc = static_cast<unsigned>(std::countr_zero(left));
    if (room_for_packet(output, vc) >= flits) found |= static_cast<VcMask>(1u << vc);
  }
  return found;
}

void SteppedNetwork::write(std::uint32_t input, unsigned vc, const Flit& flit) {
  if (by_pins()) return write_pins(input, vc, flit);
  const std::uint32_t number = input * vcs_ + vc;
  Vc& state = vc_states_[number];
  if (state.count + state.held >= capacity_) overflow(input, vc);
  unsigned slot = state.first + state.count;
  if (slot >= capacity_) slot -= capacity_;
  slots_[number * capacity_ + slot] = flit;
  slots_[number * capacity_ + slot].written = static_cast<std::uint32_t>(now_);
  residence_[number] -= now_ - inputs_[input].driven;
  ++inside_;
  const RouterId router = router_of_[input];
  if (observer_ != nullptr) {
    observer_->came({now_, router, input - routers_[router].input_base, vc, flit.head, flit.tail,
                     parcels_[flit.packet]});
  }
  if (state.count++ == 0) {
    state.moved = static_cast<std::uint32_t>(now_);
    inputs_[input].filled |= static_cast<VcMask>(1u << vc);
    routers_[router].filled |= std::uint64_t{1} << (input - routers_[router].input_base);
    expose(input, vc);
  }
  wake(router);
}

// A flit has come to the front of its VC.
void SteppedNetwork::expose(std::uint32_t input, unsigned vc) {
  const Flit& flit = front(input, vc);
  if (!flit.head) return;
  Vc& state = vc_states_[input * vcs_ + vc];
  state.ready = flit.written + params_.route;
  if (parcels_[flit.packet].multicast != Parcel::kAlone) return expose_fork(input, vc);
  const RouterId router = router_of_[input];
  choices_.clear();
  routing_.route(router, input - routers_[router].input_base, vc, parcels_[flit.packet].head,
                 choices_);
  if (choices_.size() == 0) no_way(router, parcels_[flit.packet].head);
  state.choices = static_cast<std::uint8_t>(choices_.size());
  state.out_port = choices_[0].port;
  state.mask = choices_[0].vcs;
}

// Only what a snapshot brought may do so.
void SteppedNetwork::overflow(std::uint32_t input, unsigned vc) const {
  throw kernel::MachineError("noc: more flits than slots in VC " + std::to_string(vc) + " of " +
                             graph_.name(router_of_[input]));
}

void SteppedNetwork::no_way(RouterId router, const Head& head) const {
  throw kernel::MachineError("noc: a packet from end point " + std::to_string(head.source) +
                             " to " + std::to_string(head.destination) + " has no way on from " +
                             graph_.name(router));
}

}  // namespace rc::noc
