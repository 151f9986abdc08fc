// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/topology/drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <utility>

#include "sim/report/svg.h"

namespace rc::sim::lab {
namespace {

using Json = nlohmann::ordered_json;
using report::Svg;
using Point = Svg::Point;

constexpr double kMargin = 56, kTitle = 40, kScaleWidth = 90, kGap = 1;  // kGap in pitches
constexpr double kWidest = 1400;
constexpr double kMostPitch = 72, kLeastPitch = 14;

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator*(double by, Point a) { return {by * a.x, by * a.y}; }

class Drawing {
 public:
  Drawing(const noc::Topology& topology, std::span<const double> load)
      : topology_(topology),
        graph_(topology.graph),
        load_(load),
        most_(load.empty() ? 0 : *std::ranges::max_element(load)) {
    place_routers();
  }

  std::string draw(const std::string& title) const {
    Svg svg(width_, height_);
    svg.text({12, 22}, "start", title, 14);
    svg.text({12, 40}, "start",
             fmt::format("{} routers, {} channels, {} end points{}", graph_.routers(),
                         graph_.channels().size(), graph_.ends().size(),
                         topology_.places_known ? "" : "; places are not known"),
             12);
    for (const noc::Channel& channel : graph_.channels()) draw_channel(svg, channel);
    for (std::size_t end = 0; end < graph_.ends().size(); ++end) {
      draw_end(svg, static_cast<noc::EndId>(end));
    }
    for (noc::RouterId router = 0; router < graph_.routers(); ++router) draw_router(svg, router);
    if (!load_.empty())
      report::draw_heat_scale(svg, {width_ - kScaleWidth + 20, kTitle + kMargin / 2},
                              height_ - kTitle - kMargin, fmt::format("{:.3f}", most_));
    return svg.str();
  }

 private:
  // Layers from left to right, y upwards.
  void place_routers() {
    const std::vector<noc::Place>& places = topology_.routers;
    double left = places[0].x, right = left, low = places[0].y, high = low;
    int bottom = places[0].layer, top = bottom;
    for (const noc::Place& place : places) {
      left = std::min(left, place.x), right = std::max(right, place.x);
      low = std::min(low, place.y), high = std::max(high, place.y);
      bottom = std::min(bottom, place.layer), top = std::max(top, place.layer);
    }
    const double panel = right - left + kGap;
    const double pitches = panel * (top - bottom + 1) - kGap;
    pitch_ = std::clamp(kWidest / std::max(pitches, 1.0), kLeastPitch, kMostPitch);
    for (const noc::Place& place : places) {
      const double x = place.x - left + panel * (place.layer - bottom);
      at_.push_back({kMargin + pitch_ * x, kTitle + kMargin + pitch_ * (high - place.y)});
    }
    for (const Point& at : at_) taken_.insert(cell(at));
    width_ = std::max(420.0, 2 * kMargin + pitch_ * pitches + (load_.empty() ? 0 : kScaleWidth));
    height_ = kTitle + 2 * kMargin + std::max(pitch_ * (high - low), load_.empty() ? 0.0 : 40.0);
  }

  double radius() const { return 0.2 * pitch_; }

  std::string load_text(noc::RouterId router, unsigned port) const {
    return load_.empty() ? "" : fmt::format(", {:.3f} flits a cycle", load(router, port));
  }
  double load(noc::RouterId router, unsigned port) const {
    return load_[graph_.output_base(router) + port];
  }

  // A line that leaves `router` by `port`.
  void draw_line(Svg& svg, Point from, Point to, noc::RouterId router, unsigned port,
                 const std::string& tip) const {
    const double width = std::max(1.0, 0.08 * pitch_);
    if (load_.empty()) {
      svg.link(from, to, Svg::kInk, std::max(1.0, width / 3), tip);
      return;
    }
    svg.line(from, to, "#888", width + 1);
    svg.link(from, to, report::heat_colour(most_ > 0 ? load(router, port) / most_ : 0), width, tip);
  }

  void draw_channel(Svg& svg, const noc::Channel& channel) const {
    const Point from = at_[channel.from], to = at_[channel.to];
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    if (length < 1e-6) return;
    const Point along = 1 / length * (to - from), right{-along.y, along.x};
    const std::string tip = fmt::format(
        "{} port {} to {} port {}: {} wire cycles, {} a flit{}", graph_.name(channel.from),
        channel.out_port, graph_.name(channel.to), channel.in_port, channel.wire,
        channel.cycles_per_flit, load_text(channel.from, channel.out_port));
    const bool bends = meets_router(from, to, length);
    const double lane = 0.07 * pitch_, bow = bends ? 0.25 * pitch_ + 0.05 * length : 0;
    const int pieces = bends ? 10 : 1;
    const auto point = [&](double t) {
      return from + t * length * along + (lane + 4 * bow * t * (1 - t)) * right;
    };
    for (int i = 0; i < pieces; ++i) {
      draw_line(svg, point(1.0 * i / pieces), point(1.0 * (i + 1) / pieces), channel.from,
                channel.out_port, tip);
    }
  }

