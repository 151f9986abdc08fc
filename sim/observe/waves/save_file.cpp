// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/waves/save_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>

namespace rc::sim::observe {
namespace {

// Trace flags: right-justified, with binary or hexadecimal values, or names by a file; a blank line
// that begins or ends a group, open or closed.
constexpr const char* kBinary = "@28\n";
constexpr const char* kHexadecimal = "@22\n";
constexpr const char* kNamed = "@2022\n";
constexpr const char* kGroupBegin[] = {"@800200\n", "@c00200\n"};
constexpr const char* kGroupEnd[] = {"@1000200\n", "@1401200\n"};

constexpr double kPixels = 1000;  // of a view
constexpr int kMarkers = 26;      // that have names

std::string absolute(const std::string& path) {
  return std::filesystem::absolute(path).lexically_normal().string();
}

// Zoom, as the negated logarithm of units per pixel; the marker without a name; the others, nowhere.
std::string zoom_line(const SaveFileView& view) {
  const auto length = static_cast<double>(std::max<std::uint64_t>(1, view.to - view.from));
  std::string text = fmt::format("*{:.6f} {}", -std::log2(length / kPixels), view.from);
  for (int i = 0; i < kMarkers; ++i) text += " -1";
  return text + "\n";
}

}  // namespace

std::string save_file_text(const FstFile& file, const SaveFileView& view) {
  std::string text =
      fmt::format("[*] Rock Creek\n[dumpfile] \"{}\"\n[timestart] {}\n[sst_expanded] 1\n{}",
                  absolute(file.path()), view.from, zoom_line(view));
  std::vector<std::string> open;
  // The groups of the first signal.
  const std::vector<std::string> shown =
      file.signals().empty() ? open : file.signals().front().scopes;
  const auto closed = [&] {
    return !std::equal(
        open.begin(), open.end(), shown.begin(),
        shown.begin() + static_cast<std::ptrdiff_t>(std::min(open.size(), shown.size())));
  };
  const auto close_to = [&](std::size_t depth) {
    for (; open.size() > depth; open.pop_back())
      text += fmt::format("{}-{}\n", kGroupEnd[closed() ? 1 : 0], open.back());
  };
  for (const FstFile::Declaration& signal : file.signals()) {
    const auto [mine, theirs] = std::ranges::mismatch(open, signal.scopes);
    close_to(static_cast<std::size_t>(std::distance(open.begin(), mine)));
    for (auto scope = signal.scopes.begin() + static_cast<std::ptrdiff_t>(open.size());
         scope != signal.scopes.end(); ++scope) {
      open.push_back(*scope);
      text += fmt::format("{}-{}\n", kGroupBegin[closed() ? 1 : 0], *scope);
    }
    const bool named = !view.names.empty() &&
                       std::ranges::find(view.translated, signal.name) != view.translated.end();
    text += named ? kNamed : signal.bits == 1 ? kBinary : kHexadecimal;
    if (named) text += fmt::format("^1 {}\n", absolute(view.names));
    for (const std::string& scope : signal.scopes) text += scope + '.';
    text += signal.name;
    if (signal.bits > 1) text += fmt::format("[{}:0]", signal.bits - 1);
    text += '\n';
  }
  close_to(0);
  return text;
}

}  // namespace rc::sim::observe
