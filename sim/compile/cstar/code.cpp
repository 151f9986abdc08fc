// SPDX-License-Identifier: Apache-2.0
#include "sim/compile/cstar/code.h"

#include <fmt/format.h>

#include <string_view>

namespace rc::sim::compile::cstar {
namespace {

// Up to so many lines are made by line ends, more by a line marker.
constexpr int kFewLines = 8;

// Where text that is ours belongs: before what it opens, else behind what came last.
Place place_of(const Code& code, Code::const_iterator piece) {
  if (piece->place.line != 0 || piece->text.empty()) return piece->place;
  constexpr std::string_view kOpening = "(<{,";
  if (kOpening.find(piece->text.back()) == std::string_view::npos &&
      !piece->text.starts_with("::cstar::"))
    return {};
  while (piece != code.end() && piece->place.line == 0 && !piece->raw) ++piece;
  return piece == code.end() ? Place{} : piece->place;
}

}  // namespace

std::string print(const Code& code, const std::vector<std::string>& files) {
  std::string out;
  int file = -1, line = 0;
  const auto end_line = [&] {
    if (!out.empty() && out.back() != '\n') out += '\n';
  };
  for (auto it = code.begin(); it != code.end(); ++it) {
    const Piece& piece = *it;
    if (piece.raw) {
      end_line();
      out += piece.text;
      end_line();
      file = -1;
      continue;
    }
    const Place at = place_of(code, it);
    if (at.line != 0 && (at.file != file || at.line != line)) {
      if (at.file == file && at.line > line && at.line <= line + kFewLines) {
        out.append(static_cast<std::size_t>(at.line - line), '\n');
      } else {
        end_line();
        out += fmt::format("# {} \"{}\"\n", at.line, files[static_cast<std::size_t>(at.file)]);
      }
      file = at.file;
      line = at.line;
    }
    if (!out.empty() && out.back() != '\n') out += ' ';
    out += piece.text;
  }
  end_line();
  return out;
}

}  // namespace rc::sim::compile::cstar
