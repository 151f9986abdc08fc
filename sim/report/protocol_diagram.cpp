// SPDX-License-Identifier: Apache-2.0
#include "sim/report/protocol_diagram.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "sim/report/svg.h"

namespace rc::sim::report {
namespace {

using coherent::kStates;
using coherent::State;
using Point = Svg::Point;

constexpr double kDiagramWidth = 880, kDiagramTop = 40, kGraph = 480, kLine = 18;  // px
constexpr double kRing = 150, kState = 24, kBadge = 9;                             // radii
constexpr const char* kOwn = "#2f6db5";
constexpr const char* kOther = "#c4572a";

std::array<State, kStates> clockwise() {
  return {State::modified, State::exclusive, State::forward, State::shared, State::invalid};
}

// Where the states stand: on a circle.
std::map<State, Point> places(const coherent::Protocol& protocol) {
  std::vector<State> states;
  for (const State state : clockwise())
    if (protocol.has(state)) states.push_back(state);
  std::map<State, Point> at;
  const double turn = 2 * std::numbers::pi / static_cast<double>(states.size());
  double angle = -std::numbers::pi / 2 - turn / 2;
  for (const State state : states) {
    at[state] = {kDiagramWidth / 2 + 1.35 * kRing * std::cos(angle),
                 kDiagramTop + kGraph / 2 + kRing * std::sin(angle)};
    angle += turn;
  }
  return at;
}

Point between(Point a, Point b, double share) {
  return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

Point towards(Point from, Point to, double distance) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  return between(from, to, distance / length);
}

// A quadratic curve: from, to, and the point that bends it.
std::vector<Point> curve(Point from, Point bend, Point to) {
  constexpr int kSteps = 24;
  std::vector<Point> points;
  for (int i = 0; i <= kSteps; ++i) {
    const double t = static_cast<double>(i) / kSteps;
    points.push_back(between(between(from, bend, t), between(bend, to, t), t));
  }
  return points;
}

void arrow_head(Svg& svg, const std::vector<Point>& way, const char* colour) {
  constexpr double kHead = 9, kHalf = 4;
  const Point tip = way.back(), back = towards(tip, way[way.size() - 3], kHead);
  const Point across{(tip.y - back.y) / kHead * kHalf, (back.x - tip.x) / kHead * kHalf};
  svg.polyline(
      {{back.x + across.x, back.y + across.y}, tip, {back.x - across.x, back.y - across.y}}, colour,
      2, false);
}

// The way of an edge. Ways back and forth, and of own and other cores, bend by different amounts.
std::vector<Point> way_of(const ProtocolEdge& edge, const std::map<State, Point>& at) {
  const Point from = at.at(edge.from), to = at.at(edge.to);
  const Point centre{kDiagramWidth / 2, kDiagramTop + kGraph / 2};
  if (edge.from == edge.to) {
    // A loop outside of the circle.
    const Point out = towards(from, centre, -kState - 50);
    const Point side{(from.y - centre.y) * 0.28, (centre.x - from.x) * 0.28};
    const Point begin = towards(from, {out.x + side.x, out.y + side.y}, kState);
    const Point end = towards(from, {out.x - side.x, out.y - side.y}, kState);
    std::vector<Point> way = curve(begin, {out.x + side.x, out.y + side.y}, out);
    const std::vector<Point> rest = curve(out, {out.x - side.x, out.y - side.y}, end);
    way.insert(way.end(), rest.begin() + 1, rest.end());
    return way;
  }
  const double bow = edge.by_other ? 0.34 : 0.12;
  const Point middle = between(from, to, 0.5);
  const Point bend{middle.x + (to.y - from.y) * bow, middle.y - (to.x - from.x) * bow};
  return curve(towards(from, bend, kState), bend, towards(to, bend, kState));
}

std::string messages_text(coherent::Messages messages) {
  std::vector<const char*> sent;
  for (unsigned i = 0; i < coherent::kMessageNames.size(); ++i)
    if (messages >> i & 1) sent.push_back(coherent::kMessageNames[i]);
  return sent.empty() ? "no message" : fmt::format("{}", fmt::join(sent, " "));
}

// "read beside I: request memory; ...": causes with the same action and messages together.
std::string causes_text(const ProtocolEdge& edge) {
  std::vector<std::pair<std::string, std::string>> parts;  // what is sent, and the states
  for (const ProtocolEdge::Cause& cause : edge.causes) {
    const State beside = edge.by_other ? cause.before.own : cause.before.other;
    const std::string sent = messages_text(cause.messages);
    const std::string key = fmt::format("{}|{}", coherent::name(cause.action), sent);
    auto part = std::ranges::find(parts, key, &std::pair<std::string, std::string>::first);
    if (part == parts.end()) part = parts.insert(parts.end(), {key, ""});
    part->second += {' ', coherent::letter(beside)};
  }
  std::string text;
  for (const auto& [key, states] : parts) {
    const std::size_t bar = key.find('|');
    text += fmt::format("{}{} {}{}: {}", text.empty() ? "" : "; ", key.substr(0, bar),
                        edge.by_other ? "by" : "beside", states, key.substr(bar + 1));
  }
  return text;
}

}  // namespace

std::vector<ProtocolEdge> protocol_edges(const coherent::Protocol& protocol) {
  std::vector<ProtocolEdge> edges;
  const auto add = [&](State from, State to, bool by_other, const ProtocolEdge::Cause& cause) {
    auto edge = std::ranges::find_if(edges, [&](const ProtocolEdge& e) {
      return e.from == from && e.to == to && e.by_other == by_other;
    });
    if (edge == edges.end()) edge = edges.insert(edges.end(), {from, to, by_other, {}});
    edge->causes.push_back(cause);
  };
  for (unsigned i = 0; i < kStates * kStates * coherent::kActions; ++i) {
    const coherent::Pair pair{static_cast<State>(i / coherent::kActions / kStates),
                              static_cast<State>(i / coherent::kActions % kStates)};
    if (!protocol.has(pair)) continue;
    const auto action = static_cast<coherent::Action>(i % coherent::kActions);
    const coherent::Transition& t = protocol.next(pair, action);
    add(pair.own, t.next.own, false, {pair, action, t.messages});
    if (t.next.other != pair.other) add(pair.other, t.next.other, true, {pair, action, t.messages});
  }
  std::ranges::stable_sort(
      edges, {}, [](const ProtocolEdge& e) { return std::tuple(e.by_other, e.from, e.to); });
  return edges;
}

std::string svg_protocol(const coherent::Protocol& protocol) {
  const std::vector<ProtocolEdge> edges = protocol_edges(protocol);
  const std::map<State, Point> at = places(protocol);
  const double legend = kDiagramTop + kGraph + 24;
  Svg svg(kDiagramWidth, legend + kLine * (static_cast<double>(edges.size()) + 1));
  svg.text({kDiagramWidth / 2, 22}, "middle", protocol.name() + ": states of a line in one core",
           15);
  std::vector<Point> badges;
  for (const ProtocolEdge& edge : edges) {
    const std::vector<Point> way = way_of(edge, at);
    const char* colour = edge.by_other ? kOther : kOwn;
    svg.polyline(way, colour, 1.5, edge.by_other);
    arrow_head(svg, way, colour);
    // Not all in the middle, where ways cross.
    badges.push_back(way[edge.by_other ? way.size() * 3 / 8 : way.size() / 2]);
  }
  for (const auto& [state, place] : at) {
    svg.marker("circle", place, kState, Svg::kInk, true, "");
    svg.text({place.x, place.y + 6}, "middle", std::string(1, coherent::letter(state)), 18);
  }
  svg.text({20, legend}, "start", "Solid: the core acts, beside the others' highest state.", 12,
           kOwn);
  svg.text({kDiagramWidth - 20, legend}, "end", "Dashed: another core acts, with its state before.",
           12, kOther);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const char* colour = edges[i].by_other ? kOther : kOwn;
    const std::string number = std::to_string(i + 1);
    const double y = legend + kLine * static_cast<double>(i + 1);
    svg.marker("circle", badges[i], kBadge, colour, false, causes_text(edges[i]));
    svg.text({badges[i].x, badges[i].y + 4}, "middle", number, 11, "#ffffff");
    svg.text({44, y}, "end", number, 12, colour);
    svg.text({54, y}, "start",
             fmt::format("{} to {}: {}", coherent::letter(edges[i].from),
                         coherent::letter(edges[i].to), causes_text(edges[i])),
             12);
  }
  return svg.str();
}

}  // namespace rc::sim::report
