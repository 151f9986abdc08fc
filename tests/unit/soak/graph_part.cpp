// SPDX-License-Identifier: Apache-2.0
// Networks on graphs: cases run and are counted, all families and relations come up, and runs that
// differ are told apart.
#include <gtest/gtest.h>

#include <set>

#include "tests/soak/case.h"
#include "tests/support/graph_runs.h"

namespace rc::sim {
namespace {

TEST(SoakGraphs, AgreeingOnesAreCounted) {
  const soak::SoakResult result = soak::soak_graph({1});
  EXPECT_EQ(result.mismatch, "");
  EXPECT_GT(result.totals.messages, 1000u);
  EXPECT_GT(result.totals.router_cycles, 100'000u);
  EXPECT_GT(result.totals.inputs, 0u);
}

TEST(SoakGraphs, AreOfAllFamiliesAndRelations) {
  test::Random random(1);
  std::set<std::string> families, relations;
  for (int i = 0; i < 2000; ++i) {
    const auto lab = test::random_lab(random);
    families.insert(lab->topology.family);
    relations.insert(lab->relation);
  }
  EXPECT_EQ(families.size(),
            noc::families().size() + 2);  // graphs with channels both ways, one way
  EXPECT_EQ(relations.size(), noc::routing_names().size());
}

// A ring without a dateline: all packets go three channels on, and fill them.
TEST(SoakGraphs, ADeadlockIsTold) {
  noc::TopologyParams params;
  params.family = "ring";
  params.sizes = {8};
  test::GraphLab lab(noc::make_topology(params), "dor-no-dateline", noc::scc_router({1, 1}, 2, 4));
  lab.longest = 2;
  EXPECT_FALSE(lab.verdict().free);
  EXPECT_FALSE(lab.surely_free());
  std::vector<test::GraphInjection> injections;
  for (std::uint64_t cycle = 1; cycle < 50; ++cycle) {
    for (noc::EndId end = 0; end < 8; ++end)
      injections.push_back({cycle, end, static_cast<noc::EndId>((end + 3) % 8), 0, 0, 2});
  }
  EXPECT_THROW(test::run_graph(lab, injections, 1, {}), kernel::MachineError);
}

TEST(SoakGraphs, RunsOfDifferentRoutersDiffer) {
  const auto record = [](unsigned pipeline, std::uint64_t seed, const char* relation) {
    noc::TopologyParams params;
    params.family = "tree";
    params.k = 2;
    params.n = 3;
    const test::GraphLab lab(noc::make_topology(params), relation,
                             noc::scc_router({4, 1}, 4, pipeline));
    test::Random random(1);
    return test::run_graph(lab, test::random_injections(lab, 200, random), seed, {});
  };
  const test::GraphRecord first = record(4, 1, "nca");
  EXPECT_EQ(first.wrong, "");
  EXPECT_EQ(test::difference(first, record(4, 1, "nca")), "");
  EXPECT_NE(test::difference(first, record(3, 1, "nca")), "");
  EXPECT_NE(test::difference(first, record(4, 2, "nca")), "");
  test::GraphRecord other = first;
  ++other.sent.back();
  EXPECT_EQ(test::difference(first, other), "flits sent differ");
  other = first;
  other.held.clear();
  EXPECT_EQ(test::difference(first, other), "slots held differ");
  other = first;
  other.delivered.pop_back();
  EXPECT_NE(test::difference(first, other).find("delivery "), std::string::npos);
}

}  // namespace
}  // namespace rc::sim
