// SPDX-License-Identifier: Apache-2.0
// Loads of channels: closed forms of the books, every way of every packet walked alone, and what
// the stepped network carries at low load.
#include "hw_model/noc/traffic/channel_load.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <span>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/network/stepped_network.h"
#include "tests/unit/noc/routing/walk.h"

namespace rc::noc {
namespace {

using test::dragonfly;
using test::family;
using test::relation;
using test::stages;

Pattern pattern_of(const Topology& topology, const char* name) {
  const auto ends = static_cast<std::uint32_t>(topology.graph.ends().size());
  std::vector<std::uint32_t> sizes{ends};
  if (topology.shape.kind == Shape::Kind::grid && ends == topology.graph.routers())
    sizes.assign(topology.shape.sizes.begin(), topology.shape.sizes.end());
  PatternSettings settings;
  settings.name = name;
  return {EndGrid(sizes, 1, 1, ""), settings};
}

struct Loads {
  Topology topology;
  std::vector<double> load;
  double capacity = 0;

  Loads(const TopologyParams& params, const char* routing, const char* traffic)
      : topology(make_topology(params)) {
    const Pattern pattern = pattern_of(topology, traffic);
    load = channel_load(topology, *relation(topology, routing), pattern);
    capacity = noc::capacity(topology, pattern, load);
  }
  double most() const { return std::ranges::max(load); }
  double least() const { return std::ranges::min(load); }
  double sum() const { return std::accumulate(load.begin(), load.end(), 0.0); }
};

TopologyParams hypercube(unsigned n) {
  TopologyParams params = family("hypercube");
  params.n = n;
  return params;
}

constexpr double kNear = 1e-9;

TEST(ChannelLoad, OfUniformTrafficOnMeshesIsAQuarterOfTheSideAtTheMiddle) {
  for (const std::vector<unsigned>& sizes :
       {std::vector<unsigned>{8}, {4, 4}, {8, 8}, {4, 4, 4}, {2, 6}}) {
    const Loads loads(family("mesh", sizes), "dor", "uniform");
    const unsigned side = std::ranges::max(sizes);
    EXPECT_NEAR(loads.most(), side / 4.0, kNear);
    EXPECT_NEAR(loads.capacity, std::min(1.0, 4.0 / side), kNear);
  }
}

TEST(ChannelLoad, OfUniformTrafficOnToriIsAnEighthOfTheSide) {
  for (const std::vector<unsigned>& sizes :
       {std::vector<unsigned>{8}, {4, 4}, {8, 8}, {4, 4, 4}, {16}}) {
    const Loads loads(family("torus", sizes), "dor", "uniform");
    EXPECT_NEAR(loads.most(), sizes[0] / 8.0, kNear);
    EXPECT_NEAR(loads.least(), sizes[0] / 8.0, kNear);
  }
}

TEST(ChannelLoad, OfTornadoIsOneWayRound) {
  const Loads ring(family("ring", {9}), "dor", "tornado");
  EXPECT_NEAR(ring.most(), 4, kNear);
  EXPECT_NEAR(ring.sum(), 9 * 4, kNear);
  EXPECT_NEAR(ring.least(), 0, kNear);
  const Loads torus(family("torus", {8, 8}), "dor", "tornado");
  EXPECT_NEAR(torus.most(), 3, kNear);
  EXPECT_NEAR(torus.sum(), 64 * 6, kNear);
  EXPECT_NEAR(torus.capacity, 1.0 / 3, kNear);
}

TEST(ChannelLoad, OfPermutationsOnAMesh) {
  EXPECT_NEAR(Loads(family("mesh", {8, 8}), "dor", "transpose").most(), 7, kNear);
  EXPECT_NEAR(Loads(family("mesh", {8, 8}), "dor", "transpose").capacity, 1.0 / 7, kNear);
  EXPECT_NEAR(Loads(family("mesh", {8, 8}), "o1turn", "transpose").most(), 3.5, kNear);
  EXPECT_NEAR(Loads(family("mesh", {8, 8}), "dor", "bit-complement").most(), 4, kNear);
  EXPECT_NEAR(Loads(family("mesh", {6, 6}), "yx", "bit-complement").most(), 3, kNear);
  EXPECT_NEAR(Loads(family("mesh", {8, 8}), "dor", "neighbour").capacity, 1, kNear);
}

TEST(ChannelLoad, OfUniformTrafficOnOtherFamilies) {
  const Loads cube(hypercube(5), "dor", "uniform");
  EXPECT_NEAR(cube.most(), 0.5, kNear);
  EXPECT_NEAR(cube.least(), 0.5, kNear);
  const Loads fly(stages("fly", 3, 3), "dest-tag", "uniform");
  EXPECT_NEAR(fly.most(), 1, kNear);
  EXPECT_NEAR(fly.least(), 1, kNear);
  TopologyParams params = family("flattened", {4, 3});
  params.concentration = 2;
  const Loads flattened(params, "minimal", "uniform");
  EXPECT_NEAR(flattened.most(), 2.0 / 3, kNear);
  EXPECT_NEAR(flattened.least(), 2.0 / 4, kNear);
}

// Of what an end point below level l sends, 1 - k^(l + 1 - n) goes up there, and as much comes down.
TEST(ChannelLoad, OfUniformTrafficOnATree) {
  for (const char* name : {"nca", "nca-adaptive"}) {
    const Loads tree(stages("tree", 3, 4), name, "uniform");
    for (ChannelId id = 0; id < tree.load.size(); ++id) {
      const Channel& channel = tree.topology.graph.channel(id);
      const unsigned level =
          std::min(tree.topology.digits[channel.from][0], tree.topology.digits[channel.to][0]);
      ASSERT_NEAR(tree.load[id], 1 - std::pow(3.0, level + 1.0 - 4), kNear) << name;
    }
    EXPECT_NEAR(tree.capacity, 1, kNear) << name;
  }
}

TEST(Capacity, CountsNarrowChannelsAndEndPoints) {
  TopologyParams params = family("chips", {2, 2});
  params.chip_cycles_per_flit = 3;
  const Loads chips(params, "dor", "uniform");  // a mesh of 4 x 4
  EXPECT_NEAR(chips.most(), 1, kNear);
  EXPECT_NEAR(chips.capacity, 1.0 / 3, kNear);
  // A fifth of what 16 end points send goes to one, and of the rest what all others get.
  const Loads hot(family("mesh", {4, 4}), "dor", "hotspot");
  EXPECT_NEAR(hot.capacity, 1 / (16 * 0.2 + 0.8), 1e-6);
  TopologyParams star = family("star");
  star.concentration = 8;
  EXPECT_EQ(Loads(star, "up-down", "neighbour").capacity, 1);
}

TEST(ChannelLoad, RefusesTwoPhases) {
  const Topology topology = make_topology(family("mesh", {4, 4}));
  const auto routing = relation(topology, "valiant");
  EXPECT_THROW(channel_load(topology, *routing, pattern_of(topology, "uniform")),
               kernel::InputError);
}

// Follows `flits` from one end point to another along all choices.
class WalkAlone {
 public:
  WalkAlone(const Topology& topology, const Routing& routing)
      : graph_(topology.graph), routing_(routing), load_(graph_.channels().size()) {}

