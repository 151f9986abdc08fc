// SPDX-License-Identifier: Apache-2.0
// A clock whose changes are known ahead: as a ClockDomain that is changed when it comes to them,
// and the same in whatever order they are announced.
#include "hw_model/kernel/changing_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace rc::kernel {
namespace {

TEST(ChangingClock, AChangeBeginsWithAnEdgeOfThePeriodBefore) {
  ChangingClock clock(Picos{1'000});
  clock.change(Picos{10'500}, 0, Picos{300});
  EXPECT_EQ(clock.settled(), Picos{11'000});
  EXPECT_EQ(clock.cycle_at(Picos{10'999}), 10u);
  EXPECT_EQ(clock.time_of(11), Picos{11'000});
  EXPECT_EQ(clock.time_of(12), Picos{11'300});
  EXPECT_EQ(clock.cycle_after(Picos{11'000}), 12u);
  EXPECT_EQ(clock.cycle_after(Picos{10'500}), 11u);
  EXPECT_DOUBLE_EQ(clock.cycles(Picos{11'150}), 11.5);
  EXPECT_EQ(clock.period_at(Picos{10'999}), Picos{1'000});
  EXPECT_EQ(clock.period_at(Picos{11'000}), Picos{300});
  EXPECT_EQ(clock.least_period(Picos{0}), Picos{300});

  // On an edge, and back to a longer one.
  clock.change(Picos{11'600}, 0, Picos{500});
  EXPECT_EQ(clock.settled(), Picos{11'600});
  EXPECT_EQ(clock.least_period(Picos{11'599}), Picos{300});
  EXPECT_EQ(clock.least_period(Picos{11'600}), Picos{500});
}

// The second is asked for before the edge at which the first begins.
TEST(ChangingClock, TwoChangesInOnePeriod) {
  ChangingClock clock(Picos{10'000});
  clock.change(Picos{20'500}, 1, Picos{600});
  clock.change(Picos{21'000}, 0, Picos{2'000});
  EXPECT_EQ(clock.settled(), Picos{30'000});
  EXPECT_EQ(clock.time_of(3), Picos{30'000});
  EXPECT_EQ(clock.time_of(4), Picos{32'000});
  EXPECT_EQ(clock.period_at(Picos{30'000}), Picos{2'000});

  // Of one instant, the highest number stands.
  for (const unsigned last : {0u, 1u}) {
    ChangingClock both(Picos{1'000});
    both.change(Picos{5'000}, 1 - last, Picos{300 + 100 * (1 - last)});
    both.change(Picos{5'000}, last, Picos{300 + 100 * last});
    EXPECT_EQ(both.period_at(Picos{5'000}), Picos{400}) << last;
  }
}

TEST(ChangingClock, OrderOfAnnouncementDoesNotMatter) {
  struct Change {
    Picos asked;
    unsigned number;
    Picos period;
  };
  std::mt19937_64 random(5);
  for (int round = 0; round < 50; ++round) {
    std::vector<Change> changes;
    for (unsigned i = 0; i < 8; ++i) {
      changes.push_back({Picos{random() % 100'000}, i, Picos{625 * (1 + random() % 16)}});
    }
    ChangingClock one(Picos{1'250}), other(Picos{1'250});
    for (const Change& each : changes) one.change(each.asked, each.number, each.period);
    std::shuffle(changes.begin(), changes.end(), random);
    for (const Change& each : changes) other.change(each.asked, each.number, each.period);
    Picos before{0};
    for (Cycle cycle = 0; cycle < 200; ++cycle) {
      const Picos time = one.time_of(cycle);
      ASSERT_EQ(time, other.time_of(cycle));
      ASSERT_EQ(one.cycle_at(time), cycle);
      if (cycle == 0) continue;
      ASSERT_EQ(one.cycle_at(time - Picos{1}), cycle - 1);
      ASSERT_EQ(time - before, one.period_at(before));
      before = time;
    }
  }
}

}  // namespace
}  // namespace rc::kernel
