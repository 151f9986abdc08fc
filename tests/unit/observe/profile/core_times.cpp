// SPDX-License-Identifier: Apache-2.0
// Every cycle is of one kind; a read that brings nothing new is polling.
#include "sim/observe/profile/core_times.h"

#include <gtest/gtest.h>

#include <numeric>

namespace rc::sim::observe {
namespace {

struct CoreTimesTest : ::testing::Test {
  CoreTimes times;
  Events now{};
  cpu::BusRequest request;

  CoreTimesTest() { request.paddr = 0xc0000020; }

  // Computes for `run` cycles, then reads `value`, which takes 50.
  void read(std::uint64_t run, std::uint8_t value, bool pollable = true) {
    cpu::BusReply reply;
    reply.data[0] = value;
    now[kCycles] += run + 50;
    now[kReadStall] += 50;
    times.answered(request, reply, now[kCycles], pollable);
    times.spent(now, kWaitsMpb);
  }
};

TEST_F(CoreTimesTest, RepeatedReadsArePolling) {
  read(100, 1);
  for (int i = 0; i < 3; ++i) read(10, 1);
  read(10, 2);
  times.finish();
  EXPECT_EQ(times.kinds()[kRuns], 110u);
  EXPECT_EQ(times.kinds()[kWaitsMpb], 100u);
  EXPECT_EQ(times.kinds()[kPolls], 180u);
}

TEST_F(CoreTimesTest, AWriteOrALongComputationBetweenIsProgress) {
  read(100, 1);
  times.progressed();
  read(10, 1);
  read(6'000, 1);
  read(10, 1, false);
  times.finish();
  EXPECT_EQ(times.kinds()[kPolls], 0u);
}

TEST_F(CoreTimesTest, ASkippedRepetitionIsPolling) {
  read(100, 1);
  read(10, 1);
  Events more{};
  more[kCycles] = 600;
  more[kReadStall] = 500;
  times.repeated(600, more);
  add(now, more);
  read(10, 1);
  read(10, 2);
  times.finish();
  EXPECT_EQ(times.kinds()[kPolls], 60u + 600u + 60u);
  EXPECT_EQ(times.kinds()[kWaitsMpb], 100u);
}

TEST_F(CoreTimesTest, BinsHoldARunOfAnyLength) {
  for (int i = 0; i < 30; ++i) {
    now[kCycles] += 1'000'000;
    times.spent(now, kWaitsMpb);
  }
  times.finish();
  EXPECT_LE(times.bins().size(), CoreTimes::kMaxBins);
  EXPECT_GE(times.bins().size() * times.bin_width(), 30'000'000u);
  std::uint64_t sum = 0;
  for (const Kinds& bin : times.bins()) {
    const auto all = std::accumulate(bin.begin(), bin.end(), std::uint64_t{0});
    EXPECT_LE(all, times.bin_width());
    sum += all;
  }
  EXPECT_EQ(sum, 30'000'000u);
}

}  // namespace
}  // namespace rc::sim::observe