  void send(EndId source, EndId destination, double flits) {
    const End& end = graph_.end(source);
    for (unsigned vc = 0; vc < 8; ++vc)
      go(end.in_router, end.in_port, vc, {source, destination, kNoRouter, 0, 1, 0}, flits / 8);
  }
  const std::vector<double>& load() const { return load_; }

 private:
  void go(RouterId at, unsigned in_port, unsigned in_vc, const Head& head, double flits) {
    for (unsigned hash = 0; hash < routing_.hash_values(); ++hash) {
      Head its = head;
      its.hash = hash;
      Choices choices;
      routing_.route(at, in_port, in_vc, its, choices);
      std::vector<Choice> used;
      for (const bool escape : {false, true}) {
        for (const Choice& choice : choices)
          if (choice.escape == escape) used.push_back(choice);
        if (!used.empty()) break;
      }
      for (const Choice& choice : used)
        take(at, choice, head, flits / routing_.hash_values() / static_cast<double>(used.size()));
    }
  }

  // VCs of a group are equal: the lowest of each stands for it.
  void take(RouterId at, const Choice& choice, const Head& head, double flits) {
    const Link link = graph_.out(at, choice.port);
    if (link.kind == Link::Kind::end) return;
    const Channel& channel = graph_.channel(link.id);
    load_[link.id] += flits;
    for (const VcMask group : routing_.groups()) {
      const unsigned vcs = group & choice.vcs;
      if (vcs == 0) continue;
      go(channel.to, channel.in_port, static_cast<unsigned>(std::countr_zero(vcs)), head,
         flits * std::popcount(vcs) / std::popcount(unsigned{choice.vcs}));
    }
  }

