// SPDX-License-Identifier: Apache-2.0
#include "sim/base/suggestion.h"

#include <gtest/gtest.h>

#include <vector>

namespace {

using rc::sim::base::suggestion;

const std::vector<std::string> kWords{"run", "noc", "reproduce", "--network-exact"};

TEST(Suggestion, IsTheNearestName) {
  EXPECT_EQ(suggestion("rum", kWords), " (did you mean 'run'?)");
  EXPECT_EQ(suggestion("reporduce", kWords), " (did you mean 'reproduce'?)");
  EXPECT_EQ(suggestion("rnu", kWords), " (did you mean 'run'?)");
  EXPECT_EQ(suggestion("--networkexact", kWords), " (did you mean '--network-exact'?)");
}

TEST(Suggestion, IsNotMadeOfAnotherWord) {
  EXPECT_EQ(suggestion("cat", kWords), "");
  EXPECT_EQ(suggestion("", kWords), "");
  EXPECT_EQ(suggestion(std::string(1'000'000, 'r'), kWords), "");
}

}  // namespace
