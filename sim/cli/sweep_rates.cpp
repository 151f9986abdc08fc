// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/sweep_rates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/numbers.h"
#include "sim/base/say.h"
#include "sim/lab/evaluation/possible_rates.h"

namespace rc::sim::cli {
namespace {

constexpr std::size_t kMaxPoints = 10'000;

}  // namespace

std::vector<double> sweep_rates(const std::string& text) {
  const std::string_view all = text;
  const auto first = all.find(':'), second = all.find(':', first + 1);
  double from = 0, to = 0, step = 0;  // 0, which is refused, where there is no number
  if (second != std::string_view::npos) {
    from = base::parse_real(all.substr(0, first)).value_or(0);
    to = base::parse_real(all.substr(first + 1, second - first - 1)).value_or(0);
    step = base::parse_real(all.substr(second + 1)).value_or(0);
  }
  if (from <= 0 || to < from || to > 1 || step <= 0)
    throw kernel::InputError(fmt::format(
        "--sweep '{}': expected A:B:STEP with 0 < A <= B <= 1 and STEP > 0", kernel::shown(text)));
  // Rounding must neither lose the last rate nor show in the printed ones.
  const double steps = std::floor((to - from) / step + 1e-9);
  if (steps >= kMaxPoints)
    throw kernel::InputError(
        fmt::format("--sweep '{}': more than {} rates", kernel::shown(text), kMaxPoints));
  std::vector<double> rates;
  for (int i = 0; i <= static_cast<int>(steps); ++i)
    rates.push_back(std::round((from + i * step) * 1e9) / 1e9);
  return rates;
}

std::vector<double> possible_rates(const lab::NocSetup& setup, std::vector<double> rates) {
  if (!lab::why_impossible(setup, rates.back())) return rates;
  const auto first = std::ranges::partition_point(
      rates, [&setup](double rate) { return !lab::why_impossible(setup, rate); });
  const std::string why =
      fmt::format("rate {}: {}", *first, lab::why_impossible(setup, *first).value_or(""));
  if (first == rates.begin())
    throw kernel::InputError(
        fmt::format("{}; at most {} is possible", why, lab::greatest_rate(setup)));
  base::say("rockcreek: {}; left out, as all above\n", why);
  rates.erase(first, rates.end());
  return rates;
}

}  // namespace rc::sim::cli
