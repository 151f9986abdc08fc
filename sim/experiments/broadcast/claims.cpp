// SPDX-License-Identifier: Apache-2.0
// What the thesis says about its figures 9 to 20, which it prints without numbers: every statement
// is compared with the same figure measured here.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/experiments/broadcast/plan.h"
#include "sim/report/csv.h"

namespace rc::sim::experiments {
namespace {

// "About" and "nearly" a factor: within a half of it either way.
constexpr double kFactorBound = 0.5;
constexpr int kCoreCounts[] = {12, 24, 36, 48};
// Sizes on either side of a second part.
const std::vector<int> kCubeJump{4001, 4101};
constexpr int kDoplJump = 2001;

std::vector<int> steps(int first, int last, int step) {
  std::vector<int> sizes;
  for (int bytes = first; bytes <= last; bytes += step) sizes.push_back(bytes);
  return sizes;
}

// Mean over the range's sizes of how many times longer `slow` takes.
double mean_ratio(const BroadcastStudy& study, const Broadcast& slow, const Broadcast& fast,
                  const std::vector<int>& sizes) {
  double sum = 0;
  for (const int bytes : sizes) sum += study.ms(slow, bytes) / study.ms(fast, bytes);
  return sum / static_cast<double>(sizes.size());
}

// The step of the time from 100 bytes before a cut to just after it, relative.
double jump(const BroadcastStudy& study, const Broadcast& broadcast, int before) {
  return study.ms(broadcast, before + 100) / study.ms(broadcast, before) - 1;
}

// Slope of the least-squares line through time over size: what a reader of a linear plot sees.
double slope(const BroadcastStudy& study, const Broadcast& broadcast,
             const std::vector<int>& sizes) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto n = static_cast<double>(sizes.size());
  for (const int bytes : sizes) {
    const double ms = study.ms(broadcast, bytes);
    x += bytes;
    y += ms;
    xx += static_cast<double>(bytes) * bytes;
    xy += bytes * ms;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

Broadcast printed_cube() {
  Broadcast broadcast = cube_broadcast();
  broadcast.algorithm = "cube_printed";
  return broadcast;
}

// On which sizes of a range RCCE_bcast runs. Beyond L2 the thesis calls its figure useless for
// comparisons, and its time is proportional to the size.
std::vector<int> linear_sizes(const BroadcastRange& range) {
  return range.name == "large" ? std::vector{range.sizes.front()} : range.sizes;
}
// Sizes at which the number of cores is varied: all of the range, or the first where that is dear.
std::vector<int> scaling_sizes(const BroadcastRange& range, bool quick) {
  if (quick || range.name == "large") return {range.sizes.front()};
  return range.sizes;
}

void want_claims(BroadcastStudy& study, bool quick) {
  study.want(printed_cube(), kCubeJump);
  for (const BroadcastRange& range : broadcast_ranges(quick)) {
    study.want(cube_broadcast(), range.sizes);
    study.want(dopl_broadcast(), range.sizes);
    study.want(linear_broadcast(), linear_sizes(range));
    for (const int cores : kCoreCounts) {
      study.want(on_cores(cube_broadcast(), cores), scaling_sizes(range, quick));
      study.want(on_cores(dopl_broadcast(), cores), scaling_sizes(range, quick));
    }
  }
}

std::vector<report::Row> claims_rows(const BroadcastStudy& study, bool quick) {
  std::vector<report::Row> found;
  const report::Csv published = report::load_reference("broadcast-claims");
  const auto ranges = broadcast_ranges(quick);
  const auto factor = [&](const std::string& claim, double measured) {
    for (std::size_t row = 0; row < published.rows(); ++row)
      if (published.text(row, "claim") == claim)
        found.push_back(report::compared_row("claim/" + claim, measured,
                                             published.number(row, "factor").value(), "times",
                                             report::Role::claim, kFactorBound));
  };
  const Broadcast cube = cube_broadcast(), dopl = dopl_broadcast(), linear = linear_broadcast();
  factor("small_dopl_vs_cube", mean_ratio(study, cube, dopl, ranges[0].sizes));
  factor("small_vs_rcce", mean_ratio(study, linear, cube, ranges[0].sizes));
  for (const BroadcastRange& range : ranges) {
    if (range.name == "medium") {
      factor("medium_dopl_vs_cube", mean_ratio(study, cube, dopl, range.sizes));
      factor("medium_vs_rcce", slope(study, linear, range.sizes) / slope(study, cube, range.sizes));
    }
    if (range.name == "large")
      factor("large_dopl_vs_cube", mean_ratio(study, cube, dopl, range.sizes));
    for (const int bytes : linear_sizes(range))
      found.push_back(report::plain_row(fmt::format("rcce_over_cube/{}", bytes),
                                        study.ms(linear, bytes) / study.ms(cube, bytes), "times"));
  }

  // Both jumps are improvements in the text (section 7.1): two parts work better than one. Where
  // the number of cores is no power of two, the printed Cube program also loses there what it
  // sends in vain with one part.
  const double cube_jump = jump(study, printed_cube(), kCubeJump.front());
  const double dopl_jump = jump(study, dopl, kDoplJump);
  found.push_back(report::claim_row("claim/cube_jumps_at_4_KB", cube_jump, "of the time before",
                                    std::nullopt, cube_jump < -0.03));
  found.push_back(report::claim_row("claim/dopl_jumps_less_at_2_KB", dopl_jump,
                                    "of the time before", std::nullopt,
                                    dopl_jump < 0 && dopl_jump > cube_jump));
  found.push_back(report::plain_row("jump_at_4_KB/corrected_program",
                                    jump(study, cube, kCubeJump.front()), "of the time before"));

  for (const BroadcastRange& range : ranges)
    for (const auto& [name, broadcast] : {std::pair{"cube", cube}, std::pair{"dopl", dopl}}) {
      double worst = 0;
      for (const int bytes : scaling_sizes(range, quick))
        for (const auto& [few, many] : {std::pair{12, 24}, std::pair{24, 48}})
          worst = std::max(worst, study.ms(on_cores(broadcast, many), bytes) /
                                      study.ms(on_cores(broadcast, few), bytes));
      // Doubling the cores "does not nearly double" the time.
      found.push_back(report::claim_row(fmt::format("claim/{}_scaling/{}", range.name, name), worst,
                                        "times by twice the cores", std::nullopt, worst < 1.8));
    }
  for (const BroadcastRange& range : ranges)
    for (const int bytes : range.sizes)
      for (const auto& [name, broadcast] : {std::pair{"cube", cube}, std::pair{"dopl", dopl}})
        found.push_back(report::plain_row(fmt::format("{}/{}/{}", range.name, name, bytes),
                                          study.ms(broadcast, bytes), "ms"));
  return found;
}

}  // namespace

// Jumps are measured between sizes 100 bytes apart, so the quick grid has such pairs too.
std::vector<BroadcastRange> broadcast_ranges(bool quick) {
  if (quick) return {{"small", {1, 2001, 2101, 4001, 4101, 8101}}, {"medium", {10'000, 50'000}}};
  return {{"small", steps(1, 8101, 100)},
          {"medium", steps(10'000, 190'000, 20'000)},
          {"large", steps(300'000, 1'900'000, 400'000)}};
}

const BroadcastPart kBroadcastClaims{"claims", want_claims, claims_rows};

}  // namespace rc::sim::experiments
