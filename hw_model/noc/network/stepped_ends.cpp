// SPDX-License-Identifier: Apache-2.0
// The end points of the stepped network: what they send, in which order, and what they take.
#include <algorithm>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/random.h"
#include "hw_model/noc/network/stepped_network.h"
#include "hw_model/noc/router/round_robin.h"

namespace rc::noc {

void SteppedNetwork::inject(const Packet& packet) {
  const EndId source = packet.source, destination = packet.destination;
  const unsigned flits = packet.flits, message_class = packet.message_class;
  const std::size_t ends = graph_.ends().size(), classes = class_priorities_.size();
  if (source >= ends || destination >= ends) {
    throw kernel::InputError("noc: a packet from end point " + std::to_string(source) + " to " +
                             std::to_string(destination) + ": expected 0 to " +
                             std::to_string(ends - 1));
  }
  const unsigned most = params_.flow == FlowControl::cut_through ? params_.vc_depth : kMaxFlits;
  if (flits == 0 || flits > most || message_class >= params_.vcs.classes) {
    throw kernel::InputError("noc: a packet of " + std::to_string(flits) + " flits in class " +
                             std::to_string(message_class) + ": expected 1 to " +
                             std::to_string(most) + " flits and a class below " +
                             std::to_string(params_.vcs.classes));
  }
  if (packet.traffic_class >= classes) {
    throw kernel::InputError("noc: a packet of traffic class " +
                             std::to_string(packet.traffic_class) + ": expected 0 to " +
                             std::to_string(classes - 1));
  }
  const std::uint32_t number = new_parcel();
  const std::size_t number_of_sender = source * classes + packet.traffic_class;
  SenderState& sender = sender_states_[number_of_sender];
  if (nothing_queued(source)) senders_.push_back(source);
  Parcel& parcel = parcels_[number];
  parcel.head = {source, destination, kNoRouter, 0, 0, static_cast<std::uint8_t>(message_class)};
  parcel.head.hash = static_cast<std::uint32_t>(
      kernel::splitmix64(seed_ + (std::uint64_t{number_of_sender} << 40) + sender.packets++));
  parcel.flits = static_cast<std::uint16_t>(flits);
  parcel.id = packet.id;
  parcel.traffic_class = packet.traffic_class;
  parcel.multicast = Parcel::kAlone;
  parcel.rank = rank(parcel, packet.created);
  sender.queue.push_back(number);
}

std::uint32_t SteppedNetwork::new_parcel() {
  if (free_parcels_.empty()) {
    free_parcels_.push_back(static_cast<std::uint32_t>(parcels_.size()));
    parcels_.emplace_back();
  }
  const std::uint32_t number = free_parcels_.back();
  free_parcels_.pop_back();
  return number;
}

void SteppedNetwork::eject(std::vector<Ejection>& ejections) {
  std::ranges::sort(ejections, {}, &Ejection::end);
  for (const Ejection& ejection : ejections) {
    const End& end = graph_.end(ejection.end);
    const Credit credit{graph_.output_base(end.out_router) + end.out_port, ejection.vc};
    // A credit on the pins counts from the cycle after its being sampled on if it has a register.
    const unsigned registered = by_pins() ? params_.credit : 0;
    const unsigned wait = 1 + end.out_wire - registered;
    if (wait == 0) {
      take_credit(credit);
    } else {
      at(now_ + wait).credits.push_back(credit);
      ++pending_;
    }
    ++ejected_;
    if (!ejection.tail) continue;
    const Parcel& parcel = parcels_[ejection.packet];
    delivered_.source = parcel.head.source;
    delivered_.destination = parcel.head.destination;
    delivered_.message_class = parcel.head.message_class;
    delivered_.traffic_class = parcel.traffic_class;
    delivered_.flits = parcel.flits;
    delivered_.id = parcel.id;
    delivered_.entered = parcel.entered;
    free_parcels_.push_back(ejection.packet);  // what is called may inject
    if (delivery_) delivery_(delivered_);
  }
  ejections.clear();
}

void SteppedNetwork::send() {
  for (std::size_t i = 0; i < senders_.size();) {
    const EndId end = senders_[i];
    if (send_any(end) && nothing_queued(end)) {
      senders_[i] = senders_.back();
      senders_.pop_back();
    } else {
      ++i;
    }
  }
}

bool SteppedNetwork::nothing_queued(EndId end) const {
  const std::size_t classes = class_priorities_.size();
  for (std::size_t sender = end * classes; sender < (end + 1) * classes; ++sender) {
    if (!sender_states_[sender].queue.empty()) return false;
  }
  return true;
}

// Of the cycle in which it left, where that counts, once it leaves.
std::uint64_t SteppedNetwork::rank(const Parcel& parcel, std::uint64_t created) const {
  const std::uint64_t age =
      params_.priority == Priority::network_age                                     ? parcel.entered
      : params_.priority == Priority::age || params_.arbiter == ArbiterKind::oldest ? created
                                                                                    : 0;
  if (params_.priority != Priority::by_class) return age;
  const unsigned behind = 255u - class_priorities_[parcel.traffic_class];
  return (std::uint64_t{behind} << 56) + age;
}

// One flit of this end point, if there is room for any.
bool SteppedNetwork::send_any(EndId end) {
  const auto classes = static_cast<unsigned>(class_priorities_.size());
  if (classes == 1) return send_flit(end);
  const std::uint32_t first = end * classes;
  std::uint32_t left = 0;
  for (unsigned c = 0; c < classes; ++c) {
    if (!sender_states_[first + c].queue.empty()) left |= 1u << c;
  }
  // A packet that keeps the switch keeps its source, too.
  const bool goes_on = params_.hold_switch && sender_states_[first + last_class_[end]].sent != 0;
  const unsigned next = goes_on ? 0 : 1;
  while (left != 0) {
    unsigned chosen = classes;
    std::uint64_t least = 0;
    for (unsigned i = next; i < classes + next; ++i) {
      const unsigned c = (last_class_[end] + i) % classes;
      if ((left >> c & 1) == 0) continue;
      const SenderState& sender = sender_states_[first + c];
      // None of those that wait here has a network age.
      const std::uint64_t its =
          params_.priority == Priority::network_age ? 0 : parcels_[sender.queue[sender.first]].rank;
      if (chosen != classes && its >= least) continue;
      chosen = c;
      least = its;
    }
    left &= ~(1u << chosen);
    if (!send_flit(first + chosen)) continue;
    last_class_[end] = static_cast<std::uint8_t>(chosen);
    return true;
  }
  return false;
}

// One flit of the front packet of `number_of_sender`, if there is room for it.
bool SteppedNetwork::send_flit(std::uint32_t number_of_sender) {
  SenderState& end = sender_states_[number_of_sender];
  const std::uint32_t number = end.queue[end.first];
  Parcel& parcel = parcels_[number];
  const auto way = static_cast<std::uint32_t>(graph_.all_outputs() + parcel.head.source);
  Output& output = outputs_[way];
  if (end.sent == 0) {
    const VcMask all = params_.vcs.all_of(parcel.head.message_class);
    VcMask free = with_room(way, static_cast<VcMask>(all & ~output.owned), needed(parcel));
    if (free == 0) return false;
    routing_.start(parcel.head, *this);
    free &= routing_.first_vcs(parcel.head, all);
    if (free == 0) return false;
    end.vc =
        static_cast<std::uint8_t>(round_robin(free, output.next_vc[parcel.head.message_class]));
    parcel.entered = now_;
    if (params_.priority == Priority::network_age) parcel.rank = rank(parcel, 0);
    own(way, end.vc, parcel.head.message_class);
  } else if (!has_credit(way, end.vc)) {
    return false;
  }
  Flit flit;
  flit.packet = number;
  flit.index = end.sent;
  flit.head = end.sent == 0;
  flit.tail = ++end.sent == parcel.flits;
  spend(way, end.vc);
  ++sent_[way * vcs_ + end.vc];
  ++injected_;
  if (output.cycles == 0) {
    write(output.target, end.vc, flit);
  } else {
    at(now_ + output.cycles).arrivals.push_back({output.target, end.vc, flit});
    ++pending_;
  }
  if (!flit.tail) return true;
  const auto bit = static_cast<VcMask>(1u << end.vc);
  if (params_.reallocate == Reallocation::empty) {
    output.draining |= bit;
  } else {
    output.owned &= static_cast<VcMask>(~bit);
  }
  end.sent = 0;
  ++end.first;
  if (2 * end.first >= end.queue.size()) {
    end.queue.erase(end.queue.begin(), end.queue.begin() + static_cast<std::ptrdiff_t>(end.first));
    end.first = 0;
  }
  return true;
}

}  // namespace rc::noc
