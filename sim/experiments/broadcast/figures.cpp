// SPDX-License-Identifier: Apache-2.0
// The points of the thesis' figures 9 to 20 over their printed grids and numbers of cores, and what it
// says of the numbers of cores.
#include <fmt/format.h>

#include <algorithm>

#include "sim/experiments/broadcast/plan.h"

namespace rc::sim::experiments {
namespace {

constexpr int kFewerCores[] = {12, 24, 36};
constexpr int kAllCores = 48;
constexpr double kDoubles = 1.8;     // "does not nearly double" by twice the cores
constexpr double kNoOutlier = 0.05;  // so much more than the steps before, the last one is none

std::vector<int> steps(int first, int last, int step) {
  std::vector<int> sizes;
  for (int bytes = first; bytes <= last; bytes += step) sizes.push_back(bytes);
  return sizes;
}

// One algorithm by cores: a figure of its own in each range.
struct ByCores {
  const char* name;
  Broadcast broadcast;
  int figure;
  const BroadcastRange& range;

  Broadcast on(int cores) const { return on_cores(broadcast, cores); }
};
std::vector<ByCores> figures_by_cores(const std::vector<BroadcastRange>& ranges) {
  std::vector<ByCores> all;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const int figure = 11 + 4 * static_cast<int>(i);
    all.push_back({"cube", cube_broadcast(), figure, ranges[i]});
    all.push_back({"dopl", dopl_broadcast(), figure + 1, ranges[i]});
  }
  return all;
}

// How many times longer `many` cores take than `few`.
double step_of(const BroadcastStudy& study, const ByCores& figure, int few, int many) {
  return height_ratio(study, figure.on(many), figure.on(few), figure.range.sizes);
}

// "When all cores are used the performance slows down": the last step is larger than those before.
// Figure 20 has "no outlier".
report::Row all_cores_row(const BroadcastStudy& study, const ByCores& figure) {
  const double before = std::max(step_of(study, figure, 12, 24), step_of(study, figure, 24, 36));
  const double more = step_of(study, figure, 36, kAllCores) - before;
  const bool none = figure.figure == 20;
  return report::claim_row(fmt::format("statement/figure_{}/{}", figure.figure,
                                       none ? "no_outlier_on_all_cores" : "all_cores_slow_down"),
                           more, "more than the steps before", none ? kNoOutlier : 0,
                           none ? more < kNoOutlier : more > 0);
}

// Figure 12: on all cores "the runtime goes up faster than before, when the data size gets near to
// 8 KB". The last quarter of the range, over the most that it takes on fewer cores.
report::Row rise_row(const BroadcastStudy& study, const ByCores& figure) {
  constexpr int kFrom = 6101, kTo = 8101;
  const auto rise = [&](int cores) {
    return study.ms(figure.on(cores), kTo) - study.ms(figure.on(cores), kFrom);
  };
  double most = 0;
  for (const int cores : kFewerCores) most = std::max(most, rise(cores));
  const double ratio = rise(kAllCores) / most;
  return report::claim_row("statement/figure_12/all_cores_rise_near_8_KB", ratio,
                           "of the rise on fewer cores", 1, ratio > 1);
}

void want_figures(BroadcastStudy& study, bool quick) {
  const auto ranges = broadcast_ranges(quick);
  for (const BroadcastRange& range : ranges) study.want(linear_broadcast(), range.sizes);
  for (const ByCores& figure : figures_by_cores(ranges))
    for (const int cores : {12, 24, 36, kAllCores})
      study.want(figure.on(cores), figure.range.sizes);
}

std::vector<report::Row> figures_rows(const BroadcastStudy& study, bool quick) {
  std::vector<report::Row> found;
  const auto ranges = broadcast_ranges(quick);
  const std::vector<ByCores> by_cores = figures_by_cores(ranges);
  for (const ByCores& figure : by_cores) {
    double worst = 0;
    for (const int bytes : figure.range.sizes)
      for (const auto& [few, many] : {std::pair{12, 24}, std::pair{24, 48}})
        worst = std::max(worst, study.ms(figure.on(many), bytes) / study.ms(figure.on(few), bytes));
    found.push_back(
        report::claim_row(fmt::format("claim/{}_scaling/{}", figure.range.name, figure.name), worst,
                          "times by twice the cores", kDoubles, worst < kDoubles));
    if (!quick) {
      if (figure.figure == 12) found.push_back(rise_row(study, figure));
      if (figure.figure > 12) found.push_back(all_cores_row(study, figure));
    }
  }
  int with_rcce = 9;
  for (const BroadcastRange& range : ranges) {
    for (const int bytes : range.sizes) {
      for (const auto& [name, broadcast] :
           {std::pair{"cube", cube_broadcast()}, std::pair{"dopl", dopl_broadcast()}})
        found.push_back(report::plain_row(fmt::format("{}/{}/{}", range.name, name, bytes),
                                          study.ms(broadcast, bytes), "ms"));
      found.push_back(report::plain_row(fmt::format("figure/{}/rcce/{}", with_rcce, bytes),
                                        study.ms(linear_broadcast(), bytes), "ms"));
    }
    with_rcce += 4;
  }
  for (const ByCores& figure : by_cores)
    for (const int cores : {12, 24, 36, kAllCores})
      for (const int bytes : figure.range.sizes)
        found.push_back(
            report::plain_row(fmt::format("figure/{}/{}_cores/{}", figure.figure, cores, bytes),
                              study.ms(figure.on(cores), bytes), "ms"));
  return found;
}

}  // namespace

// Jumps are measured between sizes 100 bytes apart, so the quick grid has such pairs too.
std::vector<BroadcastRange> broadcast_ranges(bool quick) {
  if (quick) return {{"small", {1, 2001, 2101, 4001, 4101, 8101}}, {"medium", {10'000, 50'000}}};
  return {{"small", steps(1, 8101, 100)},
          {"medium", steps(10'000, 190'000, 5'000)},
          {"large", steps(300'000, 1'900'000, 100'000)}};
}

double height_ratio(const BroadcastStudy& study, const Broadcast& slow, const Broadcast& fast,
                    const std::vector<int>& sizes) {
  double above = 0, below = 0;
  for (const int bytes : sizes) {
    above += study.ms(slow, bytes);
    below += study.ms(fast, bytes);
  }
  return above / below;
}

double stated_factor(const report::Csv& published, const std::string& claim) {
  for (std::size_t row = 0; row < published.rows(); ++row)
    if (published.text(row, "claim") == claim) return published.number(row, "factor").value();
  throw std::logic_error("broadcast-claims.csv: no claim " + claim);
}

const BroadcastPart kBroadcastFigures{"figures", want_figures, figures_rows};

}  // namespace rc::sim::experiments
