// SPDX-License-Identifier: Apache-2.0
// Endless traffic by pattern and rate: every node is a Bernoulli process with its own random
// stream, so that its packets do not depend on the progress of other nodes.
#pragma once

#include <vector>

#include "hw_model/kernel/random.h"
#include "hw_model/noc/traffic/arrival_gaps.h"
#include "hw_model/noc/traffic/packet_sizes.h"
#include "hw_model/noc/traffic/pattern.h"
#include "hw_model/noc/traffic/traffic_source.h"

namespace rc::noc {

class SyntheticTraffic final : public TrafficSource {
 public:
  // `rate` in flits per node and cycle, 0.000001 to 1 (kernel::InputError otherwise). All message
  // classes are equally likely.
  SyntheticTraffic(const EndGrid& grid, const Pattern& pattern, const PacketSizes& sizes,
                   double rate, std::uint64_t seed);

  std::optional<Demand> next(std::uint32_t node) override;
  OfferedLoad offered(std::uint32_t) const override { return load_; }

 private:
  struct Node {
    kernel::Random random;
    std::uint64_t cycle;  // of its last packet
  };

  Pattern pattern_;
  PacketSizes sizes_;
  ArrivalGaps gaps_;
  std::uint32_t classes_;
  OfferedLoad load_;
  std::vector<Node> nodes_;
};

}  // namespace rc::noc
