// SPDX-License-Identifier: Apache-2.0
// Every choice for every pair of end points on many networks: packets arrive, by how many channels,
// and in which order of channels.
#include "hw_model/kernel/error.h"
#include "hw_model/noc/deadlock/deadlock.h"
#include "tests/unit/noc/routing/walk.h"

namespace rc::noc {
namespace {

using test::dragonfly;
using test::family;
using test::stages;

TopologyParams express_mesh(unsigned cols, unsigned rows) {
  TopologyParams params = family("cmesh", {cols, rows});
  params.express = true;
  params.concentration = 2;
  return params;
}

TopologyParams binary_cube(unsigned n) {
  TopologyParams params = family("hypercube");
  params.n = n;
  return params;
}

TopologyParams broken(TopologyParams params, std::vector<std::string> parts) {
  params.broken = std::move(parts);
  return params;
}

void expect_shortest(const TopologyParams& params, const std::vector<const char*>& names,
                     unsigned hashes = 2) {
  const Topology topology = make_topology(params);
  for (const char* name : names) {
    const auto relation = test::relation(topology, name);
    SCOPED_TRACE(params.family + " " + name);
    test::walk_all(topology, *relation, {}, hashes,
                   [](const Head& head, const test::Extent& extent, unsigned shortest) {
                     EXPECT_EQ(extent.least, shortest) << head.source << " " << head.destination;
                     EXPECT_EQ(extent.most, shortest) << head.source << " " << head.destination;
                   });
  }
}

// `most(shortest)` bounds all ways.
template <class Most>
void expect_at_most(const TopologyParams& params, const char* name, unsigned hashes, Most most,
                    VcPlan plan = {}) {
  const Topology topology = make_topology(params);
  const auto relation = test::relation(topology, name, plan);
  SCOPED_TRACE(params.family + " " + name);
  test::walk_all(topology, *relation, plan, hashes,
                 [&](const Head& head, const test::Extent& extent, unsigned shortest) {
                   EXPECT_GE(extent.least, shortest);
                   EXPECT_LE(extent.most, most(shortest)) << head.source << " " << head.destination;
                 });
}

TEST(NocRelations, MeshWaysAreShortest) {
  const std::vector<const char*> all{
      "dor",      "xy",  "yx",       "o1turn",          "west-first",      "odd-even", "romm",
      "shortest", "min", "adaptive", "o1turn-adaptive", "planar-adaptive", "ecmp"};
  expect_shortest(family("mesh", {5, 4}), all);
  expect_shortest(family("mesh", {1, 5}), all);
  expect_shortest(family("chips", {2, 2}), all);
  expect_shortest(family("mesh", {3, 2, 4}),
                  {"dor", "yx", "romm", "adaptive", "shortest", "planar-adaptive"});
  expect_shortest(family("mesh", {6}), {"dor", "romm", "adaptive", "up-down"});
  expect_shortest(binary_cube(4), {"dor", "yx", "romm", "adaptive"});
}

TEST(NocRelations, TorusWaysAreShortest) {
  const std::vector<const char*> all{"dor",      "yx", "dor-kept-half", "dor-no-dateline",
                                     "shortest", "min"};
  for (const std::vector<unsigned>& sizes :
       std::vector<std::vector<unsigned>>{{5, 4}, {2, 3}, {1, 4}, {2, 2}, {4, 4}, {3, 2, 4}}) {
    expect_shortest(family("torus", sizes), all);
    expect_shortest(family("torus", sizes), {"adaptive"});
  }
  expect_shortest(family("ring", {7}), {"dor", "dor-kept-half", "dor-no-dateline", "adaptive"});
}

TEST(NocRelations, WaysByStructureAreShortest) {
  expect_shortest(stages("tree", 2, 4), {"nca", "nca-adaptive", "nca-two", "shortest", "ecmp"}, 8);
  expect_shortest(family("tree4"), {"shortest", "ecmp", "adaptive"}, 64);
  expect_shortest(stages("tree", 3, 3), {"nca", "nca-adaptive", "nca-two"}, 9);
  expect_shortest(stages("tree", 4, 1), {"nca", "nca-adaptive"});
  expect_shortest(stages("fly", 2, 4), {"dest-tag", "shortest", "min"});
  expect_shortest(stages("fly", 4, 2), {"dest-tag"});
  expect_shortest(stages("fly", 4, 1), {"dest-tag"});
  expect_shortest(family("flattened", {4, 3}), {"minimal", "adaptive", "shortest"});
  expect_shortest(family("flattened", {3, 2, 3}), {"minimal"});
  expect_shortest(family("full", {6}), {"minimal", "up-down", "adaptive"});
  expect_shortest(family("star"), {"up-down", "shortest", "min", "adaptive"});
}

// All ports up of a tree are some packet's.
TEST(NocRelations, TreeUsesEveryWayUp) {
  const Topology topology = make_topology(stages("tree", 3, 3));
  const auto nca = test::relation(topology, "nca");
  EXPECT_EQ(nca->hash_values(), 3);
  std::vector<unsigned> used(topology.graph.channels().size());
  test::walk_all(topology, *nca, {}, 1, [](const Head&, const test::Extent&, unsigned) {});
  for (std::uint32_t hash = 0; hash < 9; ++hash) {
    Head head;
    head.destination = 26;
    head.hash = hash;
    Choices choices;
    RouterId at = 0;
    for (unsigned level = 0; level < 2; ++level) {
      nca->route(at, 0, 0, head, choices);
      const ChannelId id = topology.graph.out(at, choices[0].port).id;
      ++used[id];
      at = topology.graph.channel(id).to;
    }
  }
  // Three first hops of three packets each, nine second ones of one each.
  EXPECT_EQ(std::count(used.begin(), used.end(), 3), 3);
  EXPECT_EQ(std::count(used.begin(), used.end(), 1), 9);
}

// The first hash_values() show each port of a router equally often; so do all, and what one router
// draws says nothing of the next.
TEST(NocRelations, EqualCostDrawsEachWayAsOften) {
  const Topology topology = make_topology(family("tree4"));
  const auto ecmp = test::relation(topology, "ecmp");
  EXPECT_EQ(ecmp->hash_values(), 4u);
  const auto port = [&](RouterId at, std::uint32_t hash) {
    Head head;
    head.destination = 63;
    head.hash = hash;
    Choices choices;
    ecmp->route(at, 0, 0, head, choices);
    EXPECT_EQ(choices.size(), 1u);
    return choices[0].port;
  };
  constexpr std::uint32_t kHashes = 4096;
  for (const auto& [at, ports] : {std::pair{RouterId{12}, 2u}, {4, 4}, {0, 2}, {11, 1}}) {
    std::map<PortId, unsigned> first, all;
    std::map<std::pair<PortId, PortId>, unsigned> both;
    for (std::uint32_t hash = 0; hash < kHashes; ++hash) {
      const std::uint32_t spread = hash * 0x9E3779B1u;
      if (hash < 4) ++first[port(at, hash)];
      ++all[port(at, spread)];
      ++both[{port(at, spread), port(5, spread)}];
    }
    EXPECT_EQ(first.size(), ports) << at;
    for (const auto& [which, count] : first) EXPECT_EQ(count, 4 / ports) << at;
    for (const auto& [which, count] : all) EXPECT_NEAR(count, kHashes / ports, 200) << at;
    for (const auto& [which, count] : both) EXPECT_NEAR(count, kHashes / ports / 4, 150) << at;
  }
}

// A packet has the VCs of the output that comes next, its source as well.
TEST(NocRelations, NextOutputsHaveVcsOfTheirOwn) {
  const Topology topology = make_topology(family("mesh", {4, 3}));
  const VcPlan plan{10, 1};
  const auto plain = test::relation(topology, "dor", plan),
             parted = test::relation(topology, "dor+noq", plan);
  for (EndId source = 0; source < 12; ++source) {
    for (EndId destination = 0; destination < 12; ++destination) {
      Head head;
      head.source = source;
      head.destination = destination;
      parted->start(head, test::NoCongestion());
      RouterId at = source;
      VcMask vcs = parted->first_vcs(head, plan.all_of(0));
      for (bool there = false; !there;) {
        Choices expected, found;
        plain->route(at, 0, 0, head, expected);
        const PortId port = expected[0].port;
        EXPECT_EQ(vcs, 3u << 2 * port) << source << " to " << destination << " at " << at;
        parted->route(at, 0, 0, head, found);
        ASSERT_EQ(found.size(), 1u);
        EXPECT_EQ(found[0].port, port);
        vcs = found[0].vcs;
        const Link& link = topology.graph.out(at, port);
        there = link.kind == Link::Kind::end;
        if (!there) at = topology.graph.channel(link.id).to;
      }
      EXPECT_EQ(vcs, plan.all_of(0));
    }
  }
}

TEST(NocRelations, NextOutputsNeedOneWayAndEnoughVcs) {
  const Topology topology = make_topology(family("mesh", {4, 3}));
  const auto refusal = [&](const char* name, VcPlan plan) -> std::string {
    try {
      const auto relation = test::relation(topology, name, plan);
      check_deadlock(topology, *relation, {});
    } catch (const kernel::InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal("dor+noq", {5, 1}), "");
  EXPECT_EQ(refusal("dor+noq", {4, 1}),
            "routing dor+noq on mesh: 4 VCs on a way, expected one for each of the 5 outputs of "
            "router 0");
  EXPECT_EQ(refusal("west-first+noq", {8, 1}),
            "routing west-first+noq on mesh: 2 ways from router 4, expected a relation with one");
}

TEST(NocRelations, DragonflyIsLocalGlobalLocal) {
  for (const TopologyParams& params :
       {dragonfly(4, 2, 1), dragonfly(2, 1, 2), dragonfly(4, 2, 1, 3), dragonfly(3, 1, 1, 2),
        dragonfly(4, 1, 1, 1), dragonfly(1, 3, 2)}) {
    const Topology topology = make_topology(params);
    const auto minimal = test::relation(topology, "minimal");
    test::walk_all(topology, *minimal, {}, 4,
                   [&](const Head& head, const test::Extent& extent, unsigned shortest) {
                     const bool same =
                         topology.digits[topology.graph.end(head.source).in_router][0] ==
                         topology.digits[topology.graph.end(head.destination).out_router][0];
                     EXPECT_EQ(extent.least, extent.most);
                     EXPECT_LE(extent.most, same ? 1u : 3u);
                     EXPECT_GE(extent.least, shortest);
                   });
  }
}

TEST(NocRelations, ExpressIsNeverLongerThanDimensionOrder) {
  for (const auto& [cols, rows] : {std::pair{4u, 4u}, std::pair{8u, 4u}, std::pair{7u, 5u}}) {
    const Topology topology = make_topology(express_mesh(cols, rows));
    const auto dor = test::relation(topology, "dor"),
               express = test::relation(topology, "dor-express");
    std::vector<unsigned> plain;
    test::walk_all(topology, *dor, {}, 1, [&](const Head&, const test::Extent& extent, unsigned) {
      plain.push_back(extent.most);
    });
    std::size_t pair = 0, shorter = 0;
    test::walk_all(topology, *express, {}, 1,
                   [&](const Head&, const test::Extent& extent, unsigned shortest) {
                     EXPECT_EQ(extent.least, extent.most);
                     EXPECT_GE(extent.least, shortest);
                     EXPECT_LE(extent.most, plain[pair]);
                     shorter += extent.most < plain[pair++];
                   });
    EXPECT_GT(shorter, 0);
  }
}

TEST(NocRelations, TwoPhasesArriveWithinTwoDiameters) {
  const auto most = [](unsigned diameter) { return [=](unsigned) { return 2 * diameter; }; };
  for (const char* name : {"valiant", "ugal"}) {
    expect_at_most(family("mesh", {4, 3}), name, 12, most(5));
    expect_at_most(family("torus", {4, 3}), name, 12, most(3));
    expect_at_most(family("torus", {4, 3}), name, 12, most(3), {12, 2});
    expect_at_most(family("flattened", {4, 3}), name, 12, most(2));
    expect_at_most(dragonfly(4, 2, 1), name, 4, most(3));
    expect_at_most(family("cmesh", {2, 2}), name, 4, most(2));
    expect_at_most(binary_cube(3), name, 8, most(3));
  }
}

TEST(NocRelations, UpDownArrivesOnAnyNetwork) {
  const auto most = [](unsigned bound) { return [=](unsigned) { return bound; }; };
  for (const char* name : {"up-down", "adaptive"}) {
    expect_at_most(family("flattened", {4, 3}), name, 1, most(4));
    expect_at_most(dragonfly(4, 2, 1), name, 1, most(6));
    expect_at_most(stages("tree", 2, 3), name, 1, most(8));
    expect_at_most(broken(family("mesh", {5, 4}), {"6-7", "12-13", "0"}), name, 1, most(20));
    expect_at_most(broken(family("torus", {4, 4}), {"5", "1-2"}), name, 1, most(14));
  }
  expect_at_most(family("torus", {5, 4}), "up-down", 1, most(10));
  expect_at_most(family("ring", {7}), "up-down", 1, most(6));
}

// More channels on a way than a byte holds.
TEST(NocRelations, LongWays) {
  const Topology topology = make_topology(family("mesh", {600}));
  for (const char* name : {"up-down", "shortest", "min"}) {
    const auto relation = test::relation(topology, name);
    Head head;
    head.destination = 599;
    relation->start(head, test::NoCongestion());
    test::Walker walker(topology, *relation);
    EXPECT_EQ(walker.walk(head).most, 599) << name << " " << walker.error();
  }
}

// Those that promise it hold all channels in an order, escape VCs where they have them.
TEST(NocRelations, CircleFree) {
  const auto check = [](const TopologyParams& params, const std::vector<const char*>& names,
                        bool free = true) {
    const Topology topology = make_topology(params);
    for (const char* name : names) {
      const auto relation = test::relation(topology, name);
      const DeadlockVerdict verdict = check_deadlock(topology, *relation, {});
      EXPECT_EQ(verdict.free, free) << params.family << " " << name << ": " << verdict.reason;
    }
  };
  check(family("mesh", {5, 4}),
        {"dor", "yx", "o1turn", "o1turn-adaptive", "planar-adaptive", "west-first", "odd-even",
         "valiant", "valiant-whole", "romm", "ugal", "adaptive", "up-down"});
  check(family("mesh", {3, 2, 3}),
        {"dor", "yx", "planar-adaptive", "valiant", "valiant-whole", "romm", "adaptive"});
  check(family("torus", {5, 4}),
        {"dor", "yx", "dor-kept-half", "valiant", "valiant-whole", "ugal", "adaptive", "up-down"});
  check(family("torus", {2, 4, 3}), {"dor", "yx", "dor-kept-half", "valiant", "adaptive"});
  check(family("ring", {6}), {"dor", "dor-kept-half", "adaptive", "up-down"});
  check(family("torus", {5, 5}), {"dor-no-dateline", "shortest", "ecmp", "min"}, false);
  check(express_mesh(6, 5), {"dor", "dor-express", "valiant", "adaptive", "up-down"});
  check(stages("tree", 2, 4), {"nca", "nca-adaptive", "nca-two", "up-down", "adaptive", "ecmp"});
  check(family("tree4"), {"shortest", "ecmp", "up-down", "adaptive"});
  check(stages("fly", 2, 4), {"dest-tag", "shortest", "min"});
  check(family("flattened", {4, 3}), {"minimal", "valiant", "ugal", "adaptive", "up-down"});
  check(dragonfly(4, 2, 1), {"minimal", "valiant", "ugal", "adaptive", "up-down"});
  check(dragonfly(4, 2, 1, 3), {"minimal", "valiant", "ugal"});
  check(family("full", {6}), {"minimal", "adaptive", "up-down"});
  check(broken(family("mesh", {5, 4}), {"6-7", "12"}), {"adaptive", "up-down"});
}

// Tables for routers in SystemVerilog ask everywhere, also where no packet for that end point comes:
// each port that is offered there is one of the router's.
TEST(NocRelations, AnswerWhereNoPacketComes) {
  std::vector<Topology> topologies;
  for (const TopologyParams& params :
       {family("mesh", {4, 3}), family("torus", {4, 3}), binary_cube(3), express_mesh(6, 5),
        stages("fly", 2, 3), stages("fly", 3, 2), stages("tree", 2, 3), family("tree4"),
        family("flattened", {3, 3}), dragonfly(4, 2, 1), family("full", {5}), family("star"),
        broken(family("mesh", {4, 3}), {"1-2"})}) {
    topologies.push_back(make_topology(params));
  }
  // Two end points, and a router behind both which only takes.
  Topology sink;
  sink.family = "sink";
  sink.graph = Graph(3, 0, {{0, 1, 1, 1}, {1, 0, 1, 1}, {0, 2, 2, 0}, {1, 2, 2, 1}},
                     {{0, 0, 0, 0}, {1, 1, 0, 0}});
  topologies.push_back(sink);
  const VcPlan plan{12, 1};
  for (const Topology& topology : topologies) {
    const Graph& graph = topology.graph;
    for (const RoutingName& name : routings_of(topology)) {
      const auto relation = test::relation(topology, name.name, plan);
      SCOPED_TRACE(topology.family + " " + name.name);
      for (RouterId at = 0; at < graph.routers(); ++at) {
        for (unsigned in = 0; in < graph.inputs(at); ++in) {
          if (graph.in(at, in).kind == Link::Kind::none) continue;
          for (std::size_t end = 0; end < graph.ends().size(); ++end) {
            Head head;
            head.destination = static_cast<EndId>(end);
            Choices choices;
            relation->route(at, in, 0, head, choices);
            for (unsigned i = 0; i < choices.size(); ++i)
              EXPECT_LT(choices[i].port, graph.outputs(at)) << at << " " << in << " " << end;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace rc::noc
