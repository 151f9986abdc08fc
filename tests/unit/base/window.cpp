// SPDX-License-Identifier: Apache-2.0
// FROM-TO, of any unit.
#include "sim/base/window.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"

namespace rc::sim::base {
namespace {

TEST(WindowText, BothEndsEitherEndAndNone) {
  const Window both = parse_window("--w", "100-250.5", kInMicroseconds);
  EXPECT_EQ(both.from, 100'000'000u);
  EXPECT_EQ(both.to, 250'500'000u);
  EXPECT_EQ(parse_window("--w", "7-", kInCycles).from, 7u);
  EXPECT_EQ(parse_window("--w", "7-", kInCycles).to, ~std::uint64_t{0});
  EXPECT_EQ(parse_window("--w", "-7", kInCycles).to, 7u);
}

TEST(WindowText, WhatIsNoneIsRefusedWithWhatWasExpected) {
  for (const char* text : {"", "5", "7-5", "5-5", "a-b", "1-2-3", "1e13-", "nan-"}) {
    try {
      parse_window("--waves-window", text, kInCycles);
      ADD_FAILURE() << text;
    } catch (const kernel::InputError& error) {
      EXPECT_EQ(std::string(error.what()).find("--waves-window "), 0u);
      EXPECT_NE(std::string(error.what()).find("expected FROM-TO in cycles"), std::string::npos);
    }
  }
}

TEST(WindowText, AWindowBehindTheEndIsTold) {
  const Window late = parse_window("--w", "100-250.5", kInMicroseconds);
  EXPECT_EQ(missed_window("--w", late, kInMicroseconds, 100'000'001), "");
  EXPECT_EQ(missed_window("--w", late, kInMicroseconds, 82'500'000),
            "rockcreek: --w: nothing is in it: it begins at 100 microseconds, and the run ended at "
            "82.5\n");
  EXPECT_EQ(missed_window("--w", Window(), kInCycles, 0), "") << "there was none";
}

}  // namespace
}  // namespace rc::sim::base
