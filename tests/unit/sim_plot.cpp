#include <gtest/gtest.h>

#include "sim/fit.h"
#include "sim/plot.h"

namespace rc::sim {
namespace {

TEST(SimPlot, DrawsEverySeriesAndEscapesText) {
  const std::string svg =
      svg_plot("a < b", "x & y", "us", {{"one", {{0, 0}, {10, 5}}}, {"two", {{0, 1}, {10, 2}}}});
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
  EXPECT_NE(svg.find("x &amp; y"), std::string::npos);
  std::size_t lines = 0;
  for (auto at = svg.find("<polyline"); at != std::string::npos; at = svg.find("<polyline", at + 1))
    ++lines;
  EXPECT_EQ(lines, 2u);
  // The largest value touches the top right corner of the axes, zero the bottom left.
  EXPECT_NE(svg.find("points=\"70.0,385.0 600.0,40.0 \""), std::string::npos) << svg;
}

TEST(SimPlot, EmptySeriesAreNoTrouble) {
  EXPECT_EQ(svg_plot("t", "x", "y", {{"none", {}}}).find("nan"), std::string::npos);
}

TEST(SimFit, LineThroughPointsOnItAndThroughNoise) {
  EXPECT_DOUBLE_EQ(least_squares_line({{1, 5}, {2, 7}, {4, 11}}).intercept, 3);
  EXPECT_DOUBLE_EQ(least_squares_line({{0, 0}, {1, 3}, {2, 0}}).intercept, 1);
  EXPECT_DOUBLE_EQ(least_squares_slope({{1, 5}, {2, 7}, {4, 11}}), 2);
  EXPECT_DOUBLE_EQ(least_squares_slope({{0, 0}, {1, 1}, {2, 0}}), 0);
}

}  // namespace
}  // namespace rc::sim
