// SPDX-License-Identifier: Apache-2.0
// The routers of the stepped network: who may go, and how it goes.
#include <algorithm>

#include "hw_model/noc/network/stepped_network.h"
#include "hw_model/noc/router/least_ranked.h"
#include "hw_model/noc/router/round_robin.h"

namespace rc::noc {

void SteppedNetwork::evaluate(RouterId id) {
  if (by_pins()) return tick_pins(id);
  if (routers_[id].filled == 0) return;
  ++router_ticks_;
  const bool again = params_.combined ? combined(id) : two_stages(id);
  if (again) next_active_[id / 64] |= std::uint64_t{1} << id % 64;
}

// Where the head at the front of this VC may go now. Of several ports, the one with the most
// credits in its VCs, the first if equal; an escape only if no other has room.
SteppedNetwork::Wish SteppedNetwork::wish(RouterId id, unsigned port, unsigned vc,
                                          const Parcel& parcel) {
  const Router& router = routers_[id];
  const Vc& state = vc_states_[(router.input_base + port) * vcs_ + vc];
  // With two stages a head of wormhole takes a VC first and waits for credits then.
  const unsigned flits = params_.flow == FlowControl::cut_through ? parcel.flits
                         : params_.combined                       ? 1
                                                                  : 0;
  const auto free = [&](std::uint32_t output, VcMask vcs) {
    const auto open = static_cast<VcMask>(vcs & ~outputs_[output].owned);
    return flits == 0 ? open : with_room(output, open, flits);
  };
  if (state.choices == 1) {
    return {state.out_port, free(router.output_base + state.out_port, state.mask)};
  }
  if (state.choices == kForks) return wish_of_fork(id, parcel);
  Head head = parcel.head;
  choices_.clear();
  routing_.route(id, port, vc, head, choices_);
  Wish best;
  unsigned most = 0;
  for (const Choice& choice : choices_) {
    if (choice.escape && best.vcs != 0) break;
    const std::uint32_t output = router.output_base + choice.port;
    const VcMask vcs = free(output, choice.vcs);
    if (vcs == 0) continue;
    unsigned credits = 1;
    for (unsigned left = choice.vcs; left != 0; left &= left - 1)
      credits += room(output, static_cast<unsigned>(std::countr_zero(left)));
    if (credits <= most) continue;
    most = credits;
    best = {choice.port, vcs};
    if (choice.escape) break;
  }
  return best;
}

// A packet's head goes out on `vc`.
void SteppedNetwork::own(std::uint32_t number, unsigned vc, unsigned message_class) {
  Output& output = outputs_[number];
  output.owned |= static_cast<VcMask>(1u << vc);
  const unsigned size = vcs_ / params_.vcs.classes;
  const unsigned next = vc + 1;
  output.next_vc[message_class] =
      static_cast<std::uint8_t>(next == (message_class + 1) * size ? next - size : next);
}

// The front flit of this VC leaves by the port and on the VC that its packet owns.
void SteppedNetwork::move(RouterId id, unsigned port, unsigned vc) {
  Router& router = routers_[id];
  const std::uint32_t in = router.input_base + port;
  Input& input = inputs_[in];
  const std::uint32_t number = in * vcs_ + vc;
  Vc& state = vc_states_[number];
  Flit flit = front(in, vc);
  if (++state.first == capacity_) state.first = 0;
  --state.count;
  state.moved = static_cast<std::uint32_t>(now_);
  if (state.choices == kForks) {
    flit.packet = copy_for(state, flit);
  } else {
    --inside_;
    residence_[number] += now_;
    at(now_ + input.credit_cycles)
        .credits.push_back({input.upstream, static_cast<std::uint8_t>(vc)});
    ++pending_;
  }

  const std::uint32_t out = router.output_base + state.out_port;
  Output& output = outputs_[out];
  spend(out, state.out_vc);
  ++sent_[out * vcs_ + state.out_vc];
  const std::uint64_t leaves = std::max(now_, output.link_free);
  output.link_free = leaves + output.cycles_per_flit;
  Moment& moment = at(leaves + output.cycles);
  if (output.to_end) {
    moment.ejections.push_back(
        {static_cast<EndId>(output.target), state.out_vc, flit.packet, flit.tail});
  } else {
    moment.arrivals.push_back({output.target, state.out_vc, flit});
  }
  ++pending_;
  if (observer_ != nullptr) {
    observer_->left(
        {now_, id, state.out_port, state.out_vc, flit.head, flit.tail, parcels_[flit.packet]});
    observer_->freed(id, port, vc);
  }

  const auto bit = static_cast<VcMask>(1u << vc);
  if (flit.tail) {
    const auto out_bit = static_cast<VcMask>(1u << state.out_vc);
    if (params_.reallocate == Reallocation::empty) {
      output.draining |= out_bit;
    } else {
      output.owned &= static_cast<VcMask>(~out_bit);
    }
    input.routed &= static_cast<VcMask>(~bit);
    if (state.choices == kForks) put_back(state, parcels_[flit.packet].flits);
  }
  if (state.count != 0) return expose(in, vc);
  input.filled &= static_cast<VcMask>(~bit);
  if (input.filled == 0) router.filled &= ~(std::uint64_t{1} << port);
}

// VC and switch in one grant: each input offers one VC that could move, each output takes one of
// its offers (allocator.h is the same for five ports). Returns whether to come back next cycle.
bool SteppedNetwork::combined(RouterId id) {
  const Router& router = routers_[id];
  std::array<Offer, kMaxRadix> offers;
  std::array<std::uint64_t, kMaxRadix> offered_by;
  std::uint64_t wanted = 0;
  bool early = false;
  for (std::uint64_t ports = router.filled; ports != 0; ports &= ports - 1) {
    const auto port = static_cast<unsigned>(std::countr_zero(ports));
    if (!offer(id, port, offers[port], early)) continue;
    const unsigned out = offers[port].out_port;
    if ((wanted >> out & 1) == 0) offered_by[out] = 0;
    offered_by[out] |= std::uint64_t{1} << port;
    wanted |= std::uint64_t{1} << out;
  }
  for (std::uint64_t outs = wanted; outs != 0; outs &= outs - 1) {
    const auto out = static_cast<unsigned>(std::countr_zero(outs));
    const std::uint32_t output = router.output_base + out;
    if (ranks_matter_) {
      offered_by[out] = least_ranked(offered_by[out], [&](unsigned port) {
        return front_parcel(router.input_base + port, offers[port].vc).rank;
      });
    }
    const unsigned winner = output_arbiters_.first(output, offered_by[out]);
    const Offer& offer = offers[winner];
    const std::uint32_t in = router.input_base + winner;
    output_arbiters_.served(output, winner);
    vc_arbiters_.served(in, offer.vc);
    if (offer.head) {
      Vc& state = vc_states_[in * vcs_ + offer.vc];
      state.out_port = offer.out_port;
      state.out_vc = offer.out_vc;
      inputs_[in].routed |= static_cast<VcMask>(1u << offer.vc);
      own(output, offer.out_vc, front_parcel(in, offer.vc).head.message_class);
    }
    move(id, winner, offer.vc);
  }
  return wanted != 0 || early;
}

// Of these VCs, which all hold a flit, those whose packet goes before the others'.
VcMask SteppedNetwork::most_urgent(std::uint32_t input, unsigned vcs) const {
  return static_cast<VcMask>(
      least_ranked(vcs, [&](unsigned vc) { return front_parcel(input, vc).rank; }));
}

bool SteppedNetwork::offer(RouterId id, unsigned port, Offer& offer, bool& early) {
  const Router& router = routers_[id];
  const std::uint32_t in = router.input_base + port;
  const Input& input = inputs_[in];
  for (unsigned left = input.filled; left != 0;) {
    const unsigned vc = vc_arbiters_.first(in, ranks_matter_ ? most_urgent(in, left) : left);
    left &= ~(1u << vc);
    const Vc& state = vc_states_[in * vcs_ + vc];
    if ((input.routed >> vc & 1) != 0) {
      const std::uint32_t out = router.output_base + state.out_port;
      if (!has_credit(out, state.out_vc)) continue;
      if (!link_ready(outputs_[out])) {
        early = true;
        continue;
      }
      offer = {static_cast<std::uint8_t>(vc), state.out_port, state.out_vc, false};
      return true;
    }
    if (before_ready(state)) {
      early = true;
      continue;
    }
    const Parcel& parcel = front_parcel(in, vc);
    const Wish wanted = wish(id, port, vc, parcel);
    if (wanted.vcs == 0) continue;
    const Output& output = outputs_[router.output_base + wanted.port];
    if (!link_ready(output)) {
      early = true;
      continue;
    }
    const unsigned out_vc = round_robin(wanted.vcs, output.next_vc[parcel.head.message_class]);
    offer = {static_cast<std::uint8_t>(vc), wanted.port, static_cast<std::uint8_t>(out_vc), true};
    return true;
  }
  return false;
}

// First VCs, then the switch; both decide by the state before this cycle.
bool SteppedNetwork::two_stages(RouterId id) {
  bool early = false;
  const bool vcs_granted = allocate_vcs(id, early);
  const bool switched = allocate_switch(id, early);
  return vcs_granted || switched || early;
}

bool SteppedNetwork::allocate_vcs(RouterId id, bool& early) {
  const Router& router = routers_[id];
  asks_.clear();
  std::uint64_t ports_wanted = 0;
  for (std::uint64_t ports = router.filled; ports != 0; ports &= ports - 1) {
    const auto port = static_cast<unsigned>(std::countr_zero(ports));
    const std::uint32_t in = router.input_base + port;
    asked_[port] = 0;
    for (unsigned heads = inputs_[in].filled & ~inputs_[in].routed; heads != 0;
         heads &= heads - 1) {
      const auto vc = static_cast<unsigned>(std::countr_zero(heads));
      if (before_ready(vc_states_[in * vcs_ + vc])) {
        early = true;
        continue;
      }
      const Parcel& parcel = front_parcel(in, vc);
      const Wish wanted = wish(id, port, vc, parcel);
      if (wanted.vcs == 0) continue;
      wishes_[port * vcs_ + vc] = wanted;
      asked_[port] |= static_cast<VcMask>(1u << vc);
      ports_wanted |= std::uint64_t{1} << wanted.port;
      asks_.push_back(
          {in * vcs_ + vc, static_cast<std::uint16_t>(port * vcs_ + vc), wanted.vcs, parcel.rank});
    }
  }
  for (std::uint64_t left = ports_wanted; left != 0; left &= left - 1) {
    const auto out_port = static_cast<unsigned>(std::countr_zero(left));
    const std::uint32_t out = router.output_base + out_port;
    // Most often all ask for the same port, as when there is only one.
    const bool split = (ports_wanted & (ports_wanted - 1)) != 0;
    if (split) {
      port_asks_.clear();
      for (const Ask& ask : asks_) {
        if (wishes_[ask.number].port == out_port) port_asks_.push_back(ask);
      }
    }
    std::vector<Ask>& group = split ? port_asks_ : asks_;
    vc_matching_(out, group, out_port);
    for (const Ask& ask : group) {
      if (ask.granted < 0) continue;
      const std::uint32_t in = ask.asker / vcs_;
      const unsigned vc = ask.asker % vcs_;
      Vc& state = vc_states_[ask.asker];
      state.out_port = static_cast<std::uint8_t>(out_port);
      state.out_vc = static_cast<std::uint8_t>(ask.granted);
      state.ready = static_cast<std::uint32_t>(now_ + params_.vc);
      inputs_[in].routed |= static_cast<VcMask>(1u << vc);
      own(out, state.out_vc, front_parcel(in, vc).head.message_class);
    }
  }
  return ports_wanted != 0;
}

}  // namespace rc::noc
