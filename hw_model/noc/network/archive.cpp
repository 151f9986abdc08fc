// SPDX-License-Identifier: Apache-2.0
// Networks in a snapshot.
#include "hw_model/kernel/archive.h"

#include "hw_model/noc/network/event_network.h"
#include "hw_model/noc/network/mesh_network.h"
#include "hw_model/noc/router/router.h"

namespace rc::noc {

void NetworkIf::archive(kernel::Archive&) {
  throw kernel::InputError("this network cannot be part of a snapshot");
}

void Router::archive(kernel::Archive& archive) {
  archive(waiting_, flits_, allocator_, inputs_, outputs_, input_register_, switch_register_);
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
}

void EventNetwork::archive(kernel::Archive& archive) {
  archive.section("event network");
  settle();  // no express packets
  archive(starvation_);
  for (Router& router : routers_) archive(router);
  for (Interface& interface : interfaces_) archive(interface);
  archive(packets_, free_packets_, injected_, moments_, planned_);
  archive(credits_planned_, line_, trains_, blocked_, bounds_, cycle_, now_);
  archive(express_credits_until_, packets_inside_, injected_flits_, ejected_flits_, router_ticks_);
  for (PacketState& packet : packets_) packet.express.path.reserve(most_routers());
  for (Interface& interface : interfaces_) interface.injected = 0;
  for (const auto& [interface, packet] : injected_) ++interfaces_[interface].injected;
}

}  // namespace rc::noc