  const Graph& graph_;
  const Routing& routing_;
  std::vector<double> load_;
};

struct Case {
  TopologyParams params;
  std::vector<const char*> routings;
};

std::vector<Case> cases() {
  TopologyParams cmesh = family("cmesh", {4, 4});
  cmesh.concentration = 4;
  cmesh.express = true;
  TopologyParams broken = family("torus", {4, 3});
  broken.broken = {"0-1", "5-6"};
  return {{family("mesh", {4, 3}),
           {"dor", "yx", "o1turn", "west-first", "odd-even", "adaptive", "up-down", "shortest"}},
          {family("mesh", {2, 3, 2}), {"dor", "adaptive", "min"}},
          {family("torus", {4, 3}), {"dor", "adaptive", "up-down"}},
          {family("ring", {6}), {"dor", "adaptive"}},
          {hypercube(3), {"dor", "adaptive", "up-down"}},
          {cmesh, {"dor", "dor-express"}},
          {stages("fly", 2, 3), {"dest-tag", "min"}},
          {stages("tree", 2, 3), {"nca", "nca-adaptive", "up-down", "adaptive"}},
          {family("flattened", {3, 3}), {"minimal", "adaptive"}},
          {dragonfly(2, 2, 1, 3), {"minimal", "adaptive", "up-down"}},
          {dragonfly(4, 1, 2), {"minimal"}},
          {broken, {"up-down", "adaptive", "shortest"}}};
}

TEST(ChannelLoad, IsTheSumOverAllPacketsWalkedAlone) {
  for (const Case& one : cases()) {
    const Topology topology = make_topology(one.params);
    const auto ends = static_cast<std::uint32_t>(topology.graph.ends().size());
    for (const char* name : one.routings) {
      const auto routing = relation(topology, name);
      for (const char* traffic : {"uniform", "hotspot", "bit-complement", "neighbour"}) {
        const Pattern pattern = pattern_of(topology, traffic);
        WalkAlone walk(topology, *routing);
        for (std::uint32_t from = 0; from < ends; ++from) {
          for (std::uint32_t to = 0; to < ends; ++to) {
            const double share = pattern.share(from, to);
            if (share > 0) walk.send(static_cast<EndId>(from), static_cast<EndId>(to), share);
          }
        }
        const std::vector<double> load = channel_load(topology, *routing, pattern);
        for (ChannelId id = 0; id < load.size(); ++id) {
          ASSERT_NEAR(load[id], walk.load()[id], kNear)
              << topology.family << " " << name << " " << traffic << ", channel " << id;
        }
      }
    }
  }
}

// At 0.02 flits a cycle nearly nothing waits; counts differ from their mean by five standard
// deviations at most.
void expect_measured(const TopologyParams& params, const char* name, const char* traffic) {
  constexpr double kRate = 0.02;
  constexpr std::uint64_t kCycles = 60'000;
  const Topology topology = make_topology(params);
  const auto routing = relation(topology, name);
  const Pattern pattern = pattern_of(topology, traffic);
  SteppedNetwork network(topology, *routing, scc_router({8, 1}, 4, 4), 7);
  kernel::Random random(11);
  const auto ends = static_cast<EndId>(topology.graph.ends().size());
  for (std::uint64_t cycle = 1; cycle < kCycles || !network.idle(); ++cycle) {
    for (EndId end = 0; end < ends && cycle < kCycles; ++end) {
      if (random.word() >= kernel::word_threshold(kRate)) continue;
      Packet packet;
      packet.source = end;
      packet.destination = static_cast<EndId>(pattern.destination(end, random));
      packet.flits = 1;
      network.inject(packet);
    }
    network.tick(cycle);
  }
  const std::vector<double> load = channel_load(topology, *routing, pattern);
  const std::vector<std::uint64_t> sent = network.flits_sent();
  for (ChannelId id = 0; id < load.size(); ++id) {
    const Channel& channel = topology.graph.channel(id);
    const std::uint32_t output = topology.graph.output_base(channel.from) + channel.out_port;
    const auto vcs = std::span(sent).subspan(std::size_t{output} * 8, 8);
    const auto count =
        static_cast<double>(std::accumulate(vcs.begin(), vcs.end(), std::uint64_t{0}));
    const double expected = load[id] * kRate * kCycles;
    EXPECT_NEAR(count, expected, 5 * std::sqrt(expected) + 1)
        << params.family << " " << name << " " << traffic << ", channel " << id;
  }
}

TEST(ChannelLoad, IsWhatANetworkCarries) {
  expect_measured(family("mesh", {6, 5}), "dor", "uniform");
  expect_measured(family("mesh", {5, 5}), "o1turn", "transpose");
  expect_measured(family("mesh", {6, 5}), "dor", "hotspot");
  expect_measured(family("torus", {4, 4}), "dor", "tornado");
  expect_measured(family("torus", {6, 3}), "dor", "uniform");
  expect_measured(stages("tree", 3, 3), "nca", "uniform");
  expect_measured(stages("tree", 2, 4), "nca", "bit-reverse");
  expect_measured(stages("fly", 2, 4), "dest-tag", "shuffle");
  expect_measured(dragonfly(4, 2, 2), "minimal", "uniform");
  expect_measured(dragonfly(4, 2, 2, 5), "minimal", "uniform");
}

TEST(ChannelLoad, TakesManyEndPoints) {
  EXPECT_NEAR(Loads(family("mesh", {64, 64}), "dor", "uniform").most(), 16, kNear);
  EXPECT_NEAR(Loads(family("mesh", {64, 64}), "dor", "transpose").most(), 63, kNear);
}

}  // namespace
}  // namespace rc::noc
