// SPDX-License-Identifier: Apache-2.0
// The calendar beside a plain list: order, horizons, and where a run ends.
#include "hw_model/kernel/calendar.h"

#include <gtest/gtest.h>

#include <random>
#include <utility>
#include <vector>

namespace rc::kernel {
namespace {

using Acts = std::vector<std::pair<std::uint64_t, unsigned>>;  // time and agent

// Whichever agent it is.
void schedule(Calendar& calendar, unsigned agent, Picos next) {
  agent == 0 ? calendar.schedule_first(next, next) : calendar.schedule(agent, next);
}

TEST(Calendar, AgentsActInOrderOfTimeThenNumber) {
  Calendar calendar;
  Acts acts;
  for (const unsigned agent : {31u, 5u}) calendar.schedule(agent, Picos{700});
  calendar.schedule_first(Picos{700}, Picos{700});
  calendar.schedule(7, Picos{699});
  calendar.schedule(8, Picos{800});
  const auto act = [&](unsigned agent) {
    acts.emplace_back(calendar.present().value, agent);
    schedule(calendar, agent, Picos::never());
  };
  EXPECT_TRUE(calendar.run(Picos{800}, act));
  EXPECT_EQ(acts, (Acts{{699, 7}, {700, 0}, {700, 5}, {700, 31}}));
  EXPECT_EQ(calendar.present(), Picos{800});
  EXPECT_FALSE(calendar.empty());
  EXPECT_TRUE(calendar.run(Picos{801}, act));
  EXPECT_EQ(acts.back(), (std::pair<std::uint64_t, unsigned>{800, 8}));
  EXPECT_TRUE(calendar.empty());
}

// A time that has no room beside an agent's number would otherwise come round to the past, and the
// agent act again and again in the present.
TEST(Calendar, WhatLiesBeyondItsTimesIsNeverDue) {
  Calendar calendar;
  calendar.schedule(3, Picos{700});
  calendar.schedule(4, Picos{(std::uint64_t{1} << 63) + 5});
  calendar.schedule(5, Picos{std::uint64_t{1} << 59});
  Acts acts;
  const auto act = [&](unsigned agent) {
    acts.emplace_back(calendar.present().value, agent);
    schedule(calendar, agent, Picos{(std::uint64_t{1} << 63) + 5});
  };
  EXPECT_TRUE(calendar.run(Picos{std::uint64_t{1} << 50}, act));
  EXPECT_EQ(acts, (Acts{{700, 3}}));
  EXPECT_TRUE(calendar.empty());
}

TEST(Calendar, TheHorizonIsWhatOthersReach) {
  Calendar calendar;
  calendar.set_lookahead(Picos{30});
  EXPECT_EQ(calendar.horizon(3), Picos::never());
  calendar.schedule(3, Picos{10});
  EXPECT_EQ(calendar.horizon(3), Picos::never());
  EXPECT_EQ(calendar.horizon(4), Picos{40});
  calendar.schedule(20, Picos{25});
  EXPECT_EQ(calendar.horizon(3), Picos{55});
  EXPECT_EQ(calendar.horizon(20), Picos{40});
  calendar.schedule_first(Picos{20}, Picos{50});
  EXPECT_EQ(calendar.horizon(3), Picos{50});
  EXPECT_EQ(calendar.horizon(20), Picos{40});
  calendar.schedule(3, Picos::never());
  EXPECT_EQ(calendar.horizon(20), Picos{50});
  calendar.set_lookahead(Picos{10});
  EXPECT_EQ(calendar.horizon(3), Picos{35});
}

TEST(Calendar, AStopFinishesItsInstant) {
  Calendar calendar;
  Acts acts;
  for (unsigned agent = 0; agent < 3; ++agent) {
    schedule(calendar, agent, Picos{100 + agent / 2});
  }
  const auto act = [&](unsigned agent) {
    acts.emplace_back(calendar.present().value, agent);
    schedule(calendar, agent, Picos::never());
    if (agent == 0) calendar.stop();
  };
  // Also where the slice ends with that instant.
  EXPECT_FALSE(calendar.run(Picos{101}, act));
  EXPECT_EQ(acts, (Acts{{100, 0}, {100, 1}}));
  EXPECT_EQ(calendar.present(), Picos{100});
  EXPECT_TRUE(calendar.run(Picos{200}, act));
  EXPECT_EQ(acts.back(), (std::pair<std::uint64_t, unsigned>{101, 2}));
  EXPECT_EQ(calendar.present(), Picos{200});
}

TEST(Calendar, TheFirstGoesOnWhileItIsTheNext) {
  Calendar calendar;
  calendar.schedule_first(Picos{10}, Picos{10});
  calendar.schedule(4, Picos{30});
  const auto act = [&](unsigned agent) {
    if (agent != 0) return calendar.schedule(agent, Picos::never());
    EXPECT_TRUE(calendar.first_goes_on(Picos{20}));
    EXPECT_EQ(calendar.present(), Picos{20});
    EXPECT_FALSE(calendar.first_goes_on(Picos{31}));  // behind the other agent
    EXPECT_TRUE(calendar.first_goes_on(Picos{30}));   // before it, by its number
    EXPECT_FALSE(calendar.first_goes_on(Picos::never()));
    calendar.schedule(4, Picos::never());
    EXPECT_FALSE(calendar.first_goes_on(Picos{100}));  // the run ends before
    calendar.stop();
    EXPECT_FALSE(calendar.first_goes_on(Picos{31}));
    calendar.schedule_first(Picos::never(), Picos::never());
  };
  EXPECT_FALSE(calendar.run(Picos{100}, act));
}

TEST(Calendar, WhatHasPassedIsDueAtOnce) {
  Calendar calendar;
  const auto act = [&](unsigned agent) { schedule(calendar, agent, Picos::never()); };
  calendar.run(Picos{500}, act);
  calendar.schedule(2, Picos{100});
  std::uint64_t at = 0;
  calendar.run(Picos{501}, [&](unsigned agent) {
    at = calendar.present().value;
    act(agent);
  });
  EXPECT_EQ(at, 500u);
}

class CalendarOf : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Agents, CalendarOf, testing::Values(2u, 27u, 275u));

TEST_P(CalendarOf, EqualsAPlainList) {
  std::mt19937_64 random(5);
  Calendar calendar(GetParam());
  ASSERT_GE(calendar.agents(), GetParam());
  constexpr Picos kLookahead{13};
  calendar.set_lookahead(kLookahead);
  std::vector<Picos> next(calendar.agents(), Picos::never()), reach = next;
  const auto schedule = [&](unsigned agent, Picos least) {
    const bool never = random() % 8 == 0;
    next[agent] = never ? Picos::never() : least + Picos{random() % 50};
    reach[agent] = never        ? Picos::never()
                   : agent == 0 ? next[agent] + Picos{random() % 20}
                                : next[agent] + kLookahead;
    agent == 0 ? calendar.schedule_first(next[agent], reach[agent])
               : calendar.schedule(agent, next[agent]);
  };
  for (unsigned agent = 0; agent < calendar.agents(); ++agent) schedule(agent, Picos{0});
  unsigned acts = 0;
  for (std::uint64_t end = 7; end < 20'000; end += 1 + random() % 30) {
    calendar.run(Picos{end}, [&](unsigned agent) {
      ++acts;
      const Picos present = calendar.present();
      for (unsigned other = 0; other < calendar.agents(); ++other) {
        ASSERT_TRUE(next[other] > present || (next[other] == present && other >= agent));
      }
      Picos horizon = Picos::never();
      for (unsigned other = 0; other < calendar.agents(); ++other) {
        if (other != agent) horizon = std::min(horizon, reach[other]);
      }
      if (agent != 0) {
        ASSERT_EQ(calendar.horizon(agent), horizon);
      }
      schedule(agent, present + Picos{1});
      // It may move others, too.
      if (random() % 3 == 0) {
        schedule(static_cast<unsigned>(random() % calendar.agents()), present + Picos{1});
      }
    });
    for (unsigned agent = 0; agent < calendar.agents(); ++agent) {
      ASSERT_GE(next[agent], Picos{end});
      if (next[agent] == Picos::never()) schedule(agent, Picos{end});
    }
  }
  EXPECT_GT(acts, 500u * GetParam() / 27);
}

}  // namespace
}  // namespace rc::kernel
