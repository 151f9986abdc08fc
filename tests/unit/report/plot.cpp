// SPDX-License-Identifier: Apache-2.0
#include "sim/report/plot.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "sim/report/fit.h"
#include "sim/report/mesh_map.h"
#include "sim/report/page.h"
#include "sim/report/svg.h"

namespace rc::sim::report {
namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t number = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
  return number;
}

Plot example_plot() {
  return {.title = "a < b",
          .x = {"x & y"},
          .y = {"us"},
          .series = {{.name = "one", .points = {{0, 0}, {10, 5}}, .published = {{10, 4.5}}},
                     {.name = "two", .points = {{0, 1}, {10, 2}}, .dashed = true}}};
}

TEST(SimPlot, DrawsEverySeriesAndEscapesText) {
  const std::string svg = svg_plot(example_plot());
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find("a &lt; b"), std::string::npos);
  EXPECT_NE(svg.find("x &amp; y"), std::string::npos);
  EXPECT_EQ(count(svg, "<polyline"), 2u);
  EXPECT_NE(svg.find("one, published: 10; 4.5 us</title>"), std::string::npos) << svg;
  // The largest value touches the top right corner of the axes, zero the bottom left.
  EXPECT_NE(svg.find("points=\"78.0,402.0 "), std::string::npos) << svg;
  EXPECT_NE(svg.find(",42.0 \""), std::string::npos) << svg;
}

TEST(SimPlot, EmptySeriesAreNoTrouble) {
  for (const Scale scale : {Scale::linear, Scale::close, Scale::log2, Scale::log10}) {
    const Plot plot{.title = "t", .x = {"x", scale}, .y = {"y", scale}, .series = {{"none"}}};
    EXPECT_EQ(svg_plot(plot).find("nan"), std::string::npos);
    EXPECT_EQ(svg_plot(plot).find("inf"), std::string::npos);
  }
}

TEST(SimPlot, CloseAxesHaveTheStretchOfTheValues) {
  Plot plot = example_plot();
  plot.x.scale = plot.y.scale = Scale::close;
  plot.series = {{.name = "one", .points = {{-1, 1000}, {1, 1003}}}};
  const std::string svg = svg_plot(plot);
  for (const char* label : {"-1", "0", "1", "1000", "1003"})
    EXPECT_EQ(count(svg, std::string(">") + label + "</text>"), 1u) << label << svg;
  EXPECT_EQ(count(svg, ">0</text>") + count(svg, ">-0</text>"), 1u);
  plot.series = {{.name = "one", .points = {{7, 7}}}};  // no stretch at all
  EXPECT_EQ(svg_plot(plot).find("nan"), std::string::npos);
  EXPECT_EQ(count(svg_plot(plot), ">7</text>"), 2u);
}

TEST(SimPlot, LogarithmicAxesHaveRoundTicksAroundTheValues) {
  Plot plot = example_plot();
  plot.series = {{.name = "one", .points = {{1, 55}, {1 << 20, 1064}}}};
  plot.x.scale = Scale::log2;
  plot.y.scale = Scale::log10;
  const std::string svg = svg_plot(plot);
  for (const char* label : {"1", "1 Mi", "50", "2000"})
    EXPECT_EQ(count(svg, std::string(">") + label + "</text>"), 1u) << label;
  EXPECT_EQ(count(svg, ">20</text>") + count(svg, ">5000</text>"), 0u);
  // The first point lies at the left, a little above the bottom: 55 is not far from 50.
  EXPECT_NE(svg.find("points=\"78.0,392.7 "), std::string::npos) << svg;
}

TEST(SimPlot, NoLooksTwice) {
  std::set<std::string> colours;
  std::set<std::pair<std::string, bool>> looks;
  for (std::size_t i = 0; i < kPlotColours; ++i) colours.insert(line_style(i).colour);
  EXPECT_EQ(colours.size(), kPlotColours);
  for (std::size_t i = 0; i < 2 * kPlotColours; ++i)
    looks.emplace(line_style(i).colour, line_style(i).dashed);
  EXPECT_EQ(looks.size(), 2 * kPlotColours);
  EXPECT_NE(line_style(0, true).dashed, line_style(0, false).dashed);
}

TEST(SimPlot, LinesAndEntriesOfTheLegendBelongTogether) {
  const std::string svg = svg_plot(example_plot());
  for (const char* group : {"0", "1", "published"})
    for (const char* kind : {"series", "entry"})
      EXPECT_EQ(count(svg, fmt::format("<g data-{}=\"{}\">", kind, group)), 1u) << group;
  EXPECT_EQ(count(svg, "<g "), count(svg, "</g>"));
}

TEST(SimMeshMap, DrawsRoutersAndLinksWithTips) {
  const std::string svg =
      svg_mesh_map({.title = "t",
                    .legend = "l",
                    .most = "1",
                    .cols = 2,
                    .rows = 1,
                    .links = {{0, 0, 'E', 0.5, "a link"}},
                    .routers = {{0, 0, 1, "R", "a router"}, {1, 0, 0, "S", ""}}});
  EXPECT_EQ(count(svg, "<title>a link</title>"), 1u);
  EXPECT_EQ(count(svg, "<title>a router</title>"), 1u);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(SimPage, HasContentsAndNothingFromElsewhere) {
  Page page("A & B");
  page.summary(html_paragraph("what came out"));
  page.section("One");
  page.add(html_figure(example_plot(), "a </script> in a caption"));
  page.section("Two");
  page.add(html_verdicts({plain_row("r", 1, "us")}));
  const std::string html = page.html();
  EXPECT_NE(html.find("<h1>A &amp; B</h1>"), std::string::npos);
  EXPECT_NE(html.find("<a href=\"#s1\">Two</a>"), std::string::npos);
  EXPECT_NE(html.find("<section id=\"s1\"><h2>Two</h2>"), std::string::npos);
  EXPECT_EQ(count(html, "<script"), count(html, "</script>"));
  EXPECT_EQ(html.find(" src="), std::string::npos);
}

TEST(SimFit, LineThroughPointsOnItAndThroughNoise) {
  EXPECT_DOUBLE_EQ(least_squares_line({{1, 5}, {2, 7}, {4, 11}}).intercept, 3);
  EXPECT_DOUBLE_EQ(least_squares_line({{0, 0}, {1, 3}, {2, 0}}).intercept, 1);
  EXPECT_DOUBLE_EQ(least_squares_slope({{1, 5}, {2, 7}, {4, 11}}), 2);
  EXPECT_DOUBLE_EQ(least_squares_slope({{0, 0}, {1, 1}, {2, 0}}), 0);
}

}  // namespace
}  // namespace rc::sim::report
