// SPDX-License-Identifier: Apache-2.0
// Multicasts as their sources see them: done when the last copy has arrived.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "hw_model/noc/traffic/traffic_driver.h"
#include "sim/lab/evaluation/latency.h"

namespace rc::sim::lab {

class Multicasts {
 public:
  // A copy has arrived: PacketRecord::tag says of which one of its source's multicasts.
  void add(const noc::PacketRecord& copy);

  // From the creation of a multicast to the arrival of its last copy, by multicast.
  const LatencyHistogram& last() const { return last_; }
  std::size_t incomplete() const { return arrived_.size(); }

 private:
  std::unordered_map<std::uint64_t, unsigned> arrived_;  // copies, of those that are under way
  LatencyHistogram last_;
};

}  // namespace rc::sim::lab
