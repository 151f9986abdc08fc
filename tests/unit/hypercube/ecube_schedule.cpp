// SPDX-License-Identifier: Apache-2.0
// E-cube routes, and what the paper says of its schedules' use of them.
#include "sim/hypercube/ecube_schedule.h"

#include <gtest/gtest.h>

#include "sim/hypercube/cstar_schedule.h"

namespace rc::sim::hypercube {
namespace {

using exchange::Algorithm;
using ipsc::Link;

constexpr int kLargestDimension = 7;  // of an iPSC/860

std::vector<int> path(int from, int to) {
  std::vector<int> nodes{from};
  for (const Link& link : ipsc::ecube_route(from, to)) {
    EXPECT_EQ(link.node, nodes.back());
    nodes.push_back(link.neighbour());
  }
  return nodes;
}

// The eight paths of the contention experiment, section 2.3.
TEST(Ecube, PathsOfTheContentionExperiment) {
  const std::vector<std::vector<int>> paths{{0, 1, 3, 7, 15, 31, 63, 127},
                                            {1, 3, 7, 15, 31, 63},
                                            {3, 7, 15, 31},
                                            {7, 15},
                                            {5, 7, 15, 79},
                                            {6, 7, 15, 47},
                                            {2, 3, 7, 15, 31, 95},
                                            {4, 5, 7, 15, 47, 111}};
  for (const auto& expected : paths) EXPECT_EQ(path(expected.front(), expected.back()), expected);
}

// Figure 1: 0 to 31 and 2 to 23 share the edge 3-7; 14 to 11 passes node 15 only.
TEST(Ecube, PathsOfTheFirstFigure) {
  EXPECT_EQ(path(2, 23), (std::vector{2, 3, 7, 23}));
  EXPECT_EQ(path(14, 11), (std::vector{14, 15, 11}));
  EXPECT_EQ(path(5, 5), std::vector{5});
}

TEST(Ecube, RoutesAreAsLongAsTheDistance) {
  for (int from = 0; from < 128; ++from)
    for (int to = 0; to < 128; ++to)
      ASSERT_EQ(ipsc::ecube_route(from, to).size(),
                static_cast<std::size_t>(ipsc::distance(from, to)));
}

TEST(EcubeSchedule, ContentionFreeWhereThePaperSaysSo) {
  for (int d = 1; d <= kLargestDimension; ++d)
    for (const Algorithm algorithm :
         {Algorithm::linear, Algorithm::pairwise, Algorithm::stable, Algorithm::standard}) {
      const Schedule schedule = schedule_of(algorithm, d);
      EXPECT_TRUE(link_conflicts(schedule).empty()) << static_cast<int>(algorithm) << " d " << d;
      EXPECT_TRUE(sender_conflicts(schedule).empty());
      EXPECT_EQ(schedule.is_complete_exchange(), algorithm != Algorithm::standard || d == 1);
    }
}

TEST(EcubeSchedule, StableUsesNoLinkTwiceInSuccession) {
  for (int d = 1; d <= kLargestDimension; ++d) {
    EXPECT_TRUE(successions(schedule_of(Algorithm::stable, d)).empty()) << d;
    // In a cube of two each node sends once.
    EXPECT_EQ(successions(schedule_of(Algorithm::linear, d)).empty(), d == 1);
  }
}

TEST(EcubeSchedule, NaiveTakesThreeHalvesNMinusTwoSteps) {
  for (int d = 2; d <= kLargestDimension; ++d) {
    const Schedule written = schedule_of(Algorithm::naive, d);
    EXPECT_FALSE(link_conflicts(written).empty());
    const Schedule executed = arbitrated(written);
    EXPECT_EQ(executed.steps(), 3 * executed.nodes() / 2 - 2);
    EXPECT_TRUE(executed.is_complete_exchange());
    EXPECT_TRUE(link_conflicts(executed).empty());
    EXPECT_TRUE(sender_conflicts(executed).empty());
  }
  EXPECT_EQ(arbitrated(schedule_of(Algorithm::naive, 3)).steps(), 10);
  EXPECT_EQ(arbitrated(schedule_of(Algorithm::naive, 1)).steps(), 1);
}

TEST(EcubeSchedule, ArbitrationLeavesWhatIsFreeOfContention) {
  for (const Algorithm algorithm : {Algorithm::linear, Algorithm::pairwise}) {
    const Schedule schedule = schedule_of(algorithm, 5);
    EXPECT_EQ(arbitrated(schedule).transmissions, schedule.transmissions);
  }
}

// The paper says of figure 8 that no two exchanges use the same link in the same step. As it is
// printed, 3 to 0 and 2 to 4 both pass from 2 to 0 in step 3.
TEST(EcubeSchedule, FigureEightContends) {
  const auto conflicts = link_conflicts(schedule_of(Algorithm::tournament, 3));
  ASSERT_EQ(conflicts.size(), 1u);
  EXPECT_EQ(conflicts[0].step, 3);
  EXPECT_EQ(conflicts[0].link, (Link{2, 1}));
  EXPECT_EQ(conflicts[0].messages, (std::vector<Transmission>{{3, 2, 4}, {3, 3, 0}}));
}

TEST(EcubeSchedule, ConflictsNameStepLinkAndMessages) {
  const Schedule schedule{3, {{1, 0, 3}, {1, 1, 7}, {1, 2, 6}, {2, 0, 1}, {2, 0, 2}, {3, 0, 5}}};
  const auto links = link_conflicts(schedule);
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].step, 1);
  EXPECT_EQ(links[0].link, (Link{1, 1}));
  EXPECT_EQ(links[0].messages, (std::vector<Transmission>{{1, 0, 3}, {1, 1, 7}}));
  const auto senders = sender_conflicts(schedule);
  ASSERT_EQ(senders.size(), 1u);
  EXPECT_EQ(senders[0].step, 2);
  EXPECT_EQ(senders[0].node, 0);
  EXPECT_EQ(senders[0].messages, 2);
  // 0 to 1 in steps 1, 2 and 3.
  EXPECT_EQ(successions(schedule).size(), 2u);
  EXPECT_EQ(schedule.steps(), 3);
}

