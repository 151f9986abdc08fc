// SPDX-License-Identifier: Apache-2.0
// The way that a table from a file says. Packets can deadlock.
#pragma once

#include <span>

#include "hw_model/noc/routing/relation.h"
#include "hw_model/noc/topology/seats.h"

namespace rc::noc {

class TableRelation final : public Relation {
 public:
  // kernel::InputError: a port that leads to no router, an end point that another one cannot reach.
  TableRelation(const Topology& topology, VcGroups groups, const RoutingTable& table);
  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const override;
  bool tells_ends_apart() const override { return true; }

 private:
  PortId port(RouterId at, EndId destination) const {
    return port_[at * graph().ends().size() + destination];
  }
  void check_ports() const;
  void check_ways(EndId destination) const;

  std::vector<PortId> port_;
  std::string what_;  // for messages
};

// The table of `topology` for the end points of with_seats(): a packet goes as it went to Seat::at.
RoutingTable with_seats(const RoutingTable& table, const Topology& topology,
                        std::span<const Seat> seats);

}  // namespace rc::noc
