// What the thesis says about its figures 9 to 20, which it prints without numbers: every statement
// is compared with the same figure measured here.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/experiments/broadcast/plan.h"
#include "sim/report/csv.h"

namespace rc::sim {
namespace {

// "About" and "nearly" a factor: within a half of it either way.
constexpr double kFactorBound = 0.5;
constexpr int kCoreCounts[] = {12, 24, 36, 48};

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

void want(BroadcastStudy& study, bool quick) {
  for (const BroadcastRange& range : broadcast_ranges(quick)) {
    study.want(cube_broadcast(), range.sizes);
    study.want(dopl_broadcast(), range.sizes);
    // Quick mode skips it for large sizes: its time is proportional to the size.
    const bool large = range.name == "large";
    if (!quick || !large) study.want(plain_broadcast("linear"), range.sizes);
    for (const int cores : kCoreCounts) {
      if (quick && large) continue;
      const std::vector<int> sizes = quick ? std::vector{range.sizes.front()} : range.sizes;
      study.want(on_cores(cube_broadcast(), cores), sizes);
      study.want(on_cores(dopl_broadcast(), cores), sizes);
    }
  }
}

std::vector<Row> rows(const BroadcastStudy& study, bool quick) {
  std::vector<Row> found;
  const Csv published = load_reference("broadcast-claims");
  const auto ranges = broadcast_ranges(quick);
  const auto factor = [&](const std::string& claim, double measured) {
    for (std::size_t row = 0; row < published.rows(); ++row)
      if (published.text(row, "claim") == claim)
        found.push_back(compared_row("claim/" + claim, measured,
                                     published.number(row, "factor").value(), "times", Role::claim,
                                     kFactorBound));
  };
  const Broadcast cube = cube_broadcast(), dopl = dopl_broadcast(),
                  linear = plain_broadcast("linear");
  factor("small_dopl_vs_cube", mean_ratio(study, cube, dopl, ranges[0].sizes));
  factor("small_vs_rcce", mean_ratio(study, linear, cube, ranges[0].sizes));
  factor("medium_dopl_vs_cube", mean_ratio(study, cube, dopl, ranges[1].sizes));
  factor("medium_vs_rcce", mean_ratio(study, linear, cube, ranges[1].sizes));
  factor("large_dopl_vs_cube", mean_ratio(study, cube, dopl, ranges[2].sizes));

  const double cube_jump = jump(study, cube, 4001), dopl_jump = jump(study, dopl, 2001);
  found.push_back(claim_row("claim/cube_jumps_at_4_KB", cube_jump, "of the time before",
                            std::nullopt, std::abs(cube_jump) > 0.03));
  found.push_back(claim_row("claim/dopl_jumps_less_at_2_KB", dopl_jump, "of the time before",
                            std::nullopt, std::abs(dopl_jump) < std::abs(cube_jump)));

  for (const auto& [name, broadcast] : {std::pair{"cube", cube}, std::pair{"dopl", dopl}}) {
    const int bytes = ranges[0].sizes.front();
    double worst = 0;
    for (const auto& [few, many] : {std::pair{12, 24}, std::pair{24, 48}})
      worst = std::max(worst, study.ms(on_cores(broadcast, many), bytes) /
                                  study.ms(on_cores(broadcast, few), bytes));
    // Doubling the cores "does not nearly double" the time.
    found.push_back(claim_row(fmt::format("claim/small_scaling/{}", name), worst,
                              "times by twice the cores", std::nullopt, worst < 1.8));
  }
  for (const BroadcastRange& range : ranges)
    for (const int bytes : range.sizes)
      for (const auto& [name, broadcast] : {std::pair{"cube", cube}, std::pair{"dopl", dopl}})
        found.push_back(plain_row(fmt::format("{}/{}/{}", range.name, name, bytes),
                                  study.ms(broadcast, bytes), "ms"));
  return found;
}

}  // namespace

// Jumps are measured between sizes 100 bytes apart, so the quick grid has such pairs too.
std::vector<BroadcastRange> broadcast_ranges(bool quick) {
  if (quick)
    return {
        {"small", {1, 2001, 2101, 4001, 4101, 8101}}, {"medium", {50'000}}, {"large", {300'000}}};
  return {{"small", steps(1, 8101, 100)},
          {"medium", steps(10'000, 190'000, 5'000)},
          {"large", steps(300'000, 1'900'000, 100'000)}};
}

const BroadcastPart kBroadcastClaims{"claims", want, rows};

}  // namespace rc::sim
