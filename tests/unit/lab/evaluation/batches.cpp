// SPDX-License-Identifier: Apache-2.0
// The interval of a mean, on processes whose mean and correlation are known.
#include "sim/lab/evaluation/batches.h"

#include <gtest/gtest.h>

#include <cmath>

#include "hw_model/kernel/random.h"

namespace rc::sim::lab {
namespace {

double fraction(kernel::Random& random) { return random.word() / 4294967296.0; }

// A single server with one customer a cycle at most: each cycle one comes with probability
// load / 2, and its service takes two cycles: Geo/D/1. Calls visit(cycle of arrival, cycles in the system).
template <class Visit>
void queue(std::uint64_t cycles, double load, std::uint64_t seed, Visit visit) {
  constexpr std::uint64_t kService = 2;
  kernel::Random random(seed);
  std::uint64_t free_at = 0;
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    if (fraction(random) >= load / kService) continue;
    free_at = std::max(free_at, cycle) + kService;
    visit(cycle, free_at - cycle);
  }
}

// Time in the system of Geo/D/1: s + p s (s - 1) / (2 (1 - p s)), arrivals p a cycle, s cycles of
// service (Takagi, "Queueing Analysis" vol. 3, 1993, section 1.2, with departures first).
double mean_of_queue(double load) {
  const double p = load / 2;
  return 2 + p * 2 / (2 * (1 - load));
}

TEST(SimNocBatches, OneOverTheRootForIndependentValues) {
  kernel::Random random(3);
  BatchSeries series(10);
  for (std::uint64_t time = 0; time < 2'560; ++time) series.add(time, random.below(1'001));
  series.close(2'560);
  ASSERT_EQ(series.batches().size(), 256u);
  // Uniform from 0 to 1,000: a standard deviation of 289.
  EXPECT_NEAR(*half_width(series), 1.96 * 289 / std::sqrt(2'560), 3.5);
}

TEST(SimNocBatches, JoinedBatchesHoldTheSame) {
  BatchSeries series(1);
  for (std::uint64_t time = 0; time < 5 * BatchSeries::kMost; ++time) series.add(time, time % 7);
  EXPECT_EQ(series.width(), 8u);
  double packets = 0, latency = 0;
  for (const BatchSeries::Batch& batch : series.batches()) {
    packets += batch.packets;
    latency += batch.latency;
  }
  EXPECT_EQ(packets, 5.0 * BatchSeries::kMost);
  EXPECT_EQ(latency, (2560 / 7) * 21 + 10);  // and 0, 1, 2, 3, 4 at the end
  series.close(2'555);
  EXPECT_EQ(series.batches().size(), 319u);  // what has not ended is left out
}

TEST(SimNocBatches, TooFewBatchesGiveNothing) {
  BatchSeries series(10);
  EXPECT_FALSE(half_width(series));
  for (std::uint64_t time = 0; time < 310; ++time) series.add(time, 1);
  EXPECT_FALSE(half_width(series));
  EXPECT_FALSE(look_at(series));
  BatchSeries empty(10);
  empty.close(2'560);
  EXPECT_FALSE(half_width(empty));
  EXPECT_FALSE(look_at(empty));
}

TEST(SimNocBatches, ThePilotLeavesOutTheBegin) {
  kernel::Random random(5);
  BatchSeries series(10);
  for (std::uint64_t time = 0; time < 2'560; ++time)
    series.add(time, random.below(20) + (time < 300 ? 300 - time : 0));
  const auto pilot = look_at(series);
  ASSERT_TRUE(pilot);
  EXPECT_GE(pilot->settled, 200u);
  EXPECT_LE(pilot->settled, 500u);
  BatchSeries rising(10);
  for (std::uint64_t time = 0; time < 2'560; ++time) rising.add(time, time);
  EXPECT_FALSE(look_at(rising));
}

TEST(SimNocBatches, CorrelatedQueuesNeedLongBatches) {
  std::uint64_t before = 0;
  for (const double load : {0.5, 0.8, 0.95}) {
    BatchSeries series(1);
    queue(1'000'000, load, 7,
          [&](std::uint64_t cycle, std::uint64_t time) { series.add(cycle, time); });
    const auto pilot = look_at(series);
    ASSERT_TRUE(pilot) << load;
    EXPECT_GE(pilot->batch, before) << load;
    before = pilot->batch;
  }
  EXPECT_GT(before, 2'000u);
}

// 95 of 100 intervals hold the mean that theory knows: a pilot, then a second stage of the length
// that it says, whose data alone make the interval.
TEST(SimNocBatches, IntervalsHoldTheMeanOfAQueue) {
  for (const double load : {0.5, 0.9}) {
    constexpr unsigned kTrials = 400;
    unsigned held = 0;
    for (unsigned seed = 1; seed <= kTrials; ++seed) {
      std::optional<Pilot> pilot;
      for (std::uint64_t cycles = 20'000; !pilot; cycles *= 2) {
        BatchSeries first(1);
        queue(cycles, load, seed,
              [&](std::uint64_t cycle, std::uint64_t time) { first.add(cycle, time); });
        pilot = look_at(first);
      }
      const std::uint64_t length = 8 * kIntervalBatches * pilot->batch;
      BatchSeries second(length / 256 + 1);
      double sum = 0, count = 0;
      queue(length + 5'000, load, seed + 10'000, [&](std::uint64_t cycle, std::uint64_t time) {
        if (cycle < 5'000) return;
        second.add(cycle - 5'000, time);
        sum += static_cast<double>(time);
        ++count;
      });
      held += std::abs(sum / count - mean_of_queue(load)) <= *half_width(second);
    }
    EXPECT_GE(held, kTrials * 0.9) << load;
    EXPECT_LE(held, kTrials * 0.99) << load;
  }
}

}  // namespace
}  // namespace rc::sim::lab
