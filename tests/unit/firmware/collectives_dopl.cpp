// SPDX-License-Identifier: Apache-2.0
// The dimension-ordered broadcast as a schedule, and the thesis' map of the chip.
#include <gtest/gtest.h>

#include <array>

#include "firmware/collectives/schedules/dopl.h"
#include "tests/support/broadcast_check.h"

namespace collectives {
namespace {

template <class Body>
void for_every_mesh(int largest, Body body) {
  for (int rows = 1; rows <= largest; ++rows)
    for (int cols = 1; rows * cols <= largest; ++cols) body(Mesh{rows, cols});
}

TEST(Mesh, ProcessorMapOfTheThesis) {
  const std::array<std::array<int, 6>, 8> map{{{0, 2, 4, 6, 8, 10},
                                               {1, 3, 5, 7, 9, 11},
                                               {12, 14, 16, 18, 20, 22},
                                               {13, 15, 17, 19, 21, 23},
                                               {24, 26, 28, 30, 32, 34},
                                               {25, 27, 29, 31, 33, 35},
                                               {36, 38, 40, 42, 44, 46},
                                               {37, 39, 41, 43, 45, 47}}};
  for (const int rows : {2, 4, 6, 8})
    for (int row = 0; row < rows; ++row)
      for (int col = 0; col < 6; ++col)
        EXPECT_EQ((Mesh{rows, 6}.process_at({row, col})),
                  map[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)]);
  EXPECT_EQ((Mesh{8, 6}.position_of(17)), (Position{3, 2}));  // its own example
}

TEST(Mesh, EveryProcessHasOnePlace) {
  for_every_mesh(rc::test::kMaxUes, [](Mesh mesh) {
    for (int process = 0; process < mesh.size(); ++process) {
      const Position at = mesh.position_of(process);
      ASSERT_TRUE(at.row >= 0 && at.row < mesh.rows && at.col >= 0 && at.col < mesh.cols);
      ASSERT_EQ(mesh.process_at(at), process);
    }
  });
}

TEST(Mesh, ForAnyNumberOfCores) {
  for (int n = 1; n <= 48; ++n) {
    const Mesh mesh = mesh_for(n, 6);
    EXPECT_EQ(mesh.size(), n);
    EXPECT_LE(mesh.cols, 6);
  }
  for (const int n : {12, 24, 36, 48}) EXPECT_EQ(mesh_for(n, 6).cols, 6);
  EXPECT_EQ(mesh_for(47, 6).rows, 47);
}

// The thesis' own example: the first part goes down the source's column, then along all rows, and
// the source's row has a new part; in the third round tails send the first part to their heads.
TEST(DoplExamples, FirstRoundsOnTheChip) {
  const Mesh mesh{8, 6};
  const Dopl dopl(mesh, 0, 5);
  EXPECT_EQ(dopl.rounds(), 6);
  EXPECT_EQ(dopl.turn(0, 0).send, (Transfer{1, 0, 1, true}));
  EXPECT_FALSE(dopl.turn(2, 0).send);  // the second column has nothing yet
  EXPECT_EQ(dopl.turn(0, 1).send, (Transfer{2, 1, 1, true}));
  EXPECT_EQ(dopl.turn(13, 1).send, (Transfer{15, 0, 1, true}));
  EXPECT_FALSE(dopl.turn(13, 1).receive);
  // Round 2 runs along columns: 2 heads its own, and gets part 0 from the tail, rank 39.
  EXPECT_EQ(dopl.turn(2, 2).receive, (Transfer{39, 0, 1, false}));
  EXPECT_EQ(dopl.turn(39, 2).send, (Transfer{2, 0, 1, false}));
  EXPECT_EQ(dopl.turn(2, 2).send, (Transfer{3, 1, 1, true}));
  EXPECT_FALSE(dopl.turn(0, 2).receive);
}

TEST(DoplExamples, Roles) {
  const Dopl dopl({8, 6}, 0, 3);
  for (int round = 0; round < dopl.rounds(); ++round)
    EXPECT_EQ(dopl.role(0, round), DoplRole::source);
  // Rank 13 heads the row 13, 15 .. 23, which ends in 23; in column rounds it passes on.
  EXPECT_EQ(dopl.role(13, 1), DoplRole::head);
  EXPECT_EQ(dopl.role(23, 1), DoplRole::tail);
  EXPECT_EQ(dopl.role(17, 1), DoplRole::pipeliner);
  EXPECT_EQ(dopl.role(13, 0), DoplRole::pipeliner);
  EXPECT_EQ(dopl.role(37, 0), DoplRole::tail);
}

// parts - 1 rounds more than dimensions: the root brings in one part a round, and the last one
// still has to cross every dimension.
TEST(Dopl, Rounds) {
  EXPECT_EQ(Dopl({8, 6}, 0, 1).rounds(), 2);
  EXPECT_EQ(Dopl({8, 6}, 0, 232).rounds(), 233);
  EXPECT_EQ(Dopl({1, 6}, 0, 9).rounds(), 9);
  EXPECT_EQ(Dopl({47, 1}, 3, 9).rounds(), 9);
  EXPECT_EQ(Dopl({1, 1}, 0, 9).rounds(), 0);
  EXPECT_EQ(Dopl({8, 6}, 0, 0).rounds(), 0);
}

TEST(Dopl, EveryPartReachesEveryoneOnEveryMesh) {
  for_every_mesh(rc::test::kMaxUes, [](Mesh mesh) {
    for (const int root : {0, mesh.size() / 2, mesh.size() - 1})
      for (const int parts : {1, 2, 5}) {
        const Dopl dopl(mesh, root, parts);
        ASSERT_EQ(rc::test::check_broadcast(dopl, mesh.size(), root, parts), "")
            << mesh.rows << " x " << mesh.cols;
        ASSERT_EQ(rc::test::check_blocking(dopl, mesh.size()), "")
            << mesh.rows << " x " << mesh.cols;
      }
  });
}

// Up to 512 processes: collectives_all_roots.cpp.
TEST(Dopl, EveryPartReachesEveryoneFromEveryRoot) {
  for_every_mesh(72, [](Mesh mesh) {
    for (int root = 0; root < mesh.size(); ++root)
      ASSERT_EQ(rc::test::check_broadcast(Dopl(mesh, root, 3), mesh.size(), root, 3), "")
          << mesh.rows << " x " << mesh.cols;
  });
}

TEST(Dopl, ManyParts) {
  for (const Mesh mesh : {Mesh{8, 6}, Mesh{3, 4}, Mesh{2, 2}, Mesh{1, 9}})
    ASSERT_EQ(rc::test::check_broadcast(Dopl(mesh, 1, 232), mesh.size(), 1, 232), "");
}

}  // namespace
}  // namespace collectives
