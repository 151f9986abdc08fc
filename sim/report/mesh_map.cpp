// SPDX-License-Identifier: Apache-2.0
#include "sim/report/mesh_map.h"

#include <algorithm>

#include "sim/report/svg.h"

namespace rc::sim::report {
namespace {

constexpr double kPitch = 68, kSquare = 34, kMargin = 56, kScale = 80, kTitle = 44;
constexpr double kLane = 6;  // from the middle of a channel to the link of one direction

using Point = Svg::Point;

void draw_link(Svg& svg, Point from, const MeshMap::Link& link) {
  const double reach = kPitch - kSquare / 2;
  Point start = from, end = from;
  switch (link.port) {
    case 'N':
      start = {from.x + kLane, from.y - kSquare / 2}, end = {start.x, from.y - reach};
      break;
    case 'S':
      start = {from.x - kLane, from.y + kSquare / 2}, end = {start.x, from.y + reach};
      break;
    case 'E':
      start = {from.x + kSquare / 2, from.y + kLane}, end = {from.x + reach, start.y};
      break;
    default:
      start = {from.x - kSquare / 2, from.y - kLane}, end = {from.x - reach, start.y};
      break;
  }
  svg.line(start, end, "#888", 9);
  svg.link(start, end, heat_colour(link.share), 8, link.tip);
}

}  // namespace

std::string svg_mesh_map(const MeshMap& map) {
  // Small meshes still need room for the words.
  const double width = std::max(460.0, 2 * kMargin + kPitch * (map.cols - 1) + kScale);
  const double height = 2 * kMargin + kPitch * (map.rows - 1) + kTitle;
  const auto middle = [&](unsigned x, unsigned y) -> Point {
    return {kMargin + kPitch * x, kTitle + kMargin + kPitch * (map.rows - 1 - y)};
  };
  Svg svg(width, height);
  svg.text({12, 20}, "start", map.title, 14);
  svg.text({12, 38}, "start", map.legend, 12);
  for (const MeshMap::Link& link : map.links) draw_link(svg, middle(link.x, link.y), link);
  for (const MeshMap::Router& router : map.routers) {
    const Point at = middle(router.x, router.y);
    const Point corner{at.x - kSquare / 2, at.y - kSquare / 2};
    svg.rectangle({corner.x - 1, corner.y - 1}, kSquare + 2, kSquare + 2, "#888");
    svg.rectangle(corner, kSquare, kSquare, heat_colour(router.share), router.tip);
    svg.text({at.x, at.y + 4}, "middle", router.label, 12, on_heat_colour(router.share));
  }
  draw_heat_scale(svg, {width - kScale + 10, kTitle + kMargin / 2},
                  std::max(60.0, height - kTitle - kMargin), map.most);
  return svg.str();
}

}  // namespace rc::sim::report
