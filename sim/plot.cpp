#include "sim/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/html.h"

namespace rc::sim {
namespace {

constexpr double kWidth = 760, kHeight = 440;
constexpr double kLeft = 70, kRight = 160, kTop = 40, kBottom = 55;
constexpr std::array<const char*, 6> kColours{"#1f77b4", "#d62728", "#2ca02c",
                                              "#9467bd", "#ff7f0e", "#17becf"};

// Round values from zero to `top`: steps of 1, 2 or 5 times a power of ten, at most eight.
std::vector<double> ticks(double top) {
  double step = std::pow(10, std::floor(std::log10(top / 8)));
  for (const double factor : {2.0, 2.5, 2.0}) {
    if (top <= 8 * step) break;
    step *= factor;
  }
  std::vector<double> values;
  for (int i = 0; i <= std::floor(top / step); ++i) values.push_back(i * step);
  return values;
}

std::string label(double x, double y, const char* anchor, std::string_view text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     html_escaped(text));
}

std::string line(double x1, double y1, double x2, double y2, const char* colour) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1, x2,
      y2, colour);
}

}  // namespace

std::string svg_plot(const std::string& title, const std::string& x_label,
                     const std::string& y_label, const std::vector<Series>& series) {
  double x_top = 0, y_top = 0;
  for (const Series& s : series)
    for (const auto& [x, y] : s.points) {
      x_top = std::max(x_top, x);
      y_top = std::max(y_top, y);
    }
  if (x_top <= 0) x_top = 1;
  if (y_top <= 0) y_top = 1;
  const double right = kWidth - kRight, bottom = kHeight - kBottom;
  const auto at_x = [&](double x) { return kLeft + (right - kLeft) * x / x_top; };
  const auto at_y = [&](double y) { return bottom - (bottom - kTop) * y / y_top; };

  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      kWidth, kHeight);
  svg += label((kLeft + right) / 2, kTop - 16, "middle", title);
  svg += label((kLeft + right) / 2, kHeight - 12, "middle", x_label);
  svg += label(kLeft, kTop - 16, "end", y_label);
  for (const double x : ticks(x_top)) {
    svg += line(at_x(x), kTop, at_x(x), bottom, "#e0e0e0");
    svg += label(at_x(x), bottom + 18, "middle", fmt::format("{:g}", x));
  }
  for (const double y : ticks(y_top)) {
    svg += line(kLeft, at_y(y), right, at_y(y), "#e0e0e0");
    svg += label(kLeft - 6, at_y(y) + 4, "end", fmt::format("{:g}", y));
  }
  for (std::size_t i = 0; i < series.size(); ++i) {
    const char* const colour = kColours[i % kColours.size()];
    svg +=
        fmt::format("<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"{}\" points=\"", colour);
    for (const auto& [x, y] : series[i].points)
      svg += fmt::format("{:.1f},{:.1f} ", at_x(x), at_y(y));
    svg += "\"/>\n";
    const double y = kTop + 16 * static_cast<double>(i + 1);
    svg += line(right + 10, y - 4, right + 30, y - 4, colour);
    svg += label(right + 36, y, "start", series[i].name);
  }
  return svg + "</svg>\n";
}

}  // namespace rc::sim
