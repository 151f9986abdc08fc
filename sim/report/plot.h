// SPDX-License-Identifier: Apache-2.0
// Line plots, drawn as SVG: for --out, for the documentation, and in pages (sim/report/page.h).
// Each mark has its values as a tip.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace rc::sim::report {

using Points = std::vector<std::pair<double, double>>;  // by x

struct Series {
  std::string name;
  Points points = {};
  // What others published for the same thing: hollow marks of the series' shape, not joined.
  Points published = {};
  bool dashed = false;  // distinguishes two kinds of lines
};

// Linear axes begin at zero, close ones at the least value; logarithmic ones need values above zero and
// leave out others.
enum class Scale { linear, close, log2, log10 };

struct Axis {
  std::string label;  // with its unit
  Scale scale = Scale::linear;
};

struct Plot {
  std::string title;
  Axis x, y;
  std::vector<Series> series;
  std::string published = "published";  // who published, for the legend
  bool small = false;                   // two of them stand side by side
};

// How series number `index` of a figure is drawn. Colours differ for the first kPlotColours.
inline constexpr std::size_t kPlotColours = 16;
struct LineStyle {
  const char* colour;  // readable on white and on black
  const char* marker;  // a shape of Svg::marker()
  bool dashed;
};
LineStyle line_style(std::size_t index, bool dashed = false);

// A line and its marks are a group data-series="NUMBER", published marks one more within it,
// data-series="published"; the entries of the legend are groups data-entry with the same values.
std::string svg_plot(const Plot& plot);

}  // namespace rc::sim::report
