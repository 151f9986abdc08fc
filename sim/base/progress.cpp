// SPDX-License-Identifier: Apache-2.0
#include "sim/base/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "sim/base/say.h"

namespace rc::sim::base {
namespace {

constexpr int kBarWidth = 30;
constexpr std::chrono::milliseconds kPatience{1000};
constexpr std::chrono::milliseconds kPeriod{100};

}  // namespace

Progress::Progress(std::string label, std::optional<double> seconds)
    : label_(std::move(label)),
      terminal_(::isatty(STDERR_FILENO) == 1),
      lines_(seconds.has_value() && !terminal_),
      line_period_(std::chrono::duration_cast<Clock::duration>(
          std::chrono::duration<double>(seconds.value_or(0)))),
      next_(Clock::now() + (lines_ ? line_period_ : kPatience)) {}

Progress::~Progress() { clear(); }

void Progress::update(double fraction, std::string_view text) {
  if (!terminal_ && !lines_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  if (lines_) {
    next_ = now + line_period_;
    say("rockcreek: {}: {}\n", label_, text);
    return;
  }
  next_ = now + kPeriod;
  std::string bar;
  if (fraction >= 0) {
    const int filled = static_cast<int>(kBarWidth * std::min(fraction, 1.0));
    bar = fmt::format(" [{:#<{}}{:.<{}}]", "", filled, "", kBarWidth - filled);
  }
  say("\r\033[K{}{} {}", label_, bar, text);
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::clear() {
  if (!drawn_) return;
  say("\r\033[K");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace rc::sim::base
