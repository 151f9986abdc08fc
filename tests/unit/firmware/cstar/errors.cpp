// SPDX-License-Identifier: Apache-2.0
// Wrong use ends the run with one line that says what was wrong.
#include <gtest/gtest.h>
#include <unistd.h>

#include "firmware/cstar/cstar.hpp"
#include "tests/unit/firmware/cstar/thread_transport.h"

namespace cstar {
namespace {

// The line goes to standard output, where a death test does not look.
void on_one_node(const std::function<void()>& program) {
  dup2(2, 1);
  run_nodes(1, [&] {
    CS__Setup();
    program();
  });
}

void expect_end(const std::function<void()>& program, const std::string& line) {
  EXPECT_EXIT(on_one_node(program), testing::ExitedWithCode(1), line);
}

class CstarErrors : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(CstarErrors, UnsupportedDistribution) {
  expect_end(
      [] {
        Shape a{8, 8};
        static_cast<CS__Shape>(a)->processors[0] = 3;  // as chapter 8's compiler did
        int position[] = {1, 1}, row, column;
        CS__GetRowAndCol(a, position, &row, &column);
      },
      "C\\*: Unsupported distribution type in CS_GetRowAndCol\n");
}

TEST_F(CstarErrors, PositionOutsideTheShape) {
  const char* line = "C\\*: position 8 lies outside axis 0 of the shape, which has 8 positions\n";
  expect_end(
      [] {
        Shape a{8};
        Pvar<int> p{a, 0};
        p.at(8) = 1;
      },
      line);
  expect_end(
      [] {
        Shape a{8};
        Pvar<int> p{a, 0};
        with(a) p = p.at(pcoord(0) + 1);
      },
      line);
  expect_end(
      [] {
        Shape a{8};
        Pvar<int> p{a, 0}, to{a, 8};
        with(a) p.at(to) += 1 + p;
      },
      line);
}

TEST_F(CstarErrors, CollisionInAScatterThatAssigns) {
  expect_end(
      [] {
        Shape a{8};
        Pvar<int> p{a, 0}, to{a, 3};
        with(a) p.at(to) = pcoord(0);
      },
      "C\\*: two values for one position: a scatter that assigns allows one "
      "\\(local position 3 of node 0\\)\n");
}

TEST_F(CstarErrors, PoolExhausted) {
  expect_end(
      [] {
        CS__SetPool(1000);
        Shape a{64};
        Pvar<double> p{a}, q{a};
      },
      "C\\*: No memory: 512 bytes for a parallel variable, [0-9]+ of the pool's 1000 are in use\n");
}

TEST_F(CstarErrors, ShapesDiffer) {
  const char* line = "C\\*: shapes differ in one expression: 1 and 1 axes, 9 and 8 positions\n";
  expect_end(
      [] {
        Shape a{8}, b{9};
        Pvar<int> p{a, 0}, q{b, 0};
        with(a) p = p + q;
      },
      line);
  expect_end(
      [] {
        Shape a{8}, b{9};
        Pvar<int> q{b, 0};
        with(a) sum(q);
      },
      line);
}

TEST_F(CstarErrors, NoShape) {
  expect_end(
      [] {
        Shape a{8};
        Pvar<int> p{a, 0};
        p = 1;
      },
      "C\\*: a parallel expression outside `with`\n");
  expect_end(
      [] {
        Shape a{3, 0};
      },
      "C\\*: axis 1 of a shape has 0 positions; expected at least 1\n");
  expect_end([] { Shape a({1, 1, 1, 1, 1}); }, "C\\*: a shape of 5 axes; expected 1 to 4\n");
}

TEST_F(CstarErrors, LeftIndices) {
  expect_end(
      [] {
        Shape a{8, 8};
        Pvar<int> p{a, 0};
        with(a) p.at(1) = 5;
      },
      "C\\*: a left index of 1 axes into a shape of 2\n");
  expect_end(
      [] {
        Shape a{8, 8};
        Pvar<int> p{a, 0};
        with(a) p = p.at(pcoord(1), pcoord(0));
      },
      "C\\*: pcoord\\(1\\) as the left index of axis 0 is not supported\n");
}

}  // namespace
}  // namespace cstar
