// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/ipsc/exchange_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "sim/report/fit.h"

namespace rc::sim::experiments {
namespace {

// What a reservation adds to a message beside the distance: 164 - 95 us (ICASE 91-4, section 2.2).
constexpr double kReservation = 69;
constexpr int kLargestDimension = 7;

report::Row claim(const std::string& section, const std::string& what, int dimension,
                  double measured, const char* unit, std::optional<double> bound, bool ok) {
  return report::claim_row(fmt::format("{}/{}/d{}", section, what, dimension), measured, unit,
                           bound, ok);
}

// A jump of at least half of what the law adds to each of `messages`.
report::Row jump(const ExchangeStudy& study, int dimension, const char* implementation, int below,
                 int messages) {
  const double step = study.at(dimension, implementation, below + 1).avg -
                      study.at(dimension, implementation, below).avg;
  const double bound = kReservation * messages / 2;
  return claim("6.1", fmt::format("{}_jumps_after_{}", implementation, below), dimension, step,
               "us", bound, step > bound);
}

report::Row best_at(const ExchangeStudy& study, const char* section, int dimension, int bytes,
                    const std::string& expected) {
  const std::string best = study.best(dimension, bytes);
  const double ratio =
      study.at(dimension, expected, bytes).max / study.at(dimension, best, bytes).max;
  return claim(section, fmt::format("{}_is_best_at_{}_B", expected, bytes), dimension, ratio,
               "of the best", 1, best == expected);
}

void general(const ExchangeStudy& study, int d, std::vector<report::Row>& rows) {
  rows.push_back(jump(study, d, "pairwise_U", 100, (1 << d) - 1));
  rows.push_back(jump(study, d, "standard_U", largest_unreserved_block(d), d));
  if (d >= 3) {
    rows.push_back(best_at(study, "6.1", d, 1, "standard_U"));
  }
  if (d >= 2) rows.push_back(best_at(study, "6.1", d, kLargestBlock, "pairwise_F"));
}

double u_over_f(const ExchangeStudy& study, int d, int bytes) {
  return study.at(d, "standard_U", bytes).max / study.at(d, "standard_F", bytes).max;
}

void standard(const ExchangeStudy& study, int d, std::vector<report::Row>& rows) {
  double worst = 0;
  bool f_is_best = false;
  for (const int bytes : study.compared_sizes(d)) {
    if (!plotted("standard_U", bytes)) break;
    if (bytes <= largest_unreserved_block(d)) worst = std::max(worst, u_over_f(study, d, bytes));
    f_is_best = f_is_best || study.best(d, bytes) == "standard_F";
  }
  rows.push_back(
      claim("6.2", "standard_U_before_F_up_to_100_B_messages", d, worst, "of F", 1, worst < 1));
  int overtakes = 0;
  const std::map<int, Spread>& unforced = study.curve(d, "standard_U");
  for (const auto& [bytes, spread] : study.curve(d, "standard_F"))
    if (overtakes == 0 && unforced.contains(bytes) && u_over_f(study, d, bytes) > 1)
      overtakes = bytes;
  rows.push_back(
      claim("6.2", "standard_F_overtakes_U", d, overtakes, "B", kLargestBlock, overtakes != 0));
  rows.push_back(claim(
      "6.2", d == kLargestDimension ? "standard_F_is_best_somewhere" : "standard_F_is_never_best",
      d, f_is_best, "", std::nullopt, f_is_best == (d == kLargestDimension)));
}

// Mean over the compared sizes.
template <typename Value>
double mean(const ExchangeStudy& study, int d, Value value) {
  const std::vector<int> sizes = study.compared_sizes(d);
  double sum = 0;
  for (const int bytes : sizes) sum += value(bytes);
  return sum / static_cast<double>(sizes.size());
}

void stable(const ExchangeStudy& study, int d, std::vector<report::Row>& rows) {
  if (d < 5) return;
  const double share = mean(study, d, [&](int bytes) {
    return study.at(d, "stable", bytes).max < study.at(d, "linear", bytes).max ? 1.0 : 0.0;
  });
  rows.push_back(
      claim("6.3", "stable_maximum_below_linear", d, share, "of block sizes", 0.5, share > 0.5));
  if (d != kDetailed) return;
  const double averages = mean(study, d, [&](int bytes) {
    return study.at(d, "linear", bytes).avg / study.at(d, "stable", bytes).avg;
  });
  rows.push_back(
      claim("6.3", "linear_average_above_stable", d, averages, "of stable", 1, averages > 1));
  const auto width = [&](const char* how) {
    return mean(study, d, [&](int bytes) { return study.at(d, how, bytes).width(); });
  };
  const double widths = width("linear") / width("stable");
  rows.push_back(
      claim("6.3", "linear_varies_more_than_stable", d, widths, "of stable", 1, widths > 1));
}

// pairwise_F over pairwise_U, the mean over the block sizes below 100 B.
double pairwise_ratio(const ExchangeStudy& study, int d) {
  double sum = 0;
  int count = 0;
  for (const int bytes : study.compared_sizes(d)) {
    if (bytes > 100) break;
    sum += study.at(d, "pairwise_F", bytes).max / study.at(d, "pairwise_U", bytes).max;
    ++count;
  }
  return sum / count;
}

// "About twice", of all dimensions.
void pairwise_ratios(const ExchangeStudy& study, std::vector<report::Row>& rows) {
  constexpr double kLeast = 1.5, kMax = 2.5;
  double sum = 0;
  for (const int d : study.dimensions()) {
    const double ratio = pairwise_ratio(study, d);
    rows.push_back(
        report::plain_row(fmt::format("6.4/pairwise_F_over_U_below_100_B/d{}", d), ratio, "x"));
    sum += ratio;
  }
  const double ratio = sum / static_cast<double>(study.dimensions().size());
  rows.push_back(report::claim_row("6.4/pairwise_U_about_twice_as_fast_as_F_below_100_B", ratio,
                                   "x", kLeast, ratio >= kLeast && ratio <= kMax));
}

void pairwise(const ExchangeStudy& study, int d, std::vector<report::Row>& rows) {
  if (d != kDetailed) return;

  const auto width = [&](const char* how) {
    return mean(study, d, [&](int bytes) { return study.at(d, how, bytes).width(); });
  };
  const double tight = width("pairwise_F") / width("linear");
  rows.push_back(
      claim("6.4", "pairwise_F_is_tight", d, tight, "of linear's width", 0.5, tight < 0.5));

  // Without synchronisation: wider with the block, the best runs better by what it cost.
  std::vector<std::pair<double, double>> widths, synchronised_widths;
  int better = 0;
  const auto& curve = study.curve(d, kUnsynchronised);
  for (const auto& [bytes, spread] : curve) {
    const Spread& synchronised = study.at(d, "pairwise_F", bytes);
    widths.emplace_back(bytes, spread.width());
    synchronised_widths.emplace_back(bytes, synchronised.width());
    better += spread.min < synchronised.min;
  }
  // "A very narrow band of constant width": from the smallest block to the largest, by a straight line.
  constexpr double kConstant = 0.15;
  const report::Line band = report::least_squares_line(synchronised_widths);
  const double wider = band.slope * curve.rbegin()->first / band.intercept;
  rows.push_back(claim("6.4", "pairwise_F_width_is_constant", d, wider, "of the width at 0 B",
                       kConstant, std::abs(wider) <= kConstant));
  const double growth = report::least_squares_slope(widths) * 1000;
  const double steady = band.slope * 1000;
  rows.push_back(claim("6.4", "unsynchronised_width_grows", d, growth, "us per 1000 B", 0,
                       growth > 0 && growth > 2 * steady));
  const double share = static_cast<double>(better) / static_cast<double>(curve.size());
  rows.push_back(claim("6.4", "unsynchronised_minimum_is_better", d, share, "of block sizes", 0.5,
                       share > 0.5));
}

void small_cubes(const ExchangeStudy& study, int d, std::vector<report::Row>& rows) {
  if (d == 1) rows.push_back(best_at(study, "6.5", d, 1, "pairwise_U"));
  if (d == 2) rows.push_back(best_at(study, "6.5", d, 1, "pairwise_U"));
  if (d != 1) return;
  rows.push_back(best_at(study, "6.5", d, kLargestBlock, "linear"));
  int best = 0;
  for (const int bytes : study.compared_sizes(d)) best += study.best(d, bytes) == "pairwise_F";
  rows.push_back(claim("6.5", "pairwise_F_is_never_best", d, best, "block sizes", 0, best == 0));
}

// Section 5, and 7 again: "each one of them outperforms all others for some values of hypercube
// dimension and block size". Only with dimension 7, where standard_F has its place.
void six(const ExchangeStudy& study, std::vector<report::Row>& rows) {
  if (study.dimensions().back() < kLargestDimension) return;
  std::set<std::string> best;
  for (const int d : study.dimensions())
    for (const int bytes : study.compared_sizes(d)) best.insert(study.best(d, bytes));
  const std::size_t all = exchange_implementations().size();
  rows.push_back(report::claim_row("5/each_of_six_is_best_somewhere",
                                   static_cast<double>(best.size()), "implementations",
                                   static_cast<double>(all), best.size() == all));
}

// Section 5: "UNFORCED types are not competitive beyond 100 bytes". The fastest implementation whose
// UNFORCED messages are longer over the fastest with FORCED ones, where that is least.
void unforced(const ExchangeStudy& study, std::vector<report::Row>& rows) {
  double least = INFINITY;
  for (const int d : study.dimensions())
    for (const int bytes : study.compared_sizes(d)) {
      double reserving = INFINITY, forced = INFINITY;
      for (const std::string& how : exchange_implementations()) {
        const bool is_unforced = how.ends_with("_U");
        if (!plotted(how, bytes)) continue;
        if (is_unforced && bytes <= (how == "standard_U" ? largest_unreserved_block(d) : 100))
          continue;
        double& fastest = is_unforced ? reserving : forced;
        fastest = std::min(fastest, study.at(d, how, bytes).max);
      }
      least = std::min(least, reserving / forced);
    }
  rows.push_back(report::claim_row("5/UNFORCED_is_not_competitive_beyond_100_B", least,
                                   "of the best FORCED", 1, least > 1));
}

// The careless algorithm with the largest block. Beside the best: "2 to 3 times longer" (section 7).
// Beside standard: "much better for large n" (section 4, footnote), where a count of blocks that are
// sent, n/2 log n against 3n/2 - 2, gives 1.7 on 32 nodes and 2.4 on 128.
void naive(const ExchangeStudy& study, std::vector<report::Row>& rows) {
  constexpr double kLeast = 2, kMax = 3, kMuchBetter = 1.5;
  double longest = 0, over_standard = 0;
  int largest = 0;
  for (const int d : study.dimensions()) {
    if (d < kSmallestNaive) continue;
    const auto at = [&](const std::string& how) { return study.at(d, how, kLargestBlock).max; };
    const double longer = at(kNaive) / at(study.best(d, kLargestBlock));
    over_standard = at("standard_F") / at(kNaive);
    rows.push_back(report::plain_row(fmt::format("7/naive_over_best_at_{}_B/d{}", kLargestBlock, d),
                                     longer, "x"));
    rows.push_back(report::plain_row(
        fmt::format("4/standard_F_over_naive_at_{}_B/d{}", kLargestBlock, d), over_standard, "x"));
    longest = std::max(longest, longer);
    largest = d;
  }
  rows.push_back(report::claim_row("7/careless_takes_2_to_3_times_as_long", longest, "x", kLeast,
                                   longest >= kLeast && longest <= kMax));
  rows.push_back(claim("4", "naive_is_much_better_than_standard", largest, over_standard, "x",
                       kMuchBetter, over_standard >= kMuchBetter));
}

}  // namespace

const std::vector<std::string>& exchange_implementations() {
  static const std::vector<std::string> six{"linear",     "stable",     "pairwise_F",
                                            "pairwise_U", "standard_F", "standard_U"};
  return six;
}

bool plotted(const std::string& implementation, int bytes) {
  const bool any_size =
      implementation == "linear" || implementation == "stable" || implementation == "pairwise_F";
  return any_size || bytes <= kLargestSmallBlock;
}

std::vector<int> ExchangeStudy::dimensions() const {
  std::set<int> found;
  for (const auto& [where, curve] : points_) found.insert(where.first);
  return {found.begin(), found.end()};
}

std::vector<int> ExchangeStudy::compared_sizes(int dimension) const {
  std::vector<int> sizes;
  for (const auto& [bytes, spread] : curve(dimension, "linear"))
    if (std::has_single_bit(static_cast<unsigned>(bytes))) sizes.push_back(bytes);
  return sizes;
}

std::string ExchangeStudy::best(int dimension, int bytes) const {
  std::string best;
  for (const std::string& how : exchange_implementations()) {
    if (!plotted(how, bytes)) continue;
    if (best.empty() || at(dimension, how, bytes).max < at(dimension, best, bytes).max) best = how;
  }
  return best;
}

std::vector<report::Row> exchange_claims(const ExchangeStudy& study) {
  std::vector<report::Row> rows;
  for (const int d : study.dimensions()) {
    general(study, d, rows);
    standard(study, d, rows);
    stable(study, d, rows);
    pairwise(study, d, rows);
    small_cubes(study, d, rows);
  }
  pairwise_ratios(study, rows);
  naive(study, rows);
  six(study, rows);
  unforced(study, rows);
  std::ranges::stable_sort(rows, {}, [](const report::Row& row) { return row.name.substr(0, 3); });
  return rows;
}

report::Row statements_that_hold(const std::string& prefix, const ExchangeStudy& study) {
  int all = 0, held = 0;
  for (const report::Row& row : exchange_claims(study)) {
    if (row.basis != report::Basis::statement) continue;
    ++all;
    held += row.ok ? 1 : 0;
  }
  return report::plain_row(prefix + "/statements_that_hold", held, fmt::format("of {}", all));
}

std::string regions_of_optimality(const ExchangeStudy& study) {
  constexpr const char* kLine = "{:<4}{}\n";
  std::string chart = "\nthe best implementation by dimension and block size (least maximum)\n";
  for (const int d : study.dimensions()) {
    std::string runs;
    const std::vector<int> sizes = study.compared_sizes(d);
    for (std::size_t i = 0; i < sizes.size();) {
      const std::string best = study.best(d, sizes[i]);
      const int from = sizes[i];
      while (i < sizes.size() && study.best(d, sizes[i]) == best) ++i;
      runs += fmt::format("  {} {}", best, from);
      if (sizes[i - 1] != from) runs += fmt::format("..{}", sizes[i - 1]);
      runs += " B";
    }
    chart += fmt::format(kLine, fmt::format("d{}", d), runs);
  }
  return chart;
}

}  // namespace rc::sim::experiments
