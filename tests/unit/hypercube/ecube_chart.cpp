// SPDX-License-Identifier: Apache-2.0
// The charts of the paper's figures 5 to 9, entry by entry. exchange_charts/ has them as printed;
// where the copy we read had lost dots, they were filled in.
#include "sim/hypercube/ecube_chart.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"

namespace rc::sim::hypercube {
namespace {

using exchange::Algorithm;

std::string printed(const std::string& figure) {
  return base::read_file(std::string(EXCHANGE_CHARTS) + "/" + figure + ".txt");
}

TEST(EcubeChart, LinkUsageIsFigureFive) {
  for (const Algorithm algorithm : {Algorithm::naive, Algorithm::linear, Algorithm::stable})
    EXPECT_EQ(directed_chart(schedule_of(algorithm, 3), ChartMarks::usage),
              printed("figure5_usage"));
}

TEST(EcubeChart, NaiveIsFigureSix) {
  EXPECT_EQ(directed_chart(arbitrated(schedule_of(Algorithm::naive, 3)), ChartMarks::steps),
            printed("figure6_naive"));
}

TEST(EcubeChart, LinearIsFigureSeven) {
  EXPECT_EQ(directed_chart(schedule_of(Algorithm::linear, 3), ChartMarks::steps),
            printed("figure7_linear"));
}

TEST(EcubeChart, FigureEightIsTheTournamentNotTheProcedure) {
  const std::string figure = printed("figure8_pairwise");
  EXPECT_EQ(pairwise_chart(schedule_of(Algorithm::tournament, 3)), figure);
  // The procedure uses the same links, row by row, in other steps.
  const std::string procedure = pairwise_chart(schedule_of(Algorithm::pairwise, 3));
  EXPECT_NE(procedure, figure);
  ASSERT_EQ(procedure.size(), figure.size());
  for (std::size_t i = 0; i < figure.size(); ++i)
    EXPECT_EQ(procedure[i] == '.', figure[i] == '.') << "at " << i;
}

TEST(EcubeChart, StableIsFigureNine) {
  EXPECT_EQ(directed_chart(schedule_of(Algorithm::stable, 3), ChartMarks::steps),
            printed("figure9_stable"));
}

TEST(EcubeChart, SmallestCube) {
  EXPECT_EQ(directed_chart(schedule_of(Algorithm::linear, 1), ChartMarks::steps),
            "      0         1\n"
            "      -         -\n"
            "0->0  .   1->0  1\n"
            "0->1  1   1->1  .\n");
  EXPECT_EQ(pairwise_chart(schedule_of(Algorithm::pairwise, 1)),
            "      0 1\n"
            "      - -\n"
            "0--1  1 1\n");
}

TEST(EcubeChart, PartialSchedulesShowTheirRowsOnly) {
  EXPECT_EQ(directed_chart({2, {{1, 0, 3}, {2, 2, 0}}}, ChartMarks::steps),
            "        00 01           10 11\n"
            "        -- --           -- --\n"
            "00->00  .. ..   10->00  2. ..\n"
            "00->11  .1 1.   10->11  .. ..\n");
}

TEST(EcubeChart, EveryMessageOfAPairHasARow) {
  EXPECT_EQ(directed_chart({1, {{3, 0, 1}, {1, 0, 1}, {2, 1, 0}}}, ChartMarks::steps),
            "      0         1\n"
            "      -         -\n"
            "0->0  .   1->0  2\n"
            "0->1  1   1->1  .\n"
            "0->1  3   1->1  .\n");
}

TEST(EcubeChart, ManyStepsWidenTheColumns) {
  EXPECT_EQ(directed_chart({1, {{35, 0, 1}}}, ChartMarks::steps),
            "      0         1\n"
            "      -         -\n"
            "0->1  z   1->1  .\n");
  EXPECT_EQ(directed_chart({2, {{36, 0, 3}, {7, 2, 3}}}, ChartMarks::steps),
            "            00     01               10     11\n"
            "            --     --               --     --\n"
            "00->11    . 36  36  .   10->11    .  7   .  .\n");
}

TEST(EcubeChart, PairwiseChartRefusesOneWayMessages) {
  EXPECT_THROW(pairwise_chart({1, {{1, 0, 1}}}), kernel::InputError);
  EXPECT_THROW(pairwise_chart({1, {{1, 0, 1}, {2, 1, 0}}}), kernel::InputError);
}

}  // namespace
}  // namespace rc::sim::hypercube
