// SPDX-License-Identifier: Apache-2.0
// Ranks, and how programs end and begin again.
#include "hw_model/systemc/programs.h"

#include <gtest/gtest.h>

namespace rc::systemc {
namespace {

using kernel::Picos;

TEST(Programs, RanksFollowTheOrderOfLoading) {
  Programs programs;
  programs.load({7, 3});
  EXPECT_EQ(programs.rank_of(7), 0u);
  EXPECT_EQ(programs.rank_of(3), 1u);
  EXPECT_EQ(programs.rank_of(0), std::nullopt);
  programs.load({3});
  EXPECT_EQ(programs.rank_of(3), 0u);
  EXPECT_EQ(programs.rank_of(7), std::nullopt);
}

TEST(Programs, TheFirstExitCounts) {
  Programs programs;
  programs.load({7, 3});
  EXPECT_TRUE(programs.exited(1, 4, Picos{100}));
  EXPECT_FALSE(programs.exited(1, 5, Picos{200}));
  EXPECT_EQ(programs.running(), 1u);
  EXPECT_TRUE(programs.finished(1));
  EXPECT_FALSE(programs.finished(0));
  EXPECT_EQ(programs.result(1).exit_status, 4);
  EXPECT_EQ(programs.result(1).exit_time, Picos{100});
}

TEST(Programs, ARestartedProgramRunsAgain) {
  Programs programs;
  programs.load({7});
  programs.restarted(0);  // it runs: nothing changes
  EXPECT_EQ(programs.running(), 1u);
  programs.exited(0, 0, Picos{100});
  programs.restarted(0);
  EXPECT_EQ(programs.running(), 1u);
  EXPECT_TRUE(programs.exited(0, 1, Picos{300}));
}

}  // namespace
}  // namespace rc::systemc
