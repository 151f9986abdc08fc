// Line plots as SVG text, for what --out leaves beside the tables: linear axes from zero, one
// polyline per series, a legend. No more than a reader needs to see the shape.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace rc::sim {

struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;  // by x
};

std::string svg_plot(const std::string& title, const std::string& x_label,
                     const std::string& y_label, const std::vector<Series>& series);

}  // namespace rc::sim
