// SPDX-License-Identifier: Apache-2.0
// The one writer of SVG. Its pictures follow the reader's choice of light or dark, in a page and as
// files of their own.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rc::sim::report {

class Svg {
 public:
  struct Point {
    double x, y;
  };
  // Colours by role; they differ between light and dark. Any CSS colour may stand for one.
  static constexpr const char* kInk = "rc-ink";      // text, marks
  static constexpr const char* kPaper = "rc-paper";  // background
  static constexpr const char* kGrid = "rc-grid";    // grid lines, idle parts

  Svg(double width, double height);

  // What is drawn up to end_group() belongs together; `name` and `value` say what it is.
  void begin_group(std::string_view name, std::string_view value);
  void end_group() { text_ += "</g>\n"; }

  // anchor: start, middle or end. `colour` is a role or a CSS colour, here and below.
  void text(Point at, const char* anchor, std::string_view words, double size = 13,
            std::string_view colour = kInk);
  // Upwards, centred on `at`.
  void vertical_text(Point at, std::string_view words, double size = 13);
  void line(Point from, Point to, std::string_view colour, double width = 1, bool dashed = false);
  void polyline(const std::vector<Point>& points, std::string_view colour, double width,
                bool dashed);
  // `tip` is shown under the pointer; none: "".
  void rectangle(Point corner, double width, double height, std::string_view colour,
                 std::string_view tip = "");
  void link(Point from, Point to, std::string_view colour, double width, std::string_view tip);
  // shape: circle, rect, triangle or rectRot (a diamond), of that radius.
  void marker(std::string_view shape, Point at, double radius, std::string_view colour, bool hollow,
              std::string_view tip);

  std::string str() const { return text_ + "</svg>\n"; }

 private:
  std::string text_;
};

// White over orange to dark red; `share` from 0 to 1.
std::string heat_colour(double share);
// Black or white, whichever is readable on heat_colour(share).
const char* on_heat_colour(double share);
// Its colours from 0 up to `most`, as a column whose upper left corner is `at`.
void draw_heat_scale(Svg& svg, Svg::Point at, double height, const std::string& most);

// Text as it stands in HTML and SVG, in attributes too.
std::string html_escaped(std::string_view text);

}  // namespace rc::sim::report
