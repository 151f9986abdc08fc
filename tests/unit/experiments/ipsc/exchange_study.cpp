// SPDX-License-Identifier: Apache-2.0
// What the study of complete exchange makes of times: tried on invented ones.
#include "sim/experiments/ipsc/exchange_study.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rc::sim::experiments {
namespace {

// Each implementation's time is base + slope * bytes, give or take `width`.
struct StudyLine {
  const char* how;
  double base, slope, width;
};

void add_lines(ExchangeStudy& study, int dimension, const std::vector<StudyLine>& lines) {
  for (const StudyLine& line : lines)
    for (const int bytes :
         {0, 1, 2, 3, 4, 6, 7, 12, 13, 25, 26, 50, 51, 64, 100, 101, 128, 1000, 1024, 4096}) {
      const bool reserves = line.how == std::string("pairwise_U") && bytes > 100;
      const bool reserves_halves =
          line.how == std::string("standard_U") && bytes > largest_unreserved_block(dimension);
      const double avg =
          line.base + line.slope * bytes + (reserves ? 4000 : 0) + (reserves_halves ? 400 : 0);
      const double width =
          line.how == std::string(kUnsynchronised) ? line.width * bytes / 1000 : line.width;
      study.add(dimension, line.how, bytes, {avg + width / 2, avg, avg - width / 2});
    }
}

ExchangeStudy study_of(int dimension, const std::vector<StudyLine>& lines) {
  ExchangeStudy study;
  add_lines(study, dimension, lines);
  return study;
}

// As the paper has it.
std::vector<StudyLine> as_published() {
  return {{"linear", 7000, 20, 900},        {"stable", 6900, 19, 800},
          {"pairwise_F", 9000, 10, 50},     {"pairwise_U", 4500, 11, 100},
          {"standard_F", 2500, 90, 20},     {"standard_U", 1000, 110, 20},
          {kUnsynchronised, 8000, 10, 500}, {kNaive, 9000, 25, 500}};
}

const report::Row& row(const std::vector<report::Row>& rows, const std::string& name) {
  const auto found = std::ranges::find(rows, name, &report::Row::name);
  if (found == rows.end()) throw std::out_of_range(name);
  return *found;
}

TEST(ExchangeStudy, TheLeastMaximumIsBest) {
  const ExchangeStudy study = study_of(5, as_published());
  EXPECT_EQ(study.best(5, 1), "standard_U");
  EXPECT_EQ(study.best(5, 64), "pairwise_U");
  EXPECT_EQ(study.best(5, 4096), "pairwise_F");
  // Powers of two only.
  EXPECT_EQ(study.compared_sizes(5), (std::vector<int>{1, 2, 4, 64, 128, 1024, 4096}));
}

TEST(ExchangeStudy, RegionsAreRunsOfTheBest) {
  const std::string chart = regions_of_optimality(study_of(5, as_published()));
  EXPECT_NE(
      chart.find("d5    standard_U 1..4 B  pairwise_U 64 B  stable 128 B  pairwise_F 1024..4096 B"),
      std::string::npos)
      << chart;
}

TEST(ExchangeStudy, ClaimsHoldOnWhatThePaperDescribes) {
  const std::vector<report::Row> rows = exchange_claims(study_of(5, as_published()));
  EXPECT_GT(rows.size(), 10u);
  for (const report::Row& claim : rows)
    EXPECT_TRUE(claim.ok) << claim.name << " " << *claim.measured;
}

TEST(ExchangeStudy, ClaimsFailOnTheContrary) {
  std::vector<StudyLine> lines = as_published();
  const auto line = [&](const std::string& how) -> StudyLine& {
    return *std::ranges::find(lines, how, [](const StudyLine& l) { return std::string(l.how); });
  };
  const auto fails = [&](const std::string& name) {
    EXPECT_FALSE(row(exchange_claims(study_of(5, lines)), name).ok) << name;
    lines = as_published();
  };
  line("stable").base = 7500, line("stable").slope = 21;
  fails("6.3/stable_maximum_below_linear/d5");
  line("pairwise_F").width = 800;
  fails("6.4/pairwise_F_is_tight/d5");
  line(kUnsynchronised).width = 0;
  fails("6.4/unsynchronised_width_grows/d5");
  line("standard_F").base = 500;
  fails("6.2/standard_U_before_F_up_to_100_B_messages/d5");
  line("pairwise_U").base = 9000;
  fails("6.4/pairwise_U_about_twice_as_fast_as_F_below_100_B");
  line("linear").slope = 5;
  fails("6.1/pairwise_F_is_best_at_4096_B/d5");
  line(kNaive).slope = 12;
  fails("7/careless_takes_2_to_3_times_as_long");
  line(kNaive).slope = 80;
  fails("4/naive_is_much_better_than_standard/d5");
  line("pairwise_U").base = 2000;
  fails("5/UNFORCED_is_not_competitive_beyond_100_B");
}

// One winner on each cube from dimension 2 on, and standard_F on the largest.
TEST(ExchangeStudy, EachOfSixIsBestSomewhere) {
  constexpr const char* kName = "5/each_of_six_is_best_somewhere";
  const std::vector<std::string> winners{"linear",     "stable",     "pairwise_F",
                                         "pairwise_U", "standard_U", "standard_F"};
  const auto of = [&](std::size_t cubes) {
    ExchangeStudy study;
    for (std::size_t i = 0; i < cubes; ++i) {
      std::vector<StudyLine> lines = as_published();
      std::ranges::find(lines, winners[i], &StudyLine::how)->base = -1e6;
      add_lines(study, static_cast<int>(i) + 2, lines);
    }
    return exchange_claims(study);
  };
  EXPECT_TRUE(row(of(6), kName).ok);
  EXPECT_THROW(row(of(5), kName), std::out_of_range) << "without the largest cube nobody knows";
  const report::Row alone = row(exchange_claims(study_of(7, as_published())), kName);
  EXPECT_FALSE(alone.ok);
  EXPECT_EQ(alone.measured, 4) << "standard_U, pairwise_U, stable, pairwise_F";
}

}  // namespace
}  // namespace rc::sim::experiments
