// SPDX-License-Identifier: Apache-2.0
// Endless traffic by pattern and rate: every node is a random process with its own random stream,
// so that its packets do not depend on the progress of other nodes.
#pragma once

#include <vector>

#include "hw_model/kernel/random.h"
#include "hw_model/noc/traffic/arrivals.h"
#include "hw_model/noc/traffic/packet_sizes.h"
#include "hw_model/noc/traffic/pattern.h"
#include "hw_model/noc/traffic/traffic_source.h"

namespace rc::noc {

// The most that a node may offer, in flits a cycle: 1, and what rounding adds.
inline constexpr double kMostOffered = 1 + 1e-9;

struct SyntheticSettings {
  std::vector<PacketSizes> sizes;    // one for all message classes, or one for each
  std::vector<double> class_shares;  // of the packets; empty: all classes are equally likely
  ArrivalSettings arrivals;
  double rate = 0.1;  // flits of the mean node a cycle, 0.000001 to 1
  std::uint64_t seed = 1;
};

// Shares of the packets by message class, which sum up to 1: of weights, or equal ones if none are
// given. kernel::InputError for weights that cannot be.
std::vector<double> checked_shares(const std::vector<double>& given, std::uint32_t classes);

class SyntheticTraffic final : public TrafficSource {
 public:
  // kernel::InputError, one line: a rate or share out of range, a packet that the network cannot
  // carry, a node of more than a flit a cycle.
  SyntheticTraffic(const EndGrid& grid, const Pattern& pattern, const SyntheticSettings& settings);
  // Bernoulli arrivals, one mix of sizes.
  SyntheticTraffic(const EndGrid& grid, const Pattern& pattern, const PacketSizes& sizes,
                   double rate, std::uint64_t seed)
      : SyntheticTraffic(grid, pattern, {{sizes}, {}, {}, rate, seed}) {}

  std::optional<Demand> next(std::uint32_t node) override;
  OfferedLoad offered(std::uint32_t node) const override;

 private:
  struct Node {
    kernel::Random random;
    Arrivals::State arrivals;
  };

  const Arrivals& arrivals(std::uint32_t node) const {
    return arrivals_[arrivals_.size() == 1 ? 0 : node];
  }
  unsigned draw_class(kernel::Random& random) const;

  Pattern pattern_;
  std::vector<PacketSizes> sizes_;
  double rate_;
  double mean_ = 0, mean_square_ = 0;  // flits of a packet
  std::uint32_t classes_;
  std::vector<std::uint64_t> class_below_;  // random words below choose this class or one before
  std::vector<Arrivals> arrivals_;          // one for all, or by node
  std::vector<Node> nodes_;
};

}  // namespace rc::noc
