// SPDX-License-Identifier: Apache-2.0
// A soak's time: shared by parts, and kept to. The host is played.
#include "tests/soak/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rc::soak {
namespace {

// What a case takes: some seconds, and some more for each percent of its size.
struct Cost {
  double least, of_size;
};

struct Played {
  double end = 0;
  std::vector<double> used;            // seconds by part
  std::vector<unsigned> cases, large;  // number, largest size
};

class SoakScheduleTest : public ::testing::Test {
 protected:
  std::vector<SoakPart> parts_;
  std::vector<SoakTotals> before_;
  std::vector<Cost> costs_;

  void part(unsigned share, Cost cost) {
    parts_.push_back({"", "", share, {}});
    before_.emplace_back();
    costs_.push_back(cost);
  }
  // `jobs` cases at a time, for so many seconds.
  Played play(double seconds, unsigned jobs = 1) const {
    struct Running {
      SoakSchedule::Pick pick;
      double begin, end;
    };
    SoakSchedule schedule(parts_, before_);
    std::vector<Running> running;
    Played played;
    played.used.resize(parts_.size());
    played.cases.resize(parts_.size());
    played.large.resize(parts_.size());
    double now = 0;
    for (bool more = true; more || !running.empty();) {
      while (more && running.size() < jobs) {
        const auto pick = schedule.next(seconds - now);
        more = pick.has_value();
        if (!more) break;
        EXPECT_EQ(pick->number, before_[pick->part].cases + played.cases[pick->part]++);
        played.large[pick->part] = std::max(played.large[pick->part], pick->size);
        const Cost& cost = costs_[pick->part];
        const double took = cost.least + cost.of_size * pick->size;
        played.used[pick->part] += took;
        running.push_back({*pick, now, now + took});
      }
      const auto first = std::ranges::min_element(running, {}, &Running::end);
      if (first == running.end()) continue;
      now = first->end;
      const double took = first->end - first->begin;
      schedule.ended(first->pick, took, static_cast<std::uint64_t>(1000 * took));
      running.erase(first);
    }
    played.end = now;
    return played;
  }
};

TEST_F(SoakScheduleTest, PartsShareTimeNotCases) {
  part(1, {0, 0.001});
  part(1, {0, 0.44});  // a whole case takes as long as 44 of the first
  part(2, {0.05, 0.01});
  for (const unsigned jobs : {1u, 2u, 8u}) {
    const Played played = play(400, jobs);
    const double share = jobs * 100.0;
    EXPECT_NEAR(played.used[0], share, 0.05 * share) << jobs;
    EXPECT_NEAR(played.used[1], share, 0.05 * share) << jobs;
    EXPECT_NEAR(played.used[2], 2 * share, 0.05 * share) << jobs;
  }
}

TEST_F(SoakScheduleTest, SlowPartsHaveSmallCases) {
  part(1, {0, 0.001});
  part(1, {0, 0.1});
  const Played played = play(100);
  EXPECT_EQ(played.large[0], 100u);
  EXPECT_EQ(played.large[1], 10u);
}

// A whole case takes 0.9 s, the smallest nearly half of that.
TEST_F(SoakScheduleTest, CasesWithALongStartGrow) {
  part(1, {0.4, 0.005});
  const Played played = play(20);
  EXPECT_EQ(played.large[0], 100u);
  EXPECT_LE(played.cases[0], 30u);
}

TEST_F(SoakScheduleTest, TimeIsKept) {
  part(1, {0, 0.0001});
  part(1, {0.1, 0.02});
  part(1, {0, 0.5});
  for (const double seconds : {0.2, 1.0, 3.0, 20.0}) {
    const Played played = play(seconds);
    EXPECT_LE(played.end, seconds + 0.5) << "a smallest case of the slowest part";
    EXPECT_GE(played.end, 0.7 * seconds);
  }
}

TEST_F(SoakScheduleTest, OneCaseIsRunInAnyCase) {
  part(1, {0, 5});
  part(1, {0, 7});
  const Played played = play(1e-9);
  EXPECT_EQ(played.cases, (std::vector<unsigned>{1, 0}));
  EXPECT_EQ(played.large[0], 1u);
}

// What a part has used before counts, so that soaks that are begun again share as one would.
TEST_F(SoakScheduleTest, GoesOnWhereItWas) {
  part(1, {0, 0.01});
  part(1, {0, 0.01});
  before_[0] = {.cases = 5, .cpu_milliseconds = 30'000};
  const Played played = play(100);
  EXPECT_NEAR(played.used[0], 35, 1.5);
  EXPECT_NEAR(played.used[1], 65, 1.5);
}

TEST_F(SoakScheduleTest, PartsWithoutWorkTakeTurns) {
  part(1, {0.0001, 0});
  part(1, {0.0001, 0});
  const Played played = play(0.1);
  EXPECT_NEAR(played.cases[0], played.cases[1], 1);
  EXPECT_GT(played.cases[0], 100u);
}

}  // namespace
}  // namespace rc::soak
