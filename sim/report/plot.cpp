// SPDX-License-Identifier: Apache-2.0
#include "sim/report/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/report/svg.h"

namespace rc::sim::report {
namespace {

// Each has a contrast of at least 3 to white and to the page's dark background.
constexpr std::array<const char*, kPlotColours> kColours{
    "#1f77b4", "#d62728", "#2a9d2a", "#9467bd", "#d96b00", "#0e96a3", "#d14fa8", "#8a8a00",
    "#6f6ff0", "#a0665a", "#00866b", "#e0457b", "#808080", "#5f8fb0", "#b08030", "#a040d0"};
constexpr std::array<const char*, 4> kMarkers{"circle", "rect", "triangle", "rectRot"};

constexpr double kWidth = 820, kHeight = 460,
                 kAxis = 520;  // and how long the axis of x is at least
constexpr double kSmallWidth = 510, kSmallHeight = 300, kSmallAxis = 320;
constexpr double kLeft = 78, kTop = 42, kBottom = 58;
constexpr double kLegendLine = 19, kLegendSymbol = 34, kLetter = 7.2;  // of a legend of 13 px

using Tick = std::pair<double, std::string>;

// An axis with its range and ticks: the same in every form of the figure.
struct Ruler {
  Scale scale;
  double from, to;
  std::vector<Tick> ticks;

  bool is_linear() const { return scale == Scale::linear || scale == Scale::close; }
  bool shows(double value) const { return is_linear() || value > 0; }
  // 0 at the beginning of the axis, 1 at its end.
  double at(double value) const {
    if (is_linear()) return (value - from) / (to - from);
    return std::log(value / from) / std::log(to / from);
  }
};

// Steps of 1, 2 or 5 times a power of ten, at most eight.
double linear_step(double top) {
  double step = std::pow(10, std::floor(std::log10(top / 8)));
  for (const double factor : {2.0, 2.5, 2.0}) {
    if (top <= 8 * step) break;
    step *= factor;
  }
  return step;
}

// 1024 is 1 Ki, 1048576 is 1 Mi.
std::string binary_label(double value) {
  if (value >= 1 << 20) return fmt::format("{:g} Mi", value / (1 << 20));
  return value >= 1 << 10 ? fmt::format("{:g} Ki", value / (1 << 10)) : fmt::format("{:g}", value);
}

// Ticks at powers of two, at most twelve.
Ruler binary(double least, double most) {
  constexpr double kSlack = 1e-9;
  const int first = static_cast<int>(std::floor(std::log2(least) + kSlack));
  const int last = std::max(first + 1, static_cast<int>(std::ceil(std::log2(most) - kSlack)));
  Ruler ruler{Scale::log2, std::exp2(first), std::exp2(last), {}};
  for (int i = first; i <= last; i += (last - first + 10) / 11)
    ruler.ticks.emplace_back(std::exp2(i), binary_label(std::exp2(i)));
  return ruler;
}

// Ticks at 1, 2 and 5 times powers of ten, or at the powers alone where those are many.
Ruler decimal(double least, double most) {
  constexpr double kSlack = 1e-9;
  constexpr double kParts[] = {1, 2, 5};
  const int first = static_cast<int>(std::floor(std::log10(least) + kSlack));
  const int last = static_cast<int>(std::ceil(std::log10(most) - kSlack));
  const bool fine = last - first <= 3;
  std::vector<Tick> ticks;
  for (int i = first; i <= last; ++i)
    for (const double part : kParts)
      if (part == 1 || fine) {
        const double value = part * std::pow(10, i);
        ticks.emplace_back(value, fmt::format("{:g}", value));
      }
  // No more at either end than the values need.
  while (ticks.size() > 2 && ticks[1].first <= least * (1 + kSlack)) ticks.erase(ticks.begin());
  while (ticks.size() > 2 && ticks[ticks.size() - 2].first >= most * (1 - kSlack)) ticks.pop_back();
  return {Scale::log10, ticks.front().first, ticks.back().first, ticks};
}

// From one tick to another, around all values, with some room beside them.
Ruler close(double least, double most) {
  const double span = most > least ? most - least : std::max(std::abs(most), 1.0) * 0.1;
  const double step = linear_step(span);
  const double first = std::floor(least / step + 1e-9), last = std::ceil(most / step - 1e-9);
  Ruler ruler{Scale::close, first * step, std::max(last, first + 1) * step, {}};
  for (double i = first; i * step <= ruler.to + step * 1e-9; ++i)
    ruler.ticks.emplace_back(i * step, fmt::format("{:.10g}", i * step + 0.0));
  return ruler;
}

template <class Coordinate>
Ruler ruler_of(const Plot& plot, Scale scale, bool to_tick, Coordinate coordinate) {
  double lowest = INFINITY, highest = -INFINITY, least = INFINITY, most = 0;
  for (const Series& series : plot.series)
    for (const Points* points : {&series.points, &series.published})
      for (const auto& point : *points) {
        const double value = coordinate(point);
        lowest = std::min(lowest, value);
        highest = std::max(highest, value);
        most = std::max(most, value);
        if (value > 0) least = std::min(least, value);
      }
  if (scale == Scale::close && lowest <= highest) return close(lowest, highest);
  if (most <= 0) least = most = 1;
  if (scale == Scale::log2) return binary(least, most);
  if (scale == Scale::log10) return decimal(least, most);
  const double step = linear_step(most);
  Ruler ruler{scale, 0, to_tick ? step * std::ceil(most / step - 1e-9) : most, {}};
  for (int i = 0; i <= std::floor(ruler.to / step + 1e-9); ++i)
    ruler.ticks.emplace_back(i * step, fmt::format("{:g}", i * step));
  return ruler;
}
Ruler x_ruler(const Plot& plot) {
  return ruler_of(plot, plot.x.scale, false, [](const auto& point) { return point.first; });
}
Ruler y_ruler(const Plot& plot) {
  return ruler_of(plot, plot.y.scale, true, [](const auto& point) { return point.second; });
}

bool has_published(const Series& series) { return !series.published.empty(); }

// Where a plot's points lie.
struct Frame {
  Ruler x, y;
  double right, bottom;

