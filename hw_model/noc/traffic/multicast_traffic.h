// SPDX-License-Identifier: Apache-2.0
// Multicasts: a source sends its message to each member of a group. Either as a copy for each, one
// after the other: the network knows of packets alone, so whatever keeps it free of deadlock still
// does. Or as one packet, which routers copy (Network::multicast).
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
  // `forks`: routers make the copies, all of them but one.
  MulticastTraffic(const EndGrid& grid, const PatternSettings& pattern,
                   const SyntheticSettings& settings, bool forks = false);

  // Demand::tag is the number of the node's multicast, from 0.
  std::optional<Demand> next(std::uint32_t node) override;
  std::span<const std::uint16_t> destinations(std::uint32_t node) const override {
    return nodes_[node].left;
  }
  // In flits that leave the node.
  OfferedLoad offered(std::uint32_t node) const override;

 private:
  struct Node {
    kernel::Random random;
    // Members that have no copy yet, the last one goes first; with forks all that get one.
    std::vector<std::uint16_t> left;
    Demand copy;
    std::uint64_t multicasts = 0;
  };

  unsigned copies(std::uint32_t node) const;  // of each of its multicasts
  void choose_members(std::uint32_t node);

  bool forks_;
  std::vector<std::uint32_t> list_;
  std::uint32_t drawn_;     // members, if there is no list
  SyntheticTraffic calls_;  // a packet for each multicast
  std::vector<Node> nodes_;
};

}  // namespace rc::noc
