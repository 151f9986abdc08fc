// SPDX-License-Identifier: Apache-2.0
// Where packets go and when they come: all patterns, matrices, arrivals.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/traffic/matrix.h"
#include "hw_model/noc/traffic/synthetic_traffic.h"

namespace rc::noc {
namespace {

EndGrid grid_of(unsigned cols, unsigned rows) {
  NocParams params;
  params.cols = cols;
  params.rows = rows;
  return params;
}

PatternSettings named(const char* name) {
  PatternSettings settings;
  settings.name = name;
  settings.group = 16;
  settings.hot_nodes = {3, 40};
  return settings;
}

Pattern pattern_on_64(const char* name) { return {grid_of(8, 8), named(name)}; }

std::string error_of(auto attempt) {
  try {
    attempt();
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return "";
}

// Where source 9 of 64 can send to, by the patterns' definitions.
std::set<std::uint32_t> destinations_of_9(const char* name) {
  const Pattern pattern = pattern_on_64(name);
  std::set<std::uint32_t> destinations;
  for (std::uint32_t to = 0; to < 64; ++to)
    if (pattern.share(9, to) > 0) destinations.insert(to);
  return destinations;
}

std::set<std::uint32_t> range(std::uint32_t first, std::uint32_t last) {
  std::set<std::uint32_t> numbers;
  for (std::uint32_t i = first; i <= last; ++i) numbers.insert(i);
  return numbers;
}

TEST(NocPatterns, DrawWhatTheyShare) {
  for (const char* name : {"uniform", "random", "hotspot", "background", "diagonal", "asymmetric",
                           "taper64", "bad-dragonfly", "bad-yarc", "local", "near"}) {
    const Pattern pattern = pattern_on_64(name);
    EXPECT_TRUE(pattern.fixed().empty()) << name;
    for (const std::uint32_t source : {0u, 9u, 40u, 63u}) {
      kernel::Random random(source + 1);
      constexpr unsigned kDraws = 40'000;
      std::vector<double> drawn(64);
      for (unsigned i = 0; i < kDraws; ++i) drawn[pattern.destination(source, random)] += 1;
      double all = 0;
      for (std::uint32_t to = 0; to < 64; ++to) {
        const double share = pattern.share(source, to);
        EXPECT_NEAR(drawn[to] / kDraws, share, 5 * std::sqrt(share / kDraws) + 1e-12)
            << name << " " << source << " " << to;
        all += share;
      }
      EXPECT_NEAR(all, 1, 1e-9) << name << " " << source;
    }
  }
}

// As Noxim walks: each step along x or y, in a direction drawn once, until the edge is there.
TEST(NocPatterns, NearIsAWalk) {
  constexpr std::uint32_t kCols = 5, kRows = 3, kWalks = 200'000;
  const Pattern pattern(grid_of(kCols, kRows), named("near"));
  EXPECT_EQ(Pattern(grid_of(kCols, kRows), named("ulocal")).share(0, 1), pattern.share(0, 1));
  for (const std::uint32_t source : {0u, 7u, 11u}) {
    kernel::Random random(source + 1);
    std::vector<double> ended(kCols * kRows);
    for (std::uint32_t walk = 0; walk < kWalks; ++walk) {
      std::uint32_t x = source % kCols, y = source / kCols;
      // 96, 16, 8, 4, 2 and 1 of 127 walks have 1 to 6 steps.
      const std::uint32_t drawn = random.below(127);
      std::uint32_t steps = 1;
      for (std::uint32_t from = 96, of = 16; drawn >= from; from += of, of /= 2) ++steps;
      const bool east = random.below(2) == 1, north = random.below(2) == 1;
      for (std::uint32_t step = 0; step < steps; ++step) {
        if (random.below(2) == 1)
          x = east ? std::min(x + 1, kCols - 1) : std::max(x, 1u) - 1;
        else
          y = north ? std::min(y + 1, kRows - 1) : std::max(y, 1u) - 1;
      }
      ended[y * kCols + x] += 1;
    }
    for (std::uint32_t to = 0; to < kCols * kRows; ++to) {
      const double share = pattern.share(source, to);
      EXPECT_NEAR(ended[to] / kWalks, share, 5 * std::sqrt(share / kWalks) + 1e-12)
          << source << " to " << to;
    }
  }
  EXPECT_NE(error_of([] { Pattern({{15}, 1, 1, "depth"}, named("near")); }), "");
}

TEST(NocPatterns, DefinitionsOfThoseThatDraw) {
  EXPECT_EQ(destinations_of_9("uniform"), range(0, 63));
  std::set<std::uint32_t> others = range(0, 63);
  others.erase(9);
  EXPECT_EQ(destinations_of_9("random"), others);
  std::set<std::uint32_t> cold = range(0, 63);
  cold.erase(3);
  cold.erase(40);
  EXPECT_EQ(destinations_of_9("background"), cold);
  EXPECT_EQ(destinations_of_9("diagonal"), (std::set<std::uint32_t>{9, 10}));
  EXPECT_NEAR(pattern_on_64("diagonal").share(9, 10), 1.0 / 3, 1e-12);
  EXPECT_EQ(destinations_of_9("asymmetric"), (std::set<std::uint32_t>{9, 41}));
  EXPECT_NEAR(pattern_on_64("taper64").share(9, 18), 0.5 / 9 + 0.5 / 64, 1e-12);
  EXPECT_NEAR(pattern_on_64("taper64").share(9, 19), 0.5 / 64, 1e-12);
  EXPECT_EQ(destinations_of_9("bad-dragonfly"), range(16, 31));
  EXPECT_EQ(destinations_of_9("bad-yarc"), (std::set<std::uint32_t>{1, 9, 17, 25, 33, 41, 49, 57}));
  EXPECT_EQ(destinations_of_9("local"), others);
  EXPECT_NEAR(pattern_on_64("local").share(9, 10), 0.8 / 15, 1e-12);
  EXPECT_NEAR(pattern_on_64("local").share(9, 16), 0.2 / 48, 1e-12);
}

TEST(NocPatterns, DefinitionsOfPermutations) {
  EXPECT_EQ(pattern_on_64("butterfly").fixed()[1], 32u);
  EXPECT_EQ(pattern_on_64("butterfly").fixed()[35], 35u);
  EXPECT_EQ(pattern_on_64("transpose-other").fixed()[8 * 1 + 2], 8u * 5 + 6);
  for (const auto& [ours, theirs] : {std::pair{"transpose", "transpose2"},
                                     {"transpose-other", "transpose1"},
                                     {"bit-complement", "bitcomp"},
                                     {"bit-reverse", "bitrev"},
                                     {"neighbour", "neighbor"},
                                     {"permutation", "randperm"}})
    EXPECT_EQ(pattern_on_64(ours).fixed(), pattern_on_64(theirs).fixed()) << ours;
  PatternSettings settings = named("permutation");
  const std::vector<std::uint32_t> first = Pattern(grid_of(8, 8), settings).fixed();
  settings.seed = 2;
  std::vector<std::uint32_t> second = Pattern(grid_of(8, 8), settings).fixed();
  EXPECT_NE(first, second);
  std::ranges::sort(second);
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(second[i], i);
}

TEST(NocPatterns, ThoseThatDoNotFitSayWhatTheyExpect) {
  const auto refused = [](PatternSettings settings, unsigned cols, unsigned rows) {
    return error_of([&] { Pattern(grid_of(cols, rows), settings); });
  };
  EXPECT_NE(refused(named("taper64"), 6, 4).find("64 nodes, not 24"), std::string::npos);
  EXPECT_NE(refused(named("bad-yarc"), 6, 4).find("m x m"), std::string::npos);
  EXPECT_NE(refused(named("local"), 6, 4).find("divisor of 24"), std::string::npos);
  PatternSettings none = named("bad-dragonfly");
  none.group = 0;
  EXPECT_NE(refused(none, 8, 8).find("nodes of a group"), std::string::npos);
  PatternSettings all = named("background");
  all.hot_nodes = {0, 1};
  EXPECT_NE(refused(all, 2, 1).find("no node is left"), std::string::npos);
  EXPECT_NE(refused(named("matrix"), 2, 2).find("expected a matrix"), std::string::npos);
  for (const char* name : {"random", "background", "asymmetric", "bad-dragonfly", "matrix"})
    EXPECT_NE(refused(named("spiral"), 8, 8).find(name), std::string::npos);
}

TEST(NocMatrix, BothFormatsAreTheSame) {
  const RateMatrix rows = read_matrix(2, "# by source\n0, 0.25\n\n0.5 0\n", "m");
  const RateMatrix pairs =
      read_matrix(2, "source,destination,flits\n1,0,0.25\n0,1,0.25\n1,0,0.25\n", "m");
  EXPECT_EQ(rows.rates, (std::vector<double>{0, 0.25, 0.5, 0}));
  EXPECT_EQ(pairs.rates, rows.rates);
  EXPECT_DOUBLE_EQ(rows.mean(), 0.375);
}

TEST(NocMatrix, AByteOrderMarkIsNoText) {
  EXPECT_EQ(read_matrix(2, "\xEF\xBB\xBFsource,destination,flits\n1,0,0.25\n", "m").rates,
            (std::vector<double>{0, 0, 0.25, 0}));
}

TEST(NocMatrix, ErrorsNameTheLine) {
  const auto refused = [](const char* text) {
    return error_of([&] { read_matrix(2, text, "m.csv"); });
  };
  EXPECT_NE(refused("0 0.1\n0.1 x\n").find("m.csv:2: 'x'"), std::string::npos);
  EXPECT_NE(refused("0 0.1\n0.1 nan\n").find("m.csv:2: 'nan'"), std::string::npos);
  EXPECT_NE(refused("0 -0.1\n0 0\n").find("m.csv:1:"), std::string::npos);
  EXPECT_NE(refused("0 1.5\n0 0\n").find("from 0 to 1"), std::string::npos);
  EXPECT_NE(refused("0\n0 0\n").find("m.csv:1: 1 numbers, expected 2"), std::string::npos);
  EXPECT_NE(refused("0,1,0.2\n").find("before pairs, a line 'source,destination,flits'"),
            std::string::npos);
  EXPECT_NE(refused("0 0.1\n").find("1 rows, expected 2"), std::string::npos);
  EXPECT_NE(refused("0 0\n0 0\n0 0\n").find("m.csv:3: more than 2 rows"), std::string::npos);
  EXPECT_NE(refused("0.6 0.6\n0 0\n").find("source 0"), std::string::npos);
  EXPECT_NE(refused("0 0\n0 0\n").find("no flit"), std::string::npos);
  EXPECT_NE(refused("source destination flits\n0 2 0.1\n").find("m.csv:2: '2'"), std::string::npos);
  EXPECT_NE(refused("source destination flits\n0 1\n").find("2 fields"), std::string::npos);
}

TEST(NocMatrix, SourcesOfferWhatItSays) {
  PatternSettings settings;
  settings.name = "matrix";
  settings.matrix =
      std::make_shared<const RateMatrix>(read_matrix(3, "0 0.1 0.3\n0 0 0\n0.2 0 0\n", "m"));
  const Pattern pattern(grid_of(3, 1), settings);
  // Relative to what the mean source offers, 0.2.
  EXPECT_NEAR(pattern.share(0, 1), 0.5, 1e-12);
  EXPECT_NEAR(pattern.share(0, 2), 1.5, 1e-12);
  EXPECT_NEAR(pattern.weight(1), 0, 1e-12);
  EXPECT_NEAR(pattern.share(2, 0), 1, 1e-12);
  SyntheticTraffic traffic(grid_of(3, 1), pattern, PacketSizes("1"), 0.2, 1);
  EXPECT_FALSE(traffic.next(1));
  std::uint64_t last = 0, third = 0;
  for (int i = 0; i < 40'000; ++i) {
    const Demand demand = *traffic.next(0);
    last = demand.cycle;
    third += demand.destination == 2;
  }
  EXPECT_NEAR(40'000.0 / static_cast<double>(last), 0.4, 0.01);
  EXPECT_NEAR(static_cast<double>(third) / 40'000, 0.75, 0.01);
  EXPECT_NE(error_of([&] {
              SyntheticTraffic(grid_of(3, 1), pattern, PacketSizes("1"), 0.6, 1);
            }).find("node 0 would send 1.2"),
            std::string::npos);
}

// Mean and variance of the packets in windows of 1,000 cycles, against what the process says.
TEST(NocArrivals, RateAndDispersionAreThoseOfTheProcess) {
  using Process = ArrivalSettings::Process;
  for (const ArrivalSettings& settings :
       {ArrivalSettings{Process::bernoulli, 0.1, 0.1}, ArrivalSettings{Process::periodic, 0.1, 0.1},
        ArrivalSettings{Process::bursts, 0.05, 0.1}, ArrivalSettings{Process::bursts, 0.5, 0.02}}) {
    const Arrivals arrivals(settings, 0.2);
    kernel::Random random(11);
    Arrivals::State state = arrivals.start(random);
    constexpr unsigned kWindows = 4'000, kCycles = 1'000;
    std::vector<double> packets(kWindows);
    std::uint64_t last = 0;
    for (;;) {
      arrivals.advance(state, random);
      EXPECT_GT(state.cycle, last);
      last = state.cycle;
      if (last > std::uint64_t{kWindows} * kCycles) break;
      packets[(last - 1) / kCycles] += 1;
    }
    double sum = 0, squares = 0;
    for (const double count : packets) {
      sum += count;
      squares += count * count;
    }
    const double mean = sum / kWindows, variance = squares / kWindows - mean * mean;
    EXPECT_NEAR(mean, 0.2 * kCycles, 1) << name_of(settings.process);
    EXPECT_NEAR(variance / mean, arrivals.dispersion(), 0.1 * arrivals.dispersion() + 0.002)
        << name_of(settings.process);
  }
}

TEST(NocArrivals, ImpossibleOnesAreRefused) {
  using Process = ArrivalSettings::Process;
  EXPECT_NE(error_of([] {
              Arrivals({Process::bursts, 0, 0.1}, 0.1);
            }).find("probability of 0"),
            std::string::npos);
  EXPECT_NE(error_of([] {
              Arrivals({Process::bursts, 0.1, 0.3}, 0.5);
            }).find("2.0"),
            std::string::npos);
  EXPECT_NE(error_of([] { arrival_process("poisson"); }).find("'poisson'"), std::string::npos);
}

TEST(NocSyntheticTraffic, ClassesHaveTheirSharesAndSizes) {
  NocParams params;
  params.cols = params.rows = 2;
  SyntheticSettings settings{.sizes = sizes_by_class("1/3", 2),
                             .class_shares = {3, 1},
                             .arrivals = {},
                             .rate = 0.3,
                             .seed = 5};
  SyntheticTraffic traffic(params, Pattern(params, {}), settings);
  double second = 0, flits = 0;
  std::uint64_t last = 0;
  for (int i = 0; i < 40'000; ++i) {
    const Demand demand = *traffic.next(1);
    EXPECT_EQ(demand.flits, demand.message_class == 0 ? 1 : 3);
    second += demand.message_class;
    flits += demand.flits;
    last = demand.cycle;
  }
  EXPECT_NEAR(second / 40'000, 0.25, 0.01);
  EXPECT_NEAR(flits / static_cast<double>(last), 0.3, 0.01);
  EXPECT_NE(error_of([] { sizes_by_class("1/3/5", 2); }).find("of 3 classes"), std::string::npos);
  settings.class_shares = {1};
  EXPECT_NE(error_of([&] {
              SyntheticTraffic(params, Pattern(params, {}), settings);
            }).find("of 1 classes, expected of 2"),
            std::string::npos);
  settings.class_shares = {0, 0};
  EXPECT_NE(error_of([&] { SyntheticTraffic(params, Pattern(params, {}), settings); }), "");
}

}  // namespace
}  // namespace rc::noc
