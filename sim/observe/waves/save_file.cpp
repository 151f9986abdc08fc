// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/waves/save_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace rc::sim::observe {
namespace {

// Trace flags: right-justified, with binary or hexadecimal values; a blank line that begins or ends
// a group.
constexpr const char* kBinary = "@28\n";
constexpr const char* kHexadecimal = "@22\n";
constexpr const char* kGroupBegin = "@800200\n";
constexpr const char* kGroupEnd = "@1000200\n";

}  // namespace

std::string save_file_text(const FstFile& file, std::uint64_t from) {
  std::string text =
      fmt::format("[*] Rock Creek\n[dumpfile] \"{}\"\n[timestart] {}\n",
                  std::filesystem::absolute(file.path()).lexically_normal().string(), from);
  std::vector<std::string> open;
  const auto close_to = [&](std::size_t depth) {
    for (; open.size() > depth; open.pop_back())
      text += fmt::format("{}-{}\n", kGroupEnd, open.back());
  };
  for (const FstFile::Declaration& signal : file.signals()) {
    const auto [mine, theirs] = std::ranges::mismatch(open, signal.scopes);
    close_to(static_cast<std::size_t>(std::distance(open.begin(), mine)));
    for (auto scope = signal.scopes.begin() + static_cast<std::ptrdiff_t>(open.size());
         scope != signal.scopes.end(); ++scope) {
      text += fmt::format("{}-{}\n", kGroupBegin, *scope);
      open.push_back(*scope);
    }
    text += signal.bits == 1 ? kBinary : kHexadecimal;
    for (const std::string& scope : signal.scopes) text += scope + '.';
    text += signal.name;
    if (signal.bits > 1) text += fmt::format("[{}:0]", signal.bits - 1);
    text += '\n';
  }
  close_to(0);
  return text;
}

}  // namespace rc::sim::observe
