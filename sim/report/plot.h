// Line plots. One description serves every form: a static picture (SVG, for --out and the
// documentation) and the data of a figure that shows values under the pointer (sim/report/page.h).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace rc::sim {

using Points = std::vector<std::pair<double, double>>;  // by x

struct Series {
  std::string name;
  Points points = {};
  // What others published for the same thing: hollow marks of the series' shape, not joined.
  Points published = {};
  bool dashed = false;  // tells two kinds of lines apart
};

// Linear axes begin at zero; logarithmic ones need values above zero and leave out others.
enum class Scale { linear, log2, log10 };

struct Axis {
  std::string label;  // with its unit
  Scale scale = Scale::linear;
};

struct Plot {
  std::string title;
  Axis x, y;
  std::vector<Series> series;
  std::string published = "published";  // who published, for the legend
};

// How series number `index` of a figure is drawn. Colours differ for the first kPlotColours.
inline constexpr std::size_t kPlotColours = 16;
struct LineStyle {
  const char* colour;  // readable on white and on black
  const char* marker;  // a point style of Chart.js: circle, rect, triangle, rectRot
  bool dashed;
};
LineStyle line_style(std::size_t index, bool dashed = false);

std::string svg_plot(const Plot& plot);

// {"title","x","y","published","series"}: what sim/report/page.js draws.
nlohmann::ordered_json plot_json(const Plot& plot);

}  // namespace rc::sim