TEST(CstarCharts, HypercubeStyleTakesNeighboursOnlyAndNoStyleContends) {
  for (int d = 1; d <= 7; ++d) {
    const int nodes = 1 << d;
    const Schedule mesh = cstar_reduce(cstar::Style::mesh, d);
    const Schedule cube = cstar_reduce(cstar::Style::hypercube, d);
    EXPECT_EQ(cube.transmissions.size(), static_cast<std::size_t>(nodes * d));
    EXPECT_EQ(mesh.transmissions.size(), cube.transmissions.size());
    EXPECT_EQ(links_held(cube), nodes * d);
    EXPECT_GE(links_held(mesh), links_held(cube));
    EXPECT_EQ(cube.steps(), d);
    for (int source = 0; source < nodes; ++source) {
      const Schedule along_mesh = cstar_broadcast(cstar::Style::mesh, d, source);
      const Schedule tree = cstar_broadcast(cstar::Style::hypercube, d, source);
      EXPECT_EQ(links_held(tree), nodes - 1);
      EXPECT_GE(links_held(along_mesh), nodes - 1);
      EXPECT_TRUE(link_conflicts(tree).empty());
      EXPECT_TRUE(link_conflicts(along_mesh).empty());
    }
    EXPECT_TRUE(link_conflicts(cube).empty());
    EXPECT_TRUE(link_conflicts(mesh).empty());
  }
  EXPECT_EQ(links_held(cstar_broadcast(cstar::Style::mesh, 3, 0)), 8);
  EXPECT_EQ(links_held(cstar_reduce(cstar::Style::mesh, 3)), 32);
}

}  // namespace
}  // namespace rc::sim::hypercube
