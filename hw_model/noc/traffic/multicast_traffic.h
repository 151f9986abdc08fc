// SPDX-License-Identifier: Apache-2.0
// Multicasts by unicasts: a source sends a copy of its message to each member of a group, one after
// the other. The network knows of packets alone, so whatever keeps it free of deadlock still does.
//
// A group is a list of nodes without the source, or as many other nodes as said, drawn anew for each
// multicast. All copies are created in one cycle, in which the random process of the node says so.
#pragma once

#include <vector>

#include "hw_model/kernel/random.h"
#include "hw_model/noc/traffic/synthetic_traffic.h"

namespace rc::noc {

class MulticastTraffic final : public TrafficSource {
 public:
  // PatternSettings::hot_nodes is the list; if it is empty, `group` the number, 0: all other nodes.
  // The rate counts the flits of all copies; each node has as many multicasts as any other one.
  // kernel::InputError, one line, as SyntheticTraffic, and for groups that cannot be.
  MulticastTraffic(const EndGrid& grid, const PatternSettings& pattern,
                   const SyntheticSettings& settings);

  // Demand::tag is the number of the node's multicast, from 0.
  std::optional<Demand> next(std::uint32_t node) override;
  OfferedLoad offered(std::uint32_t node) const override;
  // Of each multicast of this node.
  unsigned copies(std::uint32_t node) const;

 private:
  struct Node {
    kernel::Random random;
    std::vector<std::uint16_t> left;  // members that have no copy yet, the last one goes first
    Demand copy;
    std::uint64_t multicasts = 0;
  };

  void choose_members(std::uint32_t node);

  std::vector<std::uint32_t> list_;
  std::uint32_t drawn_;     // members, if there is no list
  SyntheticTraffic calls_;  // a packet for each multicast
  std::vector<Node> nodes_;
};

}  // namespace rc::noc
