// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/schedule.h"

#include <algorithm>

namespace rc::soak {
namespace {

constexpr double kSecondsOfACase = 1;
constexpr double kLeastCharge = 1;  // ms: a part whose cases take no time waits for others, too

}  // namespace

SoakSchedule::SoakSchedule(const std::vector<SoakPart>& parts,
                           const std::vector<SoakTotals>& before) {
  for (std::size_t i = 0; i < parts.size(); ++i)
    parts_.push_back(
        {parts[i].share, before[i].cases, static_cast<double>(before[i].cpu_milliseconds), 0, 0});
}

std::optional<SoakSchedule::Pick> SoakSchedule::next(double left) {
  const Part* chosen = nullptr;
  for (const Part& part : parts_) {
    const bool fits = left > 0 && part.seconds_a_size() <= left;
    if (begun_ && !fits) continue;
    if (chosen == nullptr || part.used / part.share < chosen->used / chosen->share) chosen = &part;
  }
  if (chosen == nullptr) return std::nullopt;
  begun_ = true;
  const auto index = static_cast<std::size_t>(chosen - parts_.data());
  Part& part = parts_[index];
  const double each = part.seconds_a_size();
  Pick pick{index, part.next++, 1, kLeastCharge};
  if (each > 0) {
    const double wanted = std::min(kSecondsOfACase, left) / each;
    pick.size = static_cast<unsigned>(std::clamp(wanted, 1.0, double{kWholeCase}));
    pick.charged = std::max(kLeastCharge, 1000 * each * pick.size);
  }
  part.used += pick.charged;
  return pick;
}

void SoakSchedule::ended(const Pick& pick, double seconds, std::uint64_t cpu_milliseconds) {
  Part& part = parts_[pick.part];
  part.used += std::max(kLeastCharge, static_cast<double>(cpu_milliseconds)) - pick.charged;
  // The latest cases count most: the larger ones say what a larger one takes, where much of the
  // time of a small one goes into its start.
  part.seconds = part.seconds / 2 + seconds;
  part.sizes = part.sizes / 2 + pick.size;
}

}  // namespace rc::soak