  Svg::Point at(const std::pair<double, double>& point) const {
    return {kLeft + (right - kLeft) * x.at(point.first),
            bottom - (bottom - kTop) * y.at(point.second)};
  }
  bool shows(const std::pair<double, double>& point) const {
    return x.shows(point.first) && y.shows(point.second);
  }
};

void draw_axes(Svg& svg, const Plot& plot, const Frame& frame) {
  const double middle = (kLeft + frame.right) / 2;
  svg.text({middle, kTop - 18}, "middle", plot.title, 15);
  svg.text({middle, frame.bottom + 44}, "middle", plot.x.label);
  svg.vertical_text({18, (kTop + frame.bottom) / 2}, plot.y.label);
  for (const auto& [value, label] : frame.x.ticks) {
    const double x = frame.at({value, frame.y.from}).x;
    svg.line({x, kTop}, {x, frame.bottom}, Svg::kGrid);
    svg.text({x, frame.bottom + 20}, "middle", label);
  }
  for (const auto& [value, label] : frame.y.ticks) {
    const double y = frame.at({frame.x.from, value}).y;
    svg.line({kLeft, y}, {frame.right, y}, Svg::kGrid);
    svg.text({kLeft - 8, y + 4}, "end", label);
  }
}

constexpr const char* kSeries = "data-series";
constexpr const char* kEntry = "data-entry";
constexpr const char* kPublished = "published";  // beside the numbers of series

void draw_series(Svg& svg, const Plot& plot, std::size_t index, const Frame& frame) {
  constexpr std::size_t kMany = 30;  // points, whose marks would hide the line
  const Series& series = plot.series[index];
  const LineStyle style = line_style(index, series.dashed);
  svg.begin_group(kSeries, std::to_string(index));
  std::vector<Svg::Point> line;
  for (const auto& point : series.points)
    if (frame.shows(point)) line.push_back(frame.at(point));
  svg.polyline(line, style.colour, 2, style.dashed);
  const double radius = series.points.size() > kMany ? 2 : 3.6;
  const auto tip = [&](const std::string& whose, const auto& point) {
    return fmt::format("{}{}: {:.6g}; {:.5g} {}", series.name, whose, point.first, point.second,
                       plot.y.label);
  };
  for (const auto& point : series.points)
    if (frame.shows(point))
      svg.marker(style.marker, frame.at(point), radius, style.colour, false, tip("", point));
  if (!series.published.empty()) {
    svg.begin_group(kSeries, kPublished);
    for (const auto& point : series.published)
      if (frame.shows(point))
        svg.marker(style.marker, frame.at(point), 5, Svg::kInk, true,
                   tip(", " + plot.published, point));
    svg.end_group();
  }
  svg.end_group();
}

void draw_legend(Svg& svg, const Plot& plot, double left) {
  double y = kTop + 10;
  for (std::size_t i = 0; i < plot.series.size(); ++i, y += kLegendLine) {
    const LineStyle style = line_style(i, plot.series[i].dashed);
    svg.begin_group(kEntry, std::to_string(i));
    svg.line({left, y}, {left + 24, y}, style.colour, 2, style.dashed);
    svg.marker(style.marker, {left + 12, y}, 3.6, style.colour, false, "");
    svg.text({left + kLegendSymbol, y + 4}, "start", plot.series[i].name);
    svg.end_group();
  }
  const auto published = std::ranges::find_if(plot.series, has_published);
  if (published == plot.series.end()) return;
  const auto index = static_cast<std::size_t>(published - plot.series.begin());
  svg.begin_group(kEntry, kPublished);
  svg.marker(line_style(index).marker, {left + 12, y}, 5, Svg::kInk, true, "");
  svg.text({left + kLegendSymbol, y + 4}, "start", plot.published);
  svg.end_group();
}

double legend_width(const Plot& plot) {
  std::size_t longest = std::ranges::any_of(plot.series, has_published) ? plot.published.size() : 0;
  for (const Series& series : plot.series) longest = std::max(longest, series.name.size());
  return kLegendSymbol + kLetter * static_cast<double>(longest);
}

}  // namespace

LineStyle line_style(std::size_t index, bool dashed) {
  // Beyond the colours, lines of one colour differ by their dashes.
  const bool again = index / kPlotColours % 2 == 1;
  return {kColours[index % kPlotColours], kMarkers[index % kMarkers.size()], dashed != again};
}

std::string svg_plot(const Plot& plot) {
  const double legend = legend_width(plot) + 14;
  const double height =
      std::max(plot.small ? kSmallHeight : kHeight,
               kTop + kBottom + kLegendLine * static_cast<double>(plot.series.size() + 1));
  // Long names make the picture wider, not the axes narrower.
  const double width = std::max(plot.small ? kSmallWidth : kWidth,
                                kLeft + (plot.small ? kSmallAxis : kAxis) + 16 + legend);
  const Frame frame{x_ruler(plot), y_ruler(plot), width - 16 - legend, height - kBottom};
  Svg svg(width, height);
  draw_axes(svg, plot, frame);
  for (std::size_t i = 0; i < plot.series.size(); ++i) draw_series(svg, plot, i, frame);
  draw_legend(svg, plot, frame.right + 16);
  return svg.str();
}

}  // namespace rc::sim::report
