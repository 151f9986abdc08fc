// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/verdict.h"

#include <algorithm>
#include <cmath>

namespace rc::sim::lab {
namespace {

constexpr double kLookGrowth = 1.189207115;  // 2^(1/4): a fourth look back is half the time
constexpr std::size_t kHalf = 4;
constexpr double kArea = 0.10;  // see verdict.h
constexpr double kLate = 0.5;   // of sqrt(v t): the most that one source may be late at the end
constexpr double kAge = 0.05;   // of the time: the most that one packet may be under way
// Standard deviations of the growth of a wait: of the mean wait, and of 4,096 single ones.
constexpr double kMeanDeviations = 4, kOneDeviations = 5;
// A wait that grows in proportion to the time has grown as much in the second half as in the first;
// that of a network at its limit grows like the root, by 0.41 of it.
constexpr double kInProportion = 0.75;

double cycles(std::uint64_t count) { return static_cast<double>(count); }

}  // namespace

const char* name_of(Verdict verdict) {
  constexpr const char* kNames[] = {"undecided", "stable", "saturated"};
  return kNames[static_cast<unsigned>(verdict)];
}

StabilityTest::StabilityTest(std::vector<noc::OfferedLoad> sources, unsigned traffic_classes,
                             const Capacity& capacity)
    : sources_(std::move(sources)),
      classes_(traffic_classes),
      slowest_(capacity.slowest),
      sums_(kBlocks * sources_.size() * 2) {
  dispersion_ = sources_.front().dispersion;
  first_verdict_ = kFlits * slowest_;
  for (const noc::OfferedLoad& source : sources_) {
    if (source.rate == 0) continue;
    rate_ += source.rate;
    dispersion_ = std::min(dispersion_, source.dispersion);
    first_verdict_ = std::max(first_verdict_, kBursts * source.period);
  }
  variance_ = dispersion_ * capacity.quickest;
}

void StabilityTest::open_blocks(std::uint64_t cycle) {
  const std::size_t size = sources_.size() * 2;
  while (cycle >= kBlocks * block_cycles_) {  // pairs of blocks become one
    for (std::size_t block = 0; block < kBlocks; ++block) {
      for (std::size_t i = 0; i < size; ++i) {
        Sum& from = sums_[block * size + i];
        Sum& to = sums_[block / 2 * size + i];
        if (&from == &to) continue;
        to.packets += from.packets;
        to.latency += from.latency;
        from = {};
      }
    }
    block_cycles_ *= 2;
  }
  blocks_ = cycle / block_cycles_;
  block_end_ = (blocks_ + 1) * block_cycles_;
}

void StabilityTest::look(std::uint64_t cycle, const std::vector<std::uint64_t>& lateness,
                         std::uint64_t oldest_age) {
  next_look_ = static_cast<std::uint64_t>(std::ceil(cycles(cycle) * kLookGrowth));
  if (verdict_ != Verdict::undecided) return;
  looks_.push_back({cycle, lateness});
  if (looks_.size() <= kHalf) return;
  if (saturated(looks_.front(), looks_.back()))
    verdict_ = Verdict::saturated;
  else if (stable(looks_.back(), oldest_age))
    verdict_ = Verdict::stable;
  if (verdict_ != Verdict::undecided) decided_at_ = cycle;
  looks_.erase(looks_.begin());
}

bool StabilityTest::saturated(const Look& before, const Look& now) const {
  const double time = cycles(now.cycle - before.cycle);
  const auto grows = [time](double half, double all, double deviation) {
    const double growth = all - half;
    return growth > time * kShare + deviation * std::sqrt(time) && growth > kInProportion * half;
  };
  double half = 0, all = 0, dispersion = 0;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const noc::OfferedLoad& source = sources_[i];
    if (source.rate == 0) continue;
    // What waits for a slow place on the way waits longer than the source's own packets make it.
    const double slow = (source.dispersion + 1) * (slowest_ - 1);
    if (grows(cycles(before.lateness[i]), cycles(now.lateness[i]),
              kOneDeviations * std::sqrt(source.dispersion / source.rate + slow)))
      return true;
    half += cycles(before.lateness[i]) * source.rate / rate_;
    all += cycles(now.lateness[i]) * source.rate / rate_;
    dispersion = std::max(dispersion, source.dispersion);
  }
  // One more than the dispersion: how the network serves its sources is random as well.
  return grows(half, all, kMeanDeviations * std::sqrt((dispersion + 1) * slowest_));
}

bool StabilityTest::stable(const Look& now, std::uint64_t oldest_age) const {
  if (cycles(now.cycle) < first_verdict_) return false;
  const double deviation = std::sqrt(variance_ * cycles(now.cycle));
  return cycles(oldest_age) <= kAge * cycles(now.cycle) &&
         cycles(std::ranges::max(now.lateness)) <=
             std::max(kLate * deviation, kShare / 2 * cycles(now.cycle)) &&
         quiet(now.cycle);
}

bool StabilityTest::quiet(std::uint64_t cycle) const {
  const double time = cycles(cycle);
  // Arrivals without chance drive no walk: then the growth that makes a network saturated counts.
  const auto bound = [time](double variance) {
    const double deviation = std::sqrt(variance * time);
    return std::max(kArea * deviation, kShare / 4 * time - 3 * deviation);
  };
  const double one = bound(variance_);
  Sum all;
  std::vector<Sum> by_block(kBlocks);
  for (std::size_t end = 0; end < sources_.size(); ++end) {
    if (excess(end, 0) > one || excess(end, 1) > one) return false;
    for (std::size_t block = 0; block < kBlocks; ++block) {
      const Sum& sum = sums_[(block * sources_.size() + end) * 2];
      by_block[block].packets += sum.packets;
      by_block[block].latency += sum.latency;
      all.packets += sum.packets;
      all.latency += sum.latency;
    }
  }
  if (all.packets == 0) return true;
  // All places together, as one that carries what all sources offer.
  double best = cycles(all.latency) / cycles(all.packets);
  const double mean = best;
  for (const Sum& sum : by_block)
    if (sum.packets != 0) best = std::min(best, cycles(sum.latency) / cycles(sum.packets));
  return mean - best <= bound(dispersion_ / rate_);
}

double StabilityTest::excess(std::size_t end, unsigned side) const {
  Sum all;
  double best = 0;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    const Sum& sum = sums_[(block * sources_.size() + end) * 2 + side];
    if (sum.packets == 0) continue;
    const double mean = cycles(sum.latency) / cycles(sum.packets);
    best = all.packets == 0 ? mean : std::min(best, mean);
    all.packets += sum.packets;
    all.latency += sum.latency;
  }
  return all.packets == 0 ? 0 : cycles(all.latency) / cycles(all.packets) - best;
}

}  // namespace rc::sim::lab
