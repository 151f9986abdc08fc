// SPDX-License-Identifier: Apache-2.0
// Programs in the C++ face of C*, held against what the language says.
#include <gtest/gtest.h>

#include "firmware/cstar/cstar.hpp"
#include "tests/unit/firmware/cstar/thread_transport.h"

namespace cstar {
namespace {

void on_cubes(const std::function<void()>& program) {
  for (const int nodes : {1, 2, 8})
    run_nodes(nodes, [&] {
      CS__Setup();
      program();
    });
}

TEST(CstarLayer, SumsOfOddAndEvenPositions) {  // the report's section 3.7
  on_cubes([] {
    Shape a{64};
    Pvar<int> node_no{a};
    int odd_sum = 0, even_sum = 0;
    with(a) {
      node_no = pcoord(0);
      where(node_no % 2) { odd_sum += node_no; }
      else {
        even_sum += node_no;
      }
    }
    EXPECT_EQ(odd_sum, 1024);
    EXPECT_EQ(even_sum, 992);
  });
}

int inherited(const Pvar<int>& p) {
  int active = 0;
  active += p * 0 + 1;
  return active;
}

TEST(CstarLayer, WhereNestsIsInheritedAndEnds) {
  on_cubes([] {
    Shape a{10, 3};
    Pvar<int> p{a, 0};
    with(a) {
      where(pcoord(0) < 6) {
        where(pcoord(1) == 1) {
          p = 1;
          EXPECT_EQ(inherited(p), 6);
        }
        else {
          p = 2;
          EXPECT_EQ(inherited(p), 12);
        }
      }
      EXPECT_EQ(inherited(p), 30);
      EXPECT_EQ(sum(p), 6 * 1 + 12 * 2);
    }
  });
}

TEST(CstarLayer, WithNestsAndRestoresShapeAndContext) {
  on_cubes([] {
    Shape a{5}, b{2, 4};
    Pvar<int> p{a, 1};
    Pvar<double> q{b, 0.5};
    with(a) {
      where(pcoord(0) > 2) {
        with(b) { EXPECT_EQ(sum(q), 4.0); }
        EXPECT_EQ(sum(p), 2);
      }
    }
  });
}

TEST(CstarLayer, IntrinsicsKnowShapes) {
  on_cubes([] {
    Shape a{4, 8};
    Pvar<int> p{a, 5};
    EXPECT_EQ(positionsof(a), 32);
    EXPECT_EQ(positionsof(p), 32);
    EXPECT_EQ(rankof(p), 2);
    EXPECT_EQ(dimof(a, 1), 8);
    EXPECT_EQ(boolsizeof(p), 4);
  });
}

TEST(CstarLayer, ReductionOperators) {
  on_cubes([] {
    Shape a{7};
    Pvar<int> p{a};
    with(a) {
      p = pcoord(0) + 1;
      int s = 100;
      s -= p;
      EXPECT_EQ(s, 72);
      s = 3;
      s *= p;
      EXPECT_EQ(s, 3 * 5040);
      s = 0xff;
      s &= p + 8;
      EXPECT_EQ(s, 8);
      s = 0;
      s |= p;
      EXPECT_EQ(s, 7);
      s = 1;
      s ^= p;
      EXPECT_EQ(s, 1);
      EXPECT_EQ(minimum(-p), -7);
      EXPECT_EQ(maximum(p), 7);
      EXPECT_TRUE(any(p == 4));
      where(p > 100) {
        EXPECT_EQ(sum(p), 0);
        EXPECT_EQ(minimum(p), INT32_MAX);
        EXPECT_EQ(maximum(p), INT32_MIN);
      }
    }
  });
}

TEST(CstarLayer, ModulusTakesTheSignOfItsDivisor) {
  EXPECT_EQ(mod(-1, 8), 7);
  EXPECT_EQ(mod(9, 8), 1);
  EXPECT_EQ(mod(-8, 8), 0);
  EXPECT_EQ(mod(1, -8), -7);
}

TEST(CstarLayer, LeftIndices) {
  on_cubes([] {
    Shape a{8};
    Pvar<int> p7{a}, p8{a}, q{a, 0};
    with(a) {
      p7 = 10 * pcoord(0);
      p8 = mod(3 * pcoord(0), 8);
      const int third = p7.at(3);  // broadcast
      EXPECT_EQ(third, 30);
      q.at(5) = 77;        // owner assign
      q.at(6) = p7.at(2);  // point to point
      EXPECT_EQ(int(q.at(5)), 77);
      EXPECT_EQ(int(q.at(6)), 20);
      q.at(mod(pcoord(0) - 1, 8)) = p7;  // grid write: to the left neighbour
      EXPECT_EQ(int(q.at(7)), 0);
      EXPECT_EQ(int(q.at(0)), 10);
      q = p7.at(mod(pcoord(0) + 1, 8)) - p7;  // grid read
      EXPECT_EQ(int(q.at(7)), -70);
      EXPECT_EQ(int(q.at(4)), 10);
      q = p7.at(p8);  // gather
      EXPECT_EQ(int(q.at(2)), 60);
      EXPECT_EQ(int(q.at(3)), 10);
      q.at(p8) = p7;  // scatter
      EXPECT_EQ(int(q.at(6)), 20);
      q = 1;
      q.at(pcoord(0) / 4) += p7;
      EXPECT_EQ(int(q.at(0)), 1 + 0 + 10 + 20 + 30);
      EXPECT_EQ(int(q.at(1)), 1 + 40 + 50 + 60 + 70);
      EXPECT_EQ(int(q.at(2)), 1);
    }
  });
}

TEST(CstarLayer, ParallelArraysAndStructures) {
  struct Pair {
    char first;
    double second;
  };
  on_cubes([] {
    Shape a{9};
    Pvar<double[5]> rows{a};
    Pvar<Pair> pairs{a};
    with(a) {
      for (int j = 0; j < 5; ++j) rows[j] = pcoord(0) * 10 + j;
      EXPECT_EQ(double(rows[4].at(8)), 84.0);
      rows[2] = rows[3] * 2 - rows[1].at(mod(pcoord(0) + 1, 9));
      EXPECT_EQ(double(rows[2].at(8)), 2 * 83 - 1.0);
      pairs.member(&Pair::second) = pcoord(0) + 0.5;
      pairs.member(&Pair::first) = pcoord(0);
      EXPECT_EQ(sum(pairs.member(&Pair::second)), 36 + 4.5);
      EXPECT_EQ(sum(as<int>(pairs.member(&Pair::first))), 36);
    }
  });
}

TEST(CstarLayer, MinimumOfTwoVariables) {
  on_cubes([] {
    Shape a{6};
    Pvar<int> p{a}, q{a};
    with(a) {
      p = pcoord(0);
      q = 3;
      p = lesser(p, q);
      EXPECT_EQ(sum(p), 0 + 1 + 2 + 3 + 3 + 3);
      p = greater(p, 2);
      EXPECT_EQ(sum(p), 2 + 2 + 2 + 3 + 3 + 3);
    }
  });
}

TEST(CstarLayer, TemporariesGoBackToThePool) {
  on_cubes([] {
    CS__SetPool(3000);
    Shape a{16};
    Pvar<double> p{a, 1.0};
    with(a) {
      for (int k = 0; k < 1000; ++k)
        p = (p.at(mod(pcoord(0) + 1, 16)) + p.at(mod(pcoord(0) - 1, 16))) / 2;
      EXPECT_EQ(sum(p), 16.0);
    }
  });
}

}  // namespace
}  // namespace cstar
