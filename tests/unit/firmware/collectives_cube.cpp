// SPDX-License-Identifier: Apache-2.0
// Jia's broadcast as a schedule, and the examples that the thesis works through.
#include <gtest/gtest.h>

#include <algorithm>

#include "firmware/collectives/schedules/cube.h"
#include "tests/support/broadcast_check.h"

namespace collectives {
namespace {

TEST(CubeExamples, DistancesAndSwitchesOfProcess406In512) {
  const int distances[] = {1, 1, 2, 1, 3, 2, 1, 1, 2};
  const int switches[] = {0, 1, 2, 2, 3, 3, 3, 4, 5};
  for (int bit = 0; bit < 9; ++bit) {
    EXPECT_EQ(cube_distance(406, bit, 9), distances[bit]) << bit;
    EXPECT_EQ(cube_switches(406, bit), switches[bit]) << bit;
    EXPECT_EQ(cube_distance(0, bit, 9), 9) << bit;
  }
}

// Its figure of the basic schema: 8 processes, two parts, four rounds.
TEST(CubeExamples, EightProcessesTwoParts) {
  const Cube cube(8, 0, 2);
  ASSERT_EQ(cube.rounds(), 4);
  const auto sends = [&](int round) {
    std::vector<std::vector<int>> found;  // from, to, part
    for (int process = 0; process < 8; ++process) {
      const Transfer send = cube.turn(process, round).send;
      if (send) found.push_back({process, send.peer, send.part});
    }
    return found;
  };
  using Sends = std::vector<std::vector<int>>;
  EXPECT_EQ(sends(0), (Sends{{0, 1, 0}}));
  // Not the first part again: as many different parts as possible are under way.
  EXPECT_EQ(sends(1), (Sends{{0, 2, 1}, {1, 3, 0}}));
  EXPECT_EQ(sends(2), (Sends{{0, 4, 1}, {1, 5, 0}, {2, 6, 1}, {3, 7, 0}}));
  // The partners of round 0 meet again and exchange what they have.
  EXPECT_EQ(sends(3),
            (Sends{{0, 1, 1}, {2, 3, 1}, {3, 2, 0}, {4, 5, 1}, {5, 4, 0}, {6, 7, 1}, {7, 6, 0}}));
}

TEST(CubeExamples, PartnersOfFourProcesses) {
  const Cube cube(4, 0, 2);
  EXPECT_EQ(cube.turn(0, 0).send.peer, 1);
  EXPECT_EQ(cube.turn(0, 1).send.peer, 2);
  EXPECT_EQ(cube.turn(1, 1).send.peer, 3);
}

TEST(Cube, RoundsAreOptimal) {
  for (int n = 2; n <= rc::test::kMaxUes; ++n)
    for (const int parts : {1, 2, 7, 1000}) {
      int doublings = 0;
      while (1 << doublings < n) ++doublings;
      // The number of holders can double at most each round; the root needs one round for each
      // part.
      EXPECT_EQ(Cube(n, 0, parts).rounds(), doublings - 1 + parts) << n;
    }
  EXPECT_EQ(Cube(1, 0, 5).rounds(), 0);
  EXPECT_EQ(Cube(48, 0, 0).rounds(), 0);
}

TEST(Cube, EveryPartReachesEveryoneForAnyNumberOfProcesses) {
  for (int n = 1; n <= rc::test::kMaxUes; ++n)
    for (const int parts : {1, 2, 3, 4, 9, 10, 11, 24}) {
      const Cube cube(n, 0, parts);
      ASSERT_EQ(rc::test::check_broadcast(cube, n, 0, parts), "");
      ASSERT_EQ(rc::test::check_blocking(cube, n), "") << n << " processes, " << parts << " parts";
    }
}

// The printed program sends the same parts and some twice; each finds its receiver.
TEST(Cube, PrintedProgramSendsMoreAndDoesNotBlock) {
  for (int n = 2; n <= 64; ++n)
    for (const int parts : {1, 2, 9}) {
      const Cube needed(n, 0, parts), printed(n, 0, parts, Cube::Form::printed);
      ASSERT_EQ(printed.rounds(), needed.rounds());
      ASSERT_EQ(rc::test::check_blocking(printed, n), "") << n << " processes, " << parts;
      for (int process = 0; process < n; ++process)
        for (int round = 0; round < needed.rounds(); ++round) {
          const Turn less = needed.turn(process, round), more = printed.turn(process, round);
          if (less.send) {
            EXPECT_EQ(more.send.part, less.send.part);
          }
          if (less.receive) {
            EXPECT_EQ(more.receive.part, less.receive.part);
          } else if (more.receive) {
            EXPECT_TRUE(process == 0 || more.receive.part == -1);
          }
        }
    }
}

// Up to 512 processes: collectives_all_roots.cpp.
TEST(Cube, EveryPartReachesEveryoneFromEveryRoot) {
  for (int n = 1; n <= 160; ++n)
    for (int root = 0; root < n; ++root)
      ASSERT_EQ(rc::test::check_broadcast(Cube(n, root, 2), n, root, 2), "");
}

TEST(Cube, ManyPartsFromSomeRoots) {
  for (const int n : {2, 3, 7, 8, 31, 48, 100, 512})
    for (const int root : {0, 1, n / 2, n - 1}) {
      const Cube cube(n, root, 300);
      ASSERT_EQ(rc::test::check_broadcast(cube, n, root, 300), "");
      ASSERT_EQ(rc::test::check_blocking(cube, n), "");
    }
}

}  // namespace
}  // namespace collectives
