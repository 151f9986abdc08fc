// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/traffic/synthetic_traffic.h"

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/noc/packet.h"

namespace rc::noc {
namespace {

constexpr double kLeastRate = 1e-6;
static_assert(kLeastRate / PacketSizes::kMax > ArrivalGaps::kLeast);

double checked_rate(double rate) {
  if (rate >= kLeastRate && rate <= 1) return rate;
  throw kernel::InputError("a rate of " + kernel::decimal(rate) + ": expected " +
                           kernel::decimal(kLeastRate) + " to 1 flits per node and cycle");
}

}  // namespace

std::vector<double> checked_shares(const std::vector<double>& given, std::uint32_t classes) {
  if (given.empty()) return std::vector<double>(classes, 1.0 / classes);
  if (given.size() != classes)
    throw kernel::InputError("shares of " + std::to_string(given.size()) +
                             " classes, expected of " + std::to_string(classes));
  double sum = 0;
  for (const double share : given) {
    if (!(share >= 0 && share <= 1e9))
      throw kernel::InputError("a class share of " + std::to_string(share) +
                               ", expected 0 or more");
    sum += share;
  }
  if (sum == 0) throw kernel::InputError("class shares: all are 0, expected one above");
  std::vector<double> shares;
  for (const double share : given) shares.push_back(share / sum);
  return shares;
}

SyntheticTraffic::SyntheticTraffic(const EndGrid& grid, const Pattern& pattern,
                                   const SyntheticSettings& settings)
    : pattern_(pattern),
      sizes_(settings.sizes),
      rate_(checked_rate(settings.rate)),
      classes_(grid.message_classes) {
  const std::vector<double> shares = checked_shares(settings.class_shares, classes_);
  double before = 0;
  for (std::uint32_t number = 0; number < classes_; ++number) {
    const PacketSizes& sizes = sizes_[sizes_.size() == 1 ? 0 : number];
    grid.expect_fit(sizes.largest(), "packets");
    mean_ += shares[number] * sizes.mean();
    mean_square_ += shares[number] * sizes.mean_square();
    before += shares[number];
    if (!settings.class_shares.empty()) class_below_.push_back(kernel::word_threshold(before));
  }
  if (!class_below_.empty()) class_below_.back() = kernel::word_threshold(1);
  if (sizes_.size() == 1) mean_ = sizes_.front().mean();
  const std::uint64_t base = kernel::splitmix64(settings.seed);
  for (std::uint32_t node = 0; node < grid.nodes(); ++node) {
    const double rate = rate_ * pattern_.weight(node);
    if (rate > kMostOffered)
      throw kernel::InputError("node " + std::to_string(node) + " would send " +
                               std::to_string(rate) + " flits a cycle, expected at most 1");
    if (node == 0 || pattern_.weighted())
      arrivals_.emplace_back(settings.arrivals, std::min(1.0, rate / mean_));
    // Hashed once more: streams with neighbouring seeds would be shifted copies of each other.
    nodes_.push_back({kernel::Random(kernel::splitmix64(base + node)), {}});
    nodes_.back().arrivals = arrivals(node).start(nodes_.back().random);
  }
}

unsigned SyntheticTraffic::draw_class(kernel::Random& random) const {
  if (class_below_.empty()) return random.below(classes_);
  const std::uint32_t word = random.word();
  unsigned number = 0;
  while (word >= class_below_[number]) ++number;
  return number;
}

std::optional<Demand> SyntheticTraffic::next(std::uint32_t node) {
  auto& [random, arrived] = nodes_[node];
  if (pattern_.weight(node) == 0) return std::nullopt;
  arrivals(node).advance(arrived, random);
  Demand demand;
  demand.cycle = arrived.cycle;
  demand.destination = static_cast<std::uint16_t>(pattern_.destination(node, random));
  if (sizes_.size() == 1) demand.flits = sizes_.front()(random);
  if (classes_ > 1) demand.message_class = static_cast<std::uint8_t>(draw_class(random));
  if (sizes_.size() > 1) demand.flits = sizes_[demand.message_class](random);
  return demand;
}

OfferedLoad SyntheticTraffic::offered(std::uint32_t node) const {
  const double rate = rate_ * pattern_.weight(node);
  if (rate == 0) return {.rate = 0};
  // Flits: the number of packets varies, and so do their sizes.
  const double sizes = (mean_square_ - mean_ * mean_) / mean_;
  const Arrivals& its = arrivals(node);
  return {.rate = rate, .dispersion = its.dispersion() * mean_ + sizes, .period = its.period()};
}

}  // namespace rc::noc
