// SPDX-License-Identifier: Apache-2.0
// Allocators against their definitions: legal, maximal, maximum, and nobody waits for ever.
#include "hw_model/noc/router/matching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>

#include "hw_model/kernel/error.h"
#include "tests/support/random.h"

namespace rc::noc {
namespace {

constexpr unsigned kSide = 7;

std::vector<Ask> random_asks(test::Random& random, unsigned percent) {
  std::vector<Ask> asks;
  for (std::uint16_t number = 0; number < kSide; ++number) {
    Ask ask{number, number, 0, random.below(100), -1};
    for (unsigned resource = 0; resource < kSide; ++resource) {
      if (random.chance(percent)) ask.wants |= std::uint64_t{1} << resource;
    }
    if (ask.wants != 0) asks.push_back(ask);
  }
  return asks;
}

unsigned granted(const std::vector<Ask>& asks) {
  return static_cast<unsigned>(
      std::ranges::count_if(asks, [](const Ask& ask) { return ask.granted >= 0; }));
}

// No grant that was not asked for, and no resource twice.
void expect_legal(const std::vector<Ask>& asks) {
  std::uint64_t taken = 0;
  for (const Ask& ask : asks) {
    if (ask.granted < 0) continue;
    const std::uint64_t bit = std::uint64_t{1} << ask.granted;
    EXPECT_NE(ask.wants & bit, 0u);
    EXPECT_EQ(taken & bit, 0u);
    taken |= bit;
  }
}

bool is_maximal(const std::vector<Ask>& asks) {
  std::uint64_t taken = 0;
  for (const Ask& ask : asks) {
    if (ask.granted >= 0) taken |= std::uint64_t{1} << ask.granted;
  }
  return std::ranges::none_of(
      asks, [&](const Ask& ask) { return ask.granted < 0 && (ask.wants & ~taken) != 0; });
}

// The most that can be granted, by trying everything.
unsigned most_grants(const std::vector<Ask>& asks, std::size_t from = 0, std::uint64_t taken = 0) {
  if (from == asks.size()) return 0;
  unsigned best = most_grants(asks, from + 1, taken);
  for (unsigned resource = 0; resource < kSide; ++resource) {
    const std::uint64_t bit = std::uint64_t{1} << resource;
    if ((asks[from].wants & ~taken & bit) != 0)
      best = std::max(best, 1 + most_grants(asks, from + 1, taken | bit));
  }
  return best;
}

Matching make(AllocatorKind kind, ArbiterKind arbiter, unsigned iterations) {
  return {kind, arbiter, iterations, kSide, 1, kSide, kSide};
}

Matching make_ranked(AllocatorKind kind, ArbiterKind arbiter) {
  return {kind, arbiter, 1, kSide, 1, kSide, kSide, 1, true};
}

using Case = std::tuple<AllocatorKind, ArbiterKind>;
class Allocators : public ::testing::TestWithParam<Case> {};

TEST_P(Allocators, GrantLegallyAndSomethingToSomebody) {
  const auto [kind, arbiter] = GetParam();
  Matching matching = make(kind, arbiter, 1);
  test::Random random(1);
  for (unsigned i = 0; i < 2000; ++i) {
    std::vector<Ask> asks = random_asks(random, 1 + random.below(99));
    if (asks.empty()) continue;
    matching(0, asks);
    expect_legal(asks);
    EXPECT_GE(granted(asks), 1u);
  }
}

TEST_P(Allocators, AreMaximalWithAsManyIterationsAsPorts) {
  const auto [kind, arbiter] = GetParam();
  Matching matching = make(kind, arbiter, kSide);
  test::Random random(2);
  for (unsigned i = 0; i < 2000; ++i) {
    std::vector<Ask> asks = random_asks(random, 1 + random.below(99));
    if (asks.empty()) continue;
    matching(0, asks);
    expect_legal(asks);
    EXPECT_TRUE(is_maximal(asks));
  }
}

// Whoever goes before all others gets something, whatever the arbiters would say.
TEST_P(Allocators, ServeTheMostUrgentFirst) {
  const auto [kind, arbiter] = GetParam();
  Matching matching = make_ranked(kind, arbiter);
  test::Random random(5);
  for (unsigned i = 0; i < 2000; ++i) {
    std::vector<Ask> asks = random_asks(random, 1 + random.below(99));
    if (asks.empty()) continue;
    for (Ask& ask : asks) ask.rank += 1;
    Ask& first = asks[random.below(static_cast<std::uint32_t>(asks.size()))];
    first.rank = 0;
    matching(0, asks);
    expect_legal(asks);
    EXPECT_GE(first.granted, 0);
  }
}

// Two inputs, each with an urgent packet for one output and another one for the other's.
TEST_P(Allocators, RanksAreThoseOfEachResource) {
  const auto [kind, arbiter] = GetParam();
  if (kind == AllocatorKind::maximum) return;  // grants as many whoever gets which
  Matching matching = make_ranked(kind, arbiter);
  std::array<std::uint64_t, 2 * Matching::kMaxResources> ranks{9, 1};
  ranks[Matching::kMaxResources] = 1;
  ranks[Matching::kMaxResources + 1] = 9;
  for (unsigned cycle = 0; cycle < 2 * kSide; ++cycle) {
    std::vector<Ask> asks{{0, 0, 3, 1, -1}, {1, 1, 3, 1, -1}};
    matching(0, asks, 0, ranks.data());
    EXPECT_EQ(asks[0].granted, 1) << cycle;
    EXPECT_EQ(asks[1].granted, 0) << cycle;
  }
}

// All ask for everything all the time: none waits longer than a bound, the lowest number first
// apart.
TEST_P(Allocators, ServeEverybody) {
  const auto [kind, arbiter] = GetParam();
  if (arbiter == ArbiterKind::oldest) return;
  Matching matching = make(kind, arbiter, 1);
  std::vector<unsigned> waited(kSide);
  for (unsigned cycle = 0; cycle < 1000; ++cycle) {
    std::vector<Ask> asks;
    for (std::uint16_t number = 0; number < kSide; ++number)
      asks.push_back({number, number, (std::uint64_t{1} << kSide) - 1, 0, -1});
    matching(0, asks);
    for (const Ask& ask : asks) {
      waited[ask.number] = ask.granted >= 0 ? 0 : waited[ask.number] + 1;
      EXPECT_LE(waited[ask.number], kSide);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Every, Allocators,
    ::testing::Values(Case{AllocatorKind::separable_input, ArbiterKind::least_recently_served},
                      Case{AllocatorKind::separable_input, ArbiterKind::round_robin},
                      Case{AllocatorKind::separable_input, ArbiterKind::oldest},
                      Case{AllocatorKind::separable_output, ArbiterKind::least_recently_served},
                      Case{AllocatorKind::separable_output, ArbiterKind::round_robin},
                      Case{AllocatorKind::separable_output, ArbiterKind::oldest},
                      Case{AllocatorKind::islip, ArbiterKind::round_robin},
                      Case{AllocatorKind::wavefront, ArbiterKind::round_robin},
                      Case{AllocatorKind::maximum, ArbiterKind::round_robin}));

TEST(Wavefront, IsMaximal) {
  Matching matching = make(AllocatorKind::wavefront, ArbiterKind::round_robin, 1);
  test::Random random(3);
  for (unsigned i = 0; i < 2000; ++i) {
    std::vector<Ask> asks = random_asks(random, 40);
    if (asks.empty()) continue;
    matching(0, asks);
    EXPECT_TRUE(is_maximal(asks));
  }
}

TEST(Maximum, GrantsAsManyAsThereCanBe) {
  Matching matching = make(AllocatorKind::maximum, ArbiterKind::round_robin, 1);
  test::Random random(4);
  for (unsigned i = 0; i < 500; ++i) {
    std::vector<Ask> asks = random_asks(random, 10 + random.below(40));
    if (asks.empty()) continue;
    const unsigned most = most_grants(asks);
    matching(0, asks);
    expect_legal(asks);
    EXPECT_EQ(granted(asks), most);
  }
}

// McKeown 1999: under full load the pointers drift apart and every cycle grants everything.
TEST(Islip, ReachesFullThroughputWhenAllAskForAll) {
  Matching matching = make(AllocatorKind::islip, ArbiterKind::round_robin, 1);
  for (unsigned cycle = 0; cycle < 200; ++cycle) {
    std::vector<Ask> asks;
    for (std::uint16_t number = 0; number < kSide; ++number)
      asks.push_back({number, number, (std::uint64_t{1} << kSide) - 1, 0, -1});
    matching(0, asks);
    if (cycle >= 2 * kSide) {
      EXPECT_EQ(granted(asks), kSide);
    }
  }
}

TEST(Arbiters, TooManyToRememberAreRefused) {
  EXPECT_THROW(Arbiters(ArbiterKind::least_recently_served, 1u << 20, 1024), kernel::InputError);
}

std::string refusal(const RouterParams& params, unsigned radix) {
  try {
    check_router(params, radix);
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(RouterParams, ThatCannotBeAreRefusedInOneLine) {
  RouterParams router = two_stage_router({8, 1}, 8);
  EXPECT_EQ(refusal(router, 64), "");
  router.input_speedup = 2;
  EXPECT_EQ(refusal(router, 46),
            "router: input_speedup = 2 with 46 ports: expected at most 64 ports of the crossbar a "
            "side");
  router = scc_router({8, 2}, 3, 4);
  router.speculative = true;
  EXPECT_EQ(refusal(router, 5),
            "router: combined allocation has nothing to speculate on: expected two stages");
  router.speculative = false;
  router.switch_allocator = AllocatorKind::wavefront;
  EXPECT_NE(refusal(router, 5), "");
  router = scc_router({7, 2}, 3, 4);
  EXPECT_EQ(refusal(router, 5), "router: vcs = 7: expected a multiple of classes = 2");
}

}  // namespace
}  // namespace rc::noc
