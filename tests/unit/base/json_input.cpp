// SPDX-License-Identifier: Apache-2.0
#include "sim/base/json_input.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using rc::sim::base::parse_json;

std::string nested(int depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(JsonInput, ReadsWhatIsNotTooDeep) {
  EXPECT_EQ(parse_json(R"({"a": [1, "[[\"[[{{"]})")->at("a").at(0), 1);
  EXPECT_TRUE(parse_json(nested(rc::sim::base::kMaxJsonDepth)));
  EXPECT_TRUE(parse_json("\"" + std::string(1000, '[') + "\""));
}

TEST(JsonInput, KeepsTheOrderOfKeys) {
  EXPECT_EQ(rc::sim::base::parse_ordered_json(R"({"b": 1, "a": 2})")->begin().key(), "b");
  EXPECT_FALSE(rc::sim::base::parse_ordered_json(nested(1'000'000)));
}

TEST(JsonInput, RefusesDeepNestingAndWhatIsNoJson) {
  EXPECT_FALSE(parse_json(nested(rc::sim::base::kMaxJsonDepth + 1)));
  EXPECT_FALSE(parse_json(nested(1'000'000)));
  EXPECT_FALSE(parse_json(R"(["\\", )" + nested(1000) + "]"));
  EXPECT_FALSE(parse_json("{"));
  EXPECT_FALSE(parse_json(""));
}

}  // namespace
