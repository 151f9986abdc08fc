// SPDX-License-Identifier: Apache-2.0
// Routers by their pins in the place of the stepped network's own: end points, wires and counters are
// the same, and so is every cycle if the routers are equal.
#include <algorithm>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/network/stepped_network.h"

namespace rc::noc {

void SteppedNetwork::replace_routers(const MakePinRouter& make) {
  stages_ = {0, 0, 0};
  connect();
  for (RouterId id = 0; id < routers_.size(); ++id) pin_routers_.push_back(make(id));
}

void SteppedNetwork::write_pins(std::uint32_t input, unsigned vc, const Flit& flit) {
  const std::uint32_t number = input * vcs_ + vc;
  residence_[number] -= now_ - inputs_[input].driven;
  ++inside_;
  looked_ = now_;
  const RouterId router = router_of_[input];
  const unsigned port = input - routers_[router].input_base;
  const Parcel& parcel = parcels_[flit.packet];
  if (++vc_states_[number].count > capacity_) {
    throw kernel::MachineError("noc: a flit too many for VC " + std::to_string(vc) + " of " +
                               graph_.name(router) + ", input " + std::to_string(port) +
                               " in cycle " + std::to_string(now_));
  }
  if (observer_ != nullptr) observer_->came({now_, router, port, vc, flit.head, flit.tail, parcel});
  pin_routers_[router]->take(
      port, {std::uint64_t{flit.index} << 32 | flit.packet, parcel.head.destination, parcel.flits,
             static_cast<std::uint8_t>(vc), parcel.head.message_class, flit.head, flit.tail});
  wake(router);
}

void SteppedNetwork::tick_pins(RouterId id) {
  PinRouter& router = *pin_routers_[id];
  router.tick();
  ++router_ticks_;
  for (unsigned port = 0; port < graph_.inputs(id); ++port) {
    const std::uint32_t input = routers_[id].input_base + port;
    for (unsigned left = router.freed(port); left != 0; left &= left - 1) {
      const auto vc = static_cast<unsigned>(std::countr_zero(left));
      if (vc >= vcs_ || vc_states_[input * vcs_ + vc].count-- == 0) {
        throw kernel::MachineError("noc: a credit too many of VC " + std::to_string(vc) + " of " +
                                   graph_.name(id) + ", input " + std::to_string(port) +
                                   " in cycle " + std::to_string(now_));
      }
      residence_[input * vcs_ + vc] += now_;
      at(now_ + inputs_[input].credit_cycles)
          .credits.push_back({inputs_[input].upstream, static_cast<std::uint8_t>(vc)});
      ++pending_;
      if (observer_ != nullptr) observer_->freed(id, port, vc);
    }
  }
  PinFlit flit;
  for (unsigned port = 0; port < graph_.outputs(id); ++port)
    if (router.sent(port, flit)) send_on(id, port, flit);
  if (!router.idle()) next_active_[id / 64] |= std::uint64_t{1} << id % 64;
}

// What a router drives, to what is behind its port.
void SteppedNetwork::send_on(RouterId id, unsigned port, const PinFlit& flit) {
  const std::uint32_t out = routers_[id].output_base + port;
  const Output& output = outputs_[out];
  const auto packet = static_cast<std::uint32_t>(flit.payload);
  const bool known = packet < parcels_.size() && inside_ != 0 && flit.vc < vcs_ && output.leads;
  if (!known || (output.to_end && parcels_[packet].head.destination != output.target)) {
    throw kernel::MachineError("noc: " + graph_.name(id) +
                               " sends a flit that has no place at output " + std::to_string(port) +
                               " in cycle " + std::to_string(now_));
  }
  looked_ = now_;
  --inside_;
  ++sent_[out * vcs_ + flit.vc];
  ++pending_;
  Moment& moment = at(now_ + output.cycles);
  if (output.to_end) {
    moment.ejections.push_back({static_cast<EndId>(output.target), flit.vc, packet, flit.tail});
  } else {
    moment.arrivals.push_back({output.target,
                               flit.vc,
                               {.packet = packet,
                                .written = 0,
                                .index = static_cast<std::uint16_t>(flit.payload >> 32),
                                .head = flit.head,
                                .tail = flit.tail}});
  }
  if (observer_ != nullptr)
    observer_->left({now_, id, port, flit.vc, flit.head, flit.tail, parcels_[packet]});
}

}  // namespace rc::noc
