// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/table.h"

#include "hw_model/kernel/error.h"

namespace rc::noc {

TableRelation::TableRelation(const Topology& topology, VcGroups groups, const RoutingTable& table)
    : Relation(topology, std::move(groups)),
      port_(table.port),
      what_((table.place.empty() ? "" : table.place + ": ") + "routing table") {
  const std::size_t entries = graph().routers() * graph().ends().size();
  if (port_.size() != entries) {
    throw kernel::InputError(what_ + ": " + std::to_string(port_.size()) + " entries, expected " +
                             std::to_string(entries) + ", one for each router and end point");
  }
  check_ports();
  for (std::size_t end = 0; end < graph().ends().size(); ++end) {
    check_ways(static_cast<EndId>(end));
  }
}

void TableRelation::route(RouterId at, unsigned, unsigned, Head& head, Choices& choices) const {
  if (arrived(at, head, choices)) return;
  const PortId out = port(at, head.destination);
  if (out != kNoPort) choices.add(out, all(head));
}

void TableRelation::check_ports() const {
  for (RouterId at = 0; at < graph().routers(); ++at) {
    for (std::size_t end = 0; end < graph().ends().size(); ++end) {
      const PortId out = port(at, static_cast<EndId>(end));
      if (out == kNoPort || at == graph().ends()[end].out_router) continue;
      if (out < graph().outputs(at) && graph().out(at, out).kind == Link::Kind::channel) continue;
      throw kernel::InputError(what_ + ": " + graph().name(at) + " sends to end point " +
                               std::to_string(end) + " by port " + std::to_string(out) +
                               ", expected one with a channel");
    }
  }
}

void TableRelation::check_ways(EndId destination) const {
  enum class State : std::uint8_t { unknown, on_the_way, arrives };
  std::vector<State> state(graph().routers());
  state[graph().end(destination).out_router] = State::arrives;
  std::vector<RouterId> way;
  const auto refuse = [&](RouterId from, const std::string& reason) {
    throw kernel::InputError(what_ + ": no way from " + graph().name(from) + " to end point " +
                             std::to_string(destination) + ": " + reason);
  };
  for (const End& source : graph().ends()) {
    way.clear();
    RouterId at = source.in_router;
    while (state[at] != State::arrives) {
      if (state[at] == State::on_the_way) {
        refuse(source.in_router, "it comes back to " + graph().name(at));
      }
      state[at] = State::on_the_way;
      way.push_back(at);
      const PortId out = port(at, destination);
      if (out == kNoPort) {
        refuse(source.in_router, graph().name(at) + " has no port for it");
      }
      at = graph().channel(graph().out(at, out).id).to;
    }
    for (const RouterId router : way) state[router] = State::arrives;
  }
}

RoutingTable with_seats(const RoutingTable& table, const Topology& topology,
                        std::span<const Seat> seats) {
  const std::size_t ends = topology.graph.ends().size();
  RoutingTable result;
  result.place = table.place;
  for (RouterId router = 0; router < topology.graph.routers(); ++router) {
    for (const Seat& seat : seats) result.port.push_back(table.port[router * ends + seat.at]);
  }
  return result;
}

}  // namespace rc::noc
