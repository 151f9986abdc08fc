// SPDX-License-Identifier: Apache-2.0
// The interval of a mean, on processes whose mean and correlation are known.
#include "sim/lab/evaluation/batches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "hw_model/kernel/random.h"

namespace rc::sim::lab {
namespace {

double fraction(kernel::Random& random) { return random.word() / 4294967296.0; }

// A single server: in each cycle a customer comes with probability load / service, and is served
// for `service` cycles: Geo/D/1, and next to M/D/1 if the service is long. Calls visit(cycle of
// arrival, cycles in the system).
template <class Visit>
void queue(std::uint64_t cycles, double load, std::uint64_t service, std::uint64_t seed,
           Visit visit) {
  kernel::Random random(seed);
  std::uint64_t free_at = 0;
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    if (fraction(random) >= load / static_cast<double>(service)) continue;
    free_at = std::max(free_at, cycle) + service;
    visit(cycle, free_at - cycle);
  }
}

// The formula of Pollaczek and Khinchine for slotted time: p arrivals a cycle of s cycles each wait
// p s (s - 1) / (2 (1 - p s)). With a long service that is M/D/1's load s / (2 (1 - load)).
double mean_of_queue(double load, double service) {
  return service + load * (service - 1) / (2 * (1 - load));
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
    queue(1'000'000, load, 2, 7,
          [&](std::uint64_t cycle, std::uint64_t time) { series.add(cycle, time); });
    const auto pilot = look_at(series);
    ASSERT_TRUE(pilot) << load;
    EXPECT_GE(pilot->batch, before) << load;
    before = pilot->batch;
  }
  EXPECT_GT(before, 2'000u);
}

// Intervals that hold the mean that theory knows, of `trials`: a pilot, then a second stage of the
// length that it says, whose data alone make the interval.
unsigned held_of(unsigned trials, double load, std::uint64_t service) {
  const double mean = mean_of_queue(load, static_cast<double>(service));
  unsigned held = 0;
  for (unsigned seed = 1; seed <= trials; ++seed) {
    std::optional<Pilot> pilot;
    for (std::uint64_t cycles = 10'000 * service; !pilot; cycles *= 2) {
      BatchSeries first(service);
      queue(cycles, load, service, seed,
            [&](std::uint64_t cycle, std::uint64_t time) { first.add(cycle, time); });
      first.close(cycles);
      pilot = look_at(first);
    }
    const std::uint64_t length = 8 * kIntervalBatches * pilot->batch, settled = 5'000 * service;
    BatchSeries second(length / 256 + 1);
    double sum = 0, count = 0;
    queue(settled + length, load, service, seed + 10'000,
          [&](std::uint64_t cycle, std::uint64_t time) {
            if (cycle < settled) return;
            second.add(cycle - settled, time);
            sum += static_cast<double>(time);
            ++count;
          });
    second.close(length);
    held += std::abs(sum / count - mean) <= *half_width(second);
  }
  return held;
}

TEST(SimNocBatches, IntervalsHoldTheMeanOfAQueue) {
  for (const auto& [load, service, trials] :
       {std::tuple{0.5, 2u, 400u}, {0.9, 2u, 400u}, {0.8, 50u, 40u}}) {
    const unsigned held = held_of(trials, load, service);
    EXPECT_GE(held, 0.9 * trials) << load << " " << service;
    EXPECT_LE(held, 0.99 * trials) << load << " " << service;
  }
}

}  // namespace
}  // namespace rc::sim::lab