  // A router lies on the straight line, or near it.
  bool meets_router(Point from, Point to, double length) const {
    const double step = 0.25 * pitch_, apart = 0.8 * pitch_;  // samples, and from both ends
    for (double along = apart; along <= length - apart; along += step) {
      if (taken_.contains(cell(from + along / length * (to - from)))) return true;
    }
    return false;
  }
  std::pair<long, long> cell(Point at) const {
    return {std::lround((at.x - at_[0].x) / pitch_), std::lround((at.y - at_[0].y) / pitch_)};
  }

  // End points of a router lie around it, by port.
  Point around(noc::RouterId router, unsigned port, unsigned ports) const {
    const double angle = 2 * std::numbers::pi * (port + 0.5) / std::max(ports, 1u);
    return at_[router] + 0.38 * pitch_ * Point{std::cos(angle), std::sin(angle)};
  }

  void draw_end(Svg& svg, noc::EndId id) const {
    const noc::End& end = graph_.end(id);
    const std::string name = fmt::format("end point {}", id);
    const auto mark = [&](Point at, bool hollow, const std::string& tip) {
      svg.marker("circle", at, std::max(1.5, 0.06 * pitch_), Svg::kInk, hollow, tip);
    };
    const Point out = around(end.out_router, end.out_port, graph_.outputs(end.out_router));
    draw_line(svg, at_[end.out_router], out, end.out_router, end.out_port,
              fmt::format("{} port {} to {}{}", graph_.name(end.out_router), end.out_port, name,
                          load_text(end.out_router, end.out_port)));
    mark(out, false, name);
    if (end.in_router == end.out_router) return;
    const Point in = around(end.in_router, end.in_port, graph_.inputs(end.in_router));
    svg.line(in, at_[end.in_router], Svg::kInk);
    mark(in, true,
         fmt::format("{}, into {} port {}", name, graph_.name(end.in_router), end.in_port));
  }

  void draw_router(Svg& svg, noc::RouterId router) const {
    const Point at = at_[router], corner = at - Point{radius(), radius()};
    const double side = 2 * radius();
    svg.rectangle(corner - Point{1, 1}, side + 2, side + 2, "#888");
    svg.rectangle(corner, side, side, Svg::kPaper, graph_.name(router));
    const std::string name = graph_.short_name(router);
    const double size =
        std::min(12.0, 1.6 * side / static_cast<double>(std::max<std::size_t>(name.size(), 2)));
    if (size >= 5) svg.text({at.x, at.y + 0.35 * size}, "middle", name, size);
  }

  const noc::Topology& topology_;
  const noc::Graph& graph_;
  std::span<const double> load_;
  double most_;                            // of the load: the end of the scale
  std::vector<Point> at_;                  // by router
  std::set<std::pair<long, long>> taken_;  // squares of a pitch with a router
  double pitch_ = kMostPitch, width_ = 0, height_ = 0;
};

}  // namespace

nlohmann::ordered_json topology_json(const noc::Topology& topology) {
  const noc::Graph& graph = topology.graph;
  Json routers = Json::array(), channels = Json::array(), ends = Json::array();
  for (noc::RouterId id = 0; id < graph.routers(); ++id) {
    const noc::Place& place = topology.routers[id];
    Json router{{"name", graph.short_name(id)}};
    if (!topology.digits.empty()) {
      const auto first = topology.digits[id].begin();
      router["digits"] = std::vector<unsigned>(
          first, first + static_cast<std::ptrdiff_t>(topology.shape.sizes.size()));
    }
    router["place"] = {{"x", place.x}, {"y", place.y}, {"layer", place.layer}};
    router["inputs"] = graph.inputs(id);
    router["outputs"] = graph.outputs(id);
    routers.push_back(std::move(router));
  }
  for (const noc::Channel& channel : graph.channels()) {
    channels.push_back(
        {{"from", channel.from},
         {"out_port", channel.out_port},
         {"to", channel.to},
         {"in_port", channel.in_port},
         {"wire", channel.wire},
         {"cycles_per_flit", channel.cycles_per_flit},
         {"length", topology.places_known ? Json(topology.length(channel)) : Json()}});
  }
  for (const noc::End& end : graph.ends()) {
    ends.push_back({{"in_router", end.in_router},
                    {"in_port", end.in_port},
                    {"in_wire", end.in_wire},
                    {"out_router", end.out_router},
                    {"out_port", end.out_port},
                    {"out_wire", end.out_wire}});
  }
  return {{"family", topology.family},
          {"places_known", topology.places_known},
          {"routers", std::move(routers)},
          {"channels", std::move(channels)},
          {"ends", std::move(ends)}};
}

std::string topology_svg(const noc::Topology& topology, const std::string& title,
                         std::span<const double> load_by_output) {
  return Drawing(topology, load_by_output).draw(title);
}

}  // namespace rc::sim::lab
