// SPDX-License-Identifier: Apache-2.0
// Who got what: packets by message class, source and pair, and packets that others overtook.
#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/noc/traffic/traffic_driver.h"
#include "sim/lab/evaluation/latency.h"

namespace rc::sim::lab {

struct ClassStats {
  LatencyHistogram latency;
  std::uint64_t flits = 0;
};

struct PairStats {
  std::uint16_t source = 0, destination = 0;
  std::uint64_t packets = 0, flits = 0, latency = 0, most = 0;  // latency: the sum
};

class Streams {
 public:
  // By message class; or by traffic class, if there are several. Pairs are kept if they are asked
  // for: they take 48 bytes each.
  Streams(std::size_t nodes, unsigned classes, bool pairs, bool of_traffic = false)
      : nodes_(nodes),
        of_traffic_(of_traffic),
        by_pair_(pairs ? nodes * nodes : 0),
        by_class_(classes),
        flits_(nodes),
        last_(nodes) {}

  void add(const noc::PacketRecord& packet);

  const std::vector<ClassStats>& by_class() const { return by_class_; }
  // Those with packets, by source and destination.
  std::vector<PairStats> pairs() const;
  // Packets that arrived after one of the same source, destination and class that was created
  // later. Routing with several ways and VCs of one way let packets overtake each other.
  std::uint64_t overtaken() const { return overtaken_; }
  // Jain's index over the sources that offer anything, of accepted / offered flits: 1 if all get
  // the same share, 1 / n if one of n gets all (Jain, Chiu and Hawe, DEC-TR-301, 1984).
  double fairness(const std::vector<noc::OfferedLoad>& offered) const;
  // From request to reply, where packets are exchanges.
  const LatencyHistogram& round_trip() const { return round_trip_; }

 private:
  std::size_t nodes_;
  bool of_traffic_;  // classes are those of traffic
  std::vector<PairStats> by_pair_;
  std::vector<ClassStats> by_class_;
  std::vector<std::uint64_t> flits_;  // by source
  // By source, when it has sent: by class and destination, when the last packet that arrived was
  // created.
  std::vector<std::vector<std::uint32_t>> last_;
  std::uint64_t overtaken_ = 0;
  LatencyHistogram round_trip_;
};

}  // namespace rc::sim::lab
