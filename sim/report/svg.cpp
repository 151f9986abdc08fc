// SPDX-License-Identifier: Apache-2.0
#include "sim/report/svg.h"

#include <fmt/format.h>

#include <algorithm>

namespace rc::sim::report {
namespace {

constexpr const char* kStyle =
    ".rc-ink{fill:#222;--c:#222}.rc-paper{fill:#fff;--c:#fff}.rc-grid{fill:#ddd;--c:#ddd}"
    "@media(prefers-color-scheme:dark){.rc-ink{fill:#e6e6e6;--c:#e6e6e6}"
    ".rc-paper{fill:#16181c;--c:#16181c}.rc-grid{fill:#3a3d44;--c:#3a3d44}}"
    "text{pointer-events:none}.rc-line{stroke:var(--c);fill:none}.rc-hollow{stroke:var(--c);fill:"
    "none}";

bool is_role(std::string_view colour) { return colour.starts_with("rc-"); }

std::string filled(std::string_view colour) {
  return fmt::format("{}=\"{}\"", is_role(colour) ? "class" : "fill", colour);
}
std::string stroked(std::string_view colour) {
  if (is_role(colour)) return fmt::format("class=\"rc-line {}\"", colour);
  return fmt::format("fill=\"none\" stroke=\"{}\"", colour);
}
std::string title(std::string_view tip) {
  return tip.empty() ? "" : fmt::format("<title>{}</title>", html_escaped(tip));
}
constexpr const char* dashes(bool dashed) { return dashed ? " stroke-dasharray=\"7 4\"" : ""; }

}  // namespace

Svg::Svg(double width, double height)
    : text_(fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
                        "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
                        "font-family=\"sans-serif\">\n<style>{2}</style>\n"
                        "<rect width=\"{0:.0f}\" height=\"{1:.0f}\" class=\"rc-paper\"/>\n",
                        width, height, kStyle)) {}

void Svg::begin_group(std::string_view name, std::string_view value) {
  text_ += fmt::format("<g {}=\"{}\">\n", name, html_escaped(value));
}

void Svg::text(Point at, const char* anchor, std::string_view words, double size,
               std::string_view colour) {
  text_ += fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{:g}\" {}>{}</text>\n", at.x,
      at.y, anchor, size, filled(colour), html_escaped(words));
}

void Svg::vertical_text(Point at, std::string_view words, double size) {
  text_ += fmt::format(
      "<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" text-anchor=\"middle\" "
      "font-size=\"{:g}\" class=\"rc-ink\">{}</text>\n",
      at.x, at.y, size, html_escaped(words));
}

void Svg::line(Point from, Point to, std::string_view colour, double width, bool dashed) {
  text_ += fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {} stroke-width=\"{:g}\"{}/>"
      "\n",
      from.x, from.y, to.x, to.y, stroked(colour), width, dashes(dashed));
}

void Svg::polyline(const std::vector<Point>& points, std::string_view colour, double width,
                   bool dashed) {
  text_ += fmt::format("<polyline {} stroke-width=\"{:g}\"{} points=\"", stroked(colour), width,
                       dashes(dashed));
  for (const auto& [x, y] : points) text_ += fmt::format("{:.1f},{:.1f} ", x, y);
  text_ += "\"/>\n";
}

void Svg::rectangle(Point corner, double width, double height, std::string_view colour,
                    std::string_view tip) {
  text_ += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" {}>{}</rect>\n", corner.x,
      corner.y, width, height, filled(colour), title(tip));
}

void Svg::link(Point from, Point to, std::string_view colour, double width, std::string_view tip) {
  text_ += fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {} stroke-width=\"{:g}\">{}"
      "</line>\n",
      from.x, from.y, to.x, to.y, stroked(colour), width, title(tip));
}

void Svg::marker(std::string_view shape, Point at, double radius, std::string_view colour,
                 bool hollow, std::string_view tip) {
  const std::string paint =
      !hollow           ? filled(colour)
      : is_role(colour) ? fmt::format("class=\"rc-hollow {}\" stroke-width=\"1.5\"", colour)
                        : fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"", colour);
  const double r = radius;
  if (shape == "circle") {
    text_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" {}>{}</circle>\n", at.x,
                         at.y, r, paint, title(tip));
    return;
  }
  std::string path;
  if (shape == "rect")
    path = fmt::format("m{:.1f} {:.1f}h{:.1f}v{:.1f}h{:.1f}z", -0.9 * r, -0.9 * r, 1.8 * r, 1.8 * r,
                       -1.8 * r);
  else if (shape == "triangle")
    path = fmt::format("m0 {:.1f}l{:.1f} {:.1f}h{:.1f}z", -1.2 * r, 1.1 * r, 2 * r, -2.2 * r);
  else
    path = fmt::format("m0 {0:.1f}l{1:.1f} {1:.1f}l{0:.1f} {1:.1f}l{0:.1f} {0:.1f}z", -1.2 * r,
                       1.2 * r);
  text_ += fmt::format("<path d=\"M{:.1f} {:.1f}{}\" {}>{}</path>\n", at.x, at.y, path, paint,
                       title(tip));
}

std::string heat_colour(double share) {
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

const char* on_heat_colour(double share) { return share > 0.6 ? "#fff" : "#000"; }

void draw_heat_scale(Svg& svg, Svg::Point at, double height, const std::string& most) {
  constexpr int kSteps = 20;
  for (int i = 0; i < kSteps; ++i)
    svg.rectangle({at.x, at.y + height * (kSteps - 1 - i) / kSteps}, 14, height / kSteps + 0.5,
                  heat_colour((i + 0.5) / kSteps));
  svg.text({at.x + 20, at.y + 10}, "start", most, 12);
  svg.text({at.x + 20, at.y + height}, "start", "0", 12);
}

std::string html_escaped(std::string_view text) {
  std::string out;
  for (const char c : text)
    out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return out;
}

}  // namespace rc::sim::report
