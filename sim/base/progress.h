// SPDX-License-Identifier: Apache-2.0
// A progress line on standard error, for a user at a terminal: how much of it is done, redrawn at
// most ten times a second, from one second on. Elsewhere (a pipe, a log) it stays silent, or where
// the user asked for it is a line of its own every few seconds.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace rc::sim::base {

class Progress {
 public:
  // `seconds` between two lines, where the user asked for them.
  explicit Progress(std::string label, std::optional<double> seconds = {});
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `fraction` from 0 to 1 draws a bar; a negative one (unknown) only the text.
  void update(double fraction, std::string_view text);
  // Takes the line away, so that something else can be printed; the next update draws it again.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  std::string label_;
  bool terminal_, lines_;
  bool drawn_ = false;
  Clock::duration line_period_;
  Clock::time_point next_;
};

}  // namespace rc::sim::base
