// SPDX-License-Identifier: Apache-2.0
// Networks in a snapshot.
#include "hw_model/kernel/archive.h"

#include <bit>

#include "hw_model/noc/network/event_network.h"
#include "hw_model/noc/network/expectations.h"
#include "hw_model/noc/network/mesh_network.h"
#include "hw_model/noc/router/router.h"

namespace rc::noc {

void NetworkIf::archive(kernel::Archive&) {
  throw kernel::InputError("this network cannot be part of a snapshot");
}

void Router::archive(kernel::Archive& archive) {
  archive(waiting_, flits_, allocator_, inputs_, outputs_, input_register_, switch_register_);
  auto flits = static_cast<unsigned>(std::popcount(input_register_.valid) +
                                     std::popcount(switch_register_.valid));
  for (unsigned port = 0; port < kPorts; ++port) {
    const InputUnit& input = inputs_[port];
    for (unsigned vc = 0; vc < vcs_; ++vc) flits += input.vc(vc).count;
    for (const Registers* registers : {&input_register_, &switch_register_})
      archive.expect(registers->flit[port].vc < vcs_);
  }
  expect_waiting(archive, waiting_, inputs_);
  archive.expect(flits_ == flits);
}

// Whatever names an end point, an interface, a router or a VC names one that there is.
void MeshNetwork::expect_places(const kernel::Archive& archive) const {
  for (const Node& node : nodes_) {
    for (const RouterPins& pins : node.in) {
      for (const Flit& flit : pins.flit) archive.expect(flit.vc < params_.vcs);
      for (const std::uint16_t credits : pins.credit) archive.expect(credits >> params_.vcs == 0);
    }
  }
  std::size_t sending = 0;
  for (const NetworkInterface& interface : interfaces_) sending += interface.queued() != 0;
  expect_once(archive, senders_, interfaces_.size());
  archive.expect(senders_.size() == sending);
  for (const std::uint32_t sender : senders_) archive.expect(interfaces_[sender].queued() != 0);
  for (const auto* arrivals : {&arrivals_, &next_arrivals_})
    for (const Arrival& each : *arrivals)
      archive.expect(each.interface < interfaces_.size() && each.flit.vc < params_.vcs);
  expect_bits(archive, active_, nodes_.size());
  expect_bits(archive, next_active_, nodes_.size());
  archive.expect(phase_ < 2);
}

void MeshNetwork::archive(kernel::Archive& archive) {
  archive.section("stepped network");
  for (Node& node : nodes_) {
    node.router->archive(archive);
    archive(node.in, node.flits, node.buffers, node.links);
  }
  archive(starvation_);
  for (NetworkInterface& interface : interfaces_) archive(interface);
  archive.fixed(active_);
  archive.fixed(next_active_);
  archive(senders_, arrivals_, next_arrivals_, cycle_, phase_, awake_, held_);
  archive(injected_flits_, ejected_flits_, router_ticks_);
  expect_places(archive);
}

// Whatever names a router, an interface, a packet, a port, a VC or a moment names one that there is.
void EventNetwork::expect_places(const kernel::Archive& archive) const {
  const auto below = [&](const auto& numbers, std::size_t end) {
    for (const std::uint32_t number : numbers) archive.expect(number < end);
  };
  const auto flit = [&](const EventFlit& each) {
    archive.expect(each.packet < packets_.size() && each.vc < params_.vcs &&
                   each.only_port < static_cast<int>(kPorts));
    archive.expect(each.message_class < params_.message_classes);
  };
  below(free_packets_, packets_.size());
  archive.expect(free_packets_.size() <= packets_.size());
  below(line_, routers_.size());
  for (const PacketState& packet : packets_)
    archive.expect(packet.source < interfaces_.size() && packet.destination < interfaces_.size() &&
                   packet.message_class < params_.message_classes &&
                   packet.flits <= kMaxPacketFlits);
  for (const auto& [interface, packet] : injected_)
    archive.expect(interface < interfaces_.size() && packet < packets_.size());
  for (const Interface& interface : interfaces_) {
    below(interface.queue, packets_.size());
    archive.expect(interface.vc < params_.vcs && !(interface.blocked && interface.queue.empty()));
  }
  for (const Router& router : routers_) {
    expect_waiting(archive, router.waiting, router.inputs);
    archive.expect(router.waiting == 0 || !packets_.empty());
    for (const auto& input : router.inputs)
      for (const EventFlit& each : input.slots())
        archive.expect(each.packet == 0 || each.packet < packets_.size());
  }
  for (const Train& train : trains_) {
    const auto routers = static_cast<std::int32_t>(routers_.size());
    archive.expect(train.router >= kNoNode && train.next >= kNoNode);
    archive.expect(train.router < routers && train.next < routers && train.in_port < kPorts &&
                   train.out_port < kPorts && train.next_port < kPorts &&
                   train.in_vc < params_.vcs && train.out_vc < params_.vcs);
  }
  archive.expect((planned_ | credits_planned_) >> kMoments == 0);
  for (const Moment& moment : moments_) {
    below(moment.senders, interfaces_.size());
    below(moment.evaluated, routers_.size());
    for (const std::uint32_t sender : moment.senders)
      archive.expect(!interfaces_[sender].queue.empty());
    for (const Ejection& each : moment.ejections) {
      archive.expect(each.interface < interfaces_.size());
      flit(each.flit);
    }
    for (const Arrival& each : moment.arrivals) {
      archive.expect(each.router < routers_.size() && each.port < kPorts);
      archive.expect(each.flits == 1 || may_be_train(each.flits));
      flit(each.flit);
    }
    for (const Credit& each : moment.credits)
      archive.expect(each.vc < params_.vcs && each.port <= kPorts &&
                     each.to < (each.port == kToInterface ? interfaces_.size() : routers_.size()));
  }
}

void EventNetwork::archive(kernel::Archive& archive) {
  archive.section("event network");
  settle();  // no express packets
  archive(starvation_);
  for (Router& router : routers_) archive(router);
  for (Interface& interface : interfaces_) archive(interface);
  archive(packets_, free_packets_, injected_, moments_, planned_);
  archive(credits_planned_, line_, trains_, blocked_);
  bounds_.archive(archive, packets_.size());
  archive(cycle_, now_);
  expect_places(archive);
  archive(express_credits_until_, packets_inside_, injected_flits_, ejected_flits_, router_ticks_);
  for (PacketState& packet : packets_) packet.express.path.reserve(most_routers());
  for (Interface& interface : interfaces_) interface.injected = 0;
  for (const auto& [interface, packet] : injected_) ++interfaces_[interface].injected;
}

}  // namespace rc::noc
