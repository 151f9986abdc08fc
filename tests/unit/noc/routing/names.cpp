// SPDX-License-Identifier: Apache-2.0
// Names and defaults, VC groups, files' ways, and one error each.
#include "hw_model/kernel/error.h"
#include "tests/unit/noc/routing/walk.h"

namespace rc::noc {
namespace {

using test::family;
using test::relation;
using test::stages;

std::string refusal(const Topology& topology, const char* name, VcPlan plan = {},
                    const RoutingTable* table = nullptr) {
  RoutingParams params;
  params.name = name;
  params.vcs = plan;
  params.table = table;
  try {
    make_routing(topology, params);
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return "";
}

// a <-> b <-> c, with an end point each; one way only if `back` is false.
Topology line(bool back) {
  std::vector<Channel> channels{{0, 1, 1, 2}, {1, 2, 1, 2}};
  if (back) {
    channels.push_back({1, 0, 2, 1});
    channels.push_back({2, 1, 2, 1});
  }
  Topology topology;
  topology.family = "line";
  topology.graph =
      Graph(3, 0, std::move(channels), {{0, 0, 0, 0}, {1, 1, 0, 0}, {2, 2, 0, 0}}, {"a", "b", "c"});
  return topology;
}

TEST(NocRelationNames, Defaults) {
  const auto name = [](const TopologyParams& params) {
    return default_routing(make_topology(params));
  };
  EXPECT_EQ(name(family("mesh")), "dor");
  EXPECT_EQ(name(family("torus")), "dor");
  EXPECT_EQ(name(family("cmesh")), "dor");
  EXPECT_EQ(name(family("hypercube")), "dor");
  EXPECT_EQ(name(stages("fly", 2, 3)), "dest-tag");
  EXPECT_EQ(name(stages("tree", 2, 3)), "nca");
  EXPECT_EQ(name(family("flattened", {4, 4})), "minimal");
  EXPECT_EQ(name(family("dragonfly")), "minimal");
  EXPECT_EQ(name(family("full", {5})), "minimal");
  EXPECT_EQ(name(family("star")), "up-down");
  EXPECT_EQ(default_routing(line(true)), "up-down");
  EXPECT_EQ(default_routing(line(false)), "min");
  TopologyParams broken = family("mesh", {3, 3});
  broken.broken = {"0-1"};
  EXPECT_EQ(name(broken), "up-down");
  EXPECT_NE(make_routing(line(true), {}), nullptr);
}

TEST(NocRelationNames, EveryNameHasATopologyAndHelp) {
  std::vector<Topology> topologies;
  TopologyParams express = family("cmesh", {4, 4});
  express.express = true;
  for (const TopologyParams& params :
       {family("mesh"), family("torus"), express, stages("fly", 2, 3), stages("tree", 2, 3),
        family("flattened", {3, 3})}) {
    topologies.push_back(make_topology(params));
  }
  RoutingTable table;
  for (const RoutingName& name : routing_names()) {
    EXPECT_GT(std::string(name.help).size(), 10) << name.name;
    if (name.name == std::string("table")) continue;
    EXPECT_TRUE(std::any_of(topologies.begin(), topologies.end(), [&](const Topology& topology) {
      return refusal(topology, name.name).empty();
    })) << name.name;
  }
}

TEST(NocRelationNames, WrongOnesAreToldWhatThereIs) {
  const Topology ring = make_topology(family("ring", {4}));
  EXPECT_EQ(refusal(ring, "zigzag"),
            "routing 'zigzag' on ring: expected dor, xy, dor-kept-half, dor-no-dateline, valiant, "
            "valiant-whole, ugal, adaptive, up-down, shortest, ecmp or min");
  EXPECT_EQ(refusal(ring, "nca"),
            "routing 'nca' on ring: expected dor, xy, dor-kept-half, dor-no-dateline, valiant, "
            "valiant-whole, ugal, adaptive, up-down, shortest, ecmp or min");
  const Topology tree = make_topology(stages("tree", 2, 2));
  EXPECT_EQ(refusal(tree, "dor"),
            "routing 'dor' on tree: expected nca, nca-adaptive, nca-two, adaptive, up-down, "
            "shortest, ecmp or min");
  EXPECT_EQ(refusal(line(false), "up-down"),
            "routing 'up-down' on line: expected shortest, ecmp or min");
}

TEST(NocRelationNames, StructureNeedsAllItsChannels) {
  const auto without = [](TopologyParams params, const char* part, const char* name) {
    params.broken = {part};
    return refusal(make_topology(params), name);
  };
  EXPECT_EQ(without(family("mesh", {3, 3}), "4-5", "dor"),
            "routing 'dor' on mesh: no channel from router 4 to router 5, expected adaptive, "
            "up-down, shortest, ecmp or min");
  for (const auto& [params, part, name] :
       {std::tuple{family("torus", {2, 3}), "0-1", "dor"},
        std::tuple{family("mesh", {3, 3}), "4", "west-first"},
        std::tuple{stages("fly", 2, 3), "0-4", "dest-tag"},
        std::tuple{stages("tree", 2, 3), "0-4", "nca"},
        std::tuple{family("flattened", {3, 3}), "0-1", "minimal"},
        std::tuple{test::dragonfly(4, 2, 1), "0-1", "minimal"}}) {
    EXPECT_NE(without(params, part, name).find(": no channel from router "), std::string::npos)
        << params.family << ": " << without(params, part, name);
  }
  EXPECT_NE(without(test::dragonfly(2, 1, 1), "1-4", "minimal").find("no channel from group 0 to"),
            std::string::npos)
      << without(test::dragonfly(2, 1, 1), "1-4", "minimal");
}

TEST(NocRelationNames, VcGroups) {
  const Topology mesh = make_topology(family("mesh", {3, 3}));
  const Topology torus = make_topology(family("torus", {3, 3}));
  using Groups = std::vector<VcMask>;
  EXPECT_EQ(relation(mesh, "dor")->groups(), (Groups{0xFF}));
  EXPECT_EQ(relation(mesh, "dor", {8, 2})->groups(), (Groups{0xF}));
  EXPECT_EQ(relation(torus, "dor", {8, 2})->groups(), (Groups{0x3, 0xC}));
  EXPECT_EQ(relation(torus, "dor-kept-half", {8, 1})->groups(), (Groups{0xF, 0xF0}));
  EXPECT_EQ(relation(torus, "dor-no-dateline", {5, 1})->groups(), (Groups{0x1F}));
  EXPECT_EQ(relation(mesh, "valiant", {5, 1})->groups(), (Groups{0x3, 0x1C}));
  EXPECT_EQ(relation(torus, "valiant", {5, 1})->groups(), (Groups{0x1, 0x2, 0x4, 0x18}));
  EXPECT_EQ(relation(mesh, "o1turn-adaptive", {8, 1})->groups(), (Groups{0x0F, 0xF0}));
  EXPECT_EQ(relation(mesh, "planar-adaptive", {8, 1})->groups(), (Groups{0x3, 0xC, 0xF0}));
  EXPECT_EQ(relation(mesh, "adaptive", {4, 1})->groups(), (Groups{0x1, 0xE}));
  EXPECT_EQ(relation(torus, "adaptive", {16, 1})->groups(), (Groups{0x1, 0x2, 0xFFFC}));
  EXPECT_EQ(refusal(torus, "valiant", {4, 2}),
            "routing valiant on torus splits the VCs of a class in 4 groups: 2 VCs a class, "
            "expected at least 4");
  EXPECT_EQ(refusal(torus, "dor", {3, 1}),
            "routing dor on torus splits the VCs of a class in two halves: 3 VCs a class, expected "
            "an even number");
  EXPECT_EQ(refusal(mesh, "o1turn", {6, 2}),
            "routing o1turn on mesh splits the VCs of a class in two halves: 3 VCs a class, "
            "expected an even number");
  EXPECT_EQ(refusal(torus, "adaptive", {2, 1}),
            "routing adaptive on torus splits the VCs of a class in 3 groups: 2 VCs a class, "
            "expected at least 3");
  EXPECT_EQ(refusal(mesh, "dor", {17, 1}), "routing: 17 VCs, expected 1 to 16");
  EXPECT_EQ(refusal(mesh, "dor", {3, 2}),
            "routing: 3 VCs, expected a multiple of the message classes, 2");
}

TEST(NocRelationNames, AllPairsNeedAWay) {
  for (const char* name : {"shortest", "ecmp", "min"}) {
    EXPECT_EQ(refusal(line(false), name),
              std::string("routing ") + name + " on line: no way from router b to router a");
  }
  Topology apart = line(true);
  std::vector<Channel> channels(apart.graph.channels().begin(), apart.graph.channels().end());
  std::erase_if(channels,
                [](const Channel& channel) { return channel.from == 2 || channel.to == 2; });
  apart.graph = Graph(3, 0, channels, {apart.graph.ends().begin(), apart.graph.ends().end()});
  for (const char* name : {"up-down", "adaptive"}) {
    EXPECT_EQ(refusal(apart, name),
              std::string("routing ") + name + " on line: no way from router 0 to router 2");
  }
}

RoutingTable good_table() {
  RoutingTable table;
  table.port = {kNoPort, 1, 1, 2, kNoPort, 1, 2, 2, kNoPort};
  return table;
}

TEST(NocRelationNames, Table) {
  const Topology topology = line(true);
  const RoutingTable table = good_table();
  RoutingParams params;
  params.name = "table";
  params.table = &table;
  const auto by_table = make_routing(topology, params);
  test::walk_all(topology, *by_table, {}, 1,
                 [](const Head&, const test::Extent& extent, unsigned shortest) {
                   EXPECT_EQ(extent.most, shortest);
                 });
}

TEST(NocRelationNames, TablesThatLeadNowhere) {
  const Topology topology = line(true);
  EXPECT_EQ(refusal(topology, "table"),
            "routing table on line: no table, expected one in the topology's file");
  RoutingTable table = good_table();
  EXPECT_EQ(refusal(topology, "zigzag", {}, &table),
            "routing 'zigzag' on line: expected adaptive, up-down, shortest, ecmp, min or table");
  EXPECT_EQ(routings_of(topology).size() + 1, routings_of(topology, true).size());
  table.port.pop_back();
  EXPECT_EQ(refusal(topology, "table", {}, &table),
            "routing table: 8 entries, expected 9, one for each router and end point");
  table = good_table();
  table.port[1] = 0;
  EXPECT_EQ(refusal(topology, "table", {}, &table),
            "routing table: router a sends to end point 1 by port 0, expected one with a channel");
  table = good_table();
  table.port[5] = kNoPort;
  EXPECT_EQ(refusal(topology, "table", {}, &table),
            "routing table: no way from router a to end point 2: router b has no port for it");
  table.place = "a.toml:7";
  EXPECT_EQ(
      refusal(topology, "table", {}, &table),
      "a.toml:7: routing table: no way from router a to end point 2: router b has no port for "
      "it");
  table = good_table();
  table.port[5] = 2;
  EXPECT_EQ(refusal(topology, "table", {}, &table),
            "routing table: no way from router a to end point 2: it comes back to router a");
}

// 0 to 3 over 1, 2 or directly; equal ways go over the lower distance, then the lower number.
TEST(NocRelationNames, MinTakesTheFewestCycles) {
  const auto first_hop = [](const char* text) {
    const Topology topology = read_anynet(text, "test");
    const auto min = relation(topology, "min");
    Head head;
    head.source = 0;
    head.destination = 3;
    min->start(head, test::NoCongestion());
    Choices choices;
    min->route(0, 0, 0, head, choices);
    EXPECT_EQ(choices.size(), 1);
    return topology.graph.channel(topology.graph.out(0, choices[0].port).id).to;
  };
  const std::string nodes = "router 0 node 0\nrouter 1 node 1\nrouter 2 node 2\nrouter 3 node 3\n";
  EXPECT_EQ(first_hop((nodes + "router 0 router 2 router 1\nrouter 3 router 1 router 2\n").c_str()),
            1);
  EXPECT_EQ(first_hop((nodes + "router 0 router 1 2 router 2\nrouter 1 router 3\n"
                               "router 2 router 3 2\n")
                          .c_str()),
            2);
  EXPECT_EQ(first_hop((nodes + "router 0 router 3 3 router 1\nrouter 1 router 3\n"
                               "router 2 router 3\n")
                          .c_str()),
            1);
}

}  // namespace
}  // namespace rc::noc
