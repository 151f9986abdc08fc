// The picture of a network: a square per router, an arrow's shaft per link and direction.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/noc/report.h"

namespace rc::sim {
namespace {

constexpr double kPitch = 64, kSquare = 30, kMargin = 60, kLegend = 70, kTitle = 40;
constexpr double kLane = 6;  // from the middle of a channel to the link of one direction

struct Point {
  double x, y;
};

// White over orange to dark red.
std::string colour(double share) {
  const double s = std::clamp(share, 0.0, 1.0);
  const auto blend = [](double from, double to, double at) {
    return static_cast<int>(from + (to - from) * at + 0.5);
  };
  if (s < 0.5)
    return fmt::format("#{:02x}{:02x}{:02x}", blend(255, 253, 2 * s), blend(247, 141, 2 * s),
                       blend(236, 60, 2 * s));
  return fmt::format("#{:02x}{:02x}{:02x}", blend(253, 127, 2 * s - 1), blend(141, 0, 2 * s - 1),
                     blend(60, 0, 2 * s - 1));
}

std::string text(Point at, const char* anchor, int size, const std::string& words,
                 const char* fill = "black") {
  return fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\" fill=\"{}\">{}</text>\n",
      at.x, at.y, anchor, size, fill, words);
}

std::string rectangle(Point at, double width, double height, const std::string& fill) {
  return fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
      "stroke=\"#777\"/>\n",
      at.x, at.y, width, height, fill);
}

// The link that leaves the router in the middle of `from` by `port`, on the right of its direction;
// links that wrap round end in the margin.
std::string link(Point from, char port, double utilisation) {
  const double reach = kPitch - kSquare / 2;
  Point start = from, end = from;
  switch (port) {
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
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#bbb\" "
      "stroke-width=\"9\"/><line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" "
      "stroke=\"{}\" stroke-width=\"8\"><title>{:.3f}</title></line>\n",
      start.x, start.y, end.x, end.y, start.x, start.y, end.x, end.y, colour(utilisation),
      utilisation);
}

std::string legend(Point at, double height) {
  std::string svg;
  constexpr int kSteps = 20;
  for (int i = 0; i < kSteps; ++i)
    svg += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"{:.1f}\" fill=\"{}\"/>\n", at.x,
        at.y + height * (kSteps - 1 - i) / kSteps, height / kSteps + 0.5,
        colour((i + 0.5) / kSteps));
  svg += text({at.x + 18, at.y + 8}, "start", 10, "1");
  svg += text({at.x + 18, at.y + height}, "start", 10, "0");
  return svg;
}

}  // namespace

std::string heat_map_svg(const Json& single) {
  const unsigned cols = single["cols"], rows = single["rows"];
  const double width = 2 * kMargin + kPitch * (cols - 1) + kLegend;
  const double height = 2 * kMargin + kPitch * (rows - 1) + kTitle;
  const auto middle = [&](const Json& at) -> Point {
    return {kMargin + kPitch * at["x"].get<double>(),
            kTitle + kMargin + kPitch * (rows - 1 - at["y"].get<double>())};
  };
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\">\n"
      "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" fill=\"white\"/>\n",
      width, height);
  svg += text(
      {12, 20}, "start", 12,
      fmt::format("{}, {}, {:.4f} flits a node and cycle{}", single["traffic"].get<std::string>(),
                  single["routing"].get<std::string>(), single["accepted"].get<double>(),
                  single["saturated"] ? " (saturated)" : ""));
  svg += text({12, 36}, "start", 10,
              "links: flits a cycle; routers: flits forwarded a cycle, darkest where most");
  for (const Json& at : single["links"]) {
    const char port = at["port"].get_ref<const std::string&>().front();
    if (port != 'L') svg += link(middle(at), port, at["utilisation"]);
  }
  double top = 1e-9;
  for (const Json& router : single["routers"]) top = std::max(top, router["load"].get<double>());
  for (const Json& router : single["routers"]) {
    const Point at = middle(router);
    const double load = router["load"];
    svg +=
        rectangle({at.x - kSquare / 2, at.y - kSquare / 2}, kSquare, kSquare, colour(load / top));
    svg += text({at.x, at.y + 4}, "middle", 10, fmt::format("{:.2f}", load),
                load / top > 0.6 ? "white" : "black");
  }
  svg += legend({width - kLegend + 20, kTitle + kMargin / 2},
                std::max(60.0, height - kTitle - kMargin));
  return svg + "</svg>\n";
}

}  // namespace rc::sim
