// SPDX-License-Identifier: Apache-2.0
#include "sim/run/host/console_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "hw_model/kernel/error.h"

namespace rc::sim::run {
namespace {

constexpr std::size_t kMaxLineShown = 1 << 20;

}  // namespace

ConsoleLines::ConsoleLines(std::ostream& out, std::ostream& error, int ues)
    : out_(out),
      error_(error),
      tagged_(ues > 1),
      tag_width_(std::max(2, static_cast<int>(fmt::formatted_size("{}", ues - 1)))) {}

void ConsoleLines::print(int rank, bool error, std::string_view text) {
  // Lines of several UEs come whole, those of one as it writes them.
  if (!tagged_) show(error, text);
  std::string& line = unfinished_[{rank, error}];
  for (;;) {
    const auto end = text.find('\n');
    line += text.substr(0, end);
    for (; line.size() > kMaxLineShown; line.erase(0, kMaxLineShown))
      take_line(rank, error, std::string_view(line).substr(0, kMaxLineShown));
    if (end == std::string_view::npos) break;
    take_line(rank, error, std::exchange(line, {}));
    text.remove_prefix(end + 1);
  }
  (error ? error_ : out_).flush();
}

void ConsoleLines::print_serial(int rank, unsigned console, char byte) {
  std::string& line = serial_[{rank, console}];
  if (byte != '\n') line += byte;
  if (byte == '\n' || line.size() == kMaxLineShown) take_serial(rank, std::exchange(line, {}));
}

void ConsoleLines::take_serial(int rank, std::string line) {
  if (line.ends_with('\r')) line.pop_back();
  take_line(rank, false, line);
  if (!tagged_) show(false, line + '\n');
  out_.flush();
}

void ConsoleLines::finish() {
  for (auto& [key, line] : serial_) {
    if (!line.empty()) take_serial(key.first, std::exchange(line, {}));
  }
  for (auto& [key, text] : unfinished_) {
    if (text.empty()) continue;
    take_line(key.first, key.second, std::exchange(text, {}));
    if (!tagged_ && on_terminal_) show(key.second, "\n");
  }
  out_.flush();
  error_.flush();
  if (!out_ || !error_) throw kernel::InputError("standard output: cannot write");
}

void ConsoleLines::take_line(int rank, bool error, std::string_view line) {
  if (tagged_) show(error, fmt::format("[{:0{}}] {}\n", rank, tag_width_, line));
  on_line_(rank, line);
}

void ConsoleLines::show(bool error, std::string_view text) {
  if (text.empty()) return;
  before_output_();
  (error ? error_ : out_) << text;
  mid_line_ = !text.ends_with('\n');
}

}  // namespace rc::sim::run
