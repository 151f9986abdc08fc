// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/traffic/synthetic_traffic.h"

#include <sstream>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/packet.h"

namespace rc::noc {
namespace {

constexpr double kLeastRate = 1e-6;
static_assert(kLeastRate / PacketSizes::kMax > ArrivalGaps::kLeast);

double checked_rate(double rate) {
  if (rate >= kLeastRate && rate <= 1) return rate;
  std::ostringstream text;
  text << "a rate of " << rate << ": expected " << kLeastRate << " to 1 flits per node and cycle";
  throw kernel::InputError(text.str());
}

}  // namespace

SyntheticTraffic::SyntheticTraffic(const EndGrid& grid, const Pattern& pattern,
                                   const PacketSizes& sizes, double rate, std::uint64_t seed)
    : pattern_(pattern),
      sizes_(sizes),
      gaps_(checked_rate(rate) / sizes.mean()),
      classes_(grid.message_classes),
      load_{rate, sizes.mean_square() / sizes.mean() - rate} {
  if (sizes.largest() > grid.most_flits) {
    throw kernel::InputError("packets of " + std::to_string(sizes.largest()) +
                             " flits do not fit a VC of " + grid.limit + " = " +
                             std::to_string(grid.most_flits) + " (virtual cut-through)");
  }
  const std::uint64_t base = kernel::splitmix64(seed);
  for (std::uint32_t node = 0; node < grid.nodes(); ++node) {
    // Hashed once more: streams with neighbouring seeds would be shifted copies of each other.
    nodes_.push_back({kernel::Random(kernel::splitmix64(base + node)), 0});
  }
}

std::optional<Demand> SyntheticTraffic::next(std::uint32_t node) {
  auto& [random, cycle] = nodes_[node];
  cycle += 1 + gaps_(random);
  Demand demand;
  demand.cycle = cycle;
  demand.destination = static_cast<std::uint16_t>(pattern_.destination(node, random));
  demand.flits = sizes_(random);
  if (classes_ > 1) demand.message_class = static_cast<std::uint8_t>(random.below(classes_));
  return demand;
}

}  // namespace rc::noc
