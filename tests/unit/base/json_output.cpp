// SPDX-License-Identifier: Apache-2.0
#include "sim/base/json_output.h"

#include <gtest/gtest.h>

namespace rc::sim::base {
namespace {

using Json = nlohmann::ordered_json;

TEST(JsonOutput, NumbersThatAreNotWholeHaveSixPlaces) {
  const Json json = rounded(Json{{"b", 1.23456789}, {"a", {7, 0.1 + 0.2, "0.123456789"}}});
  EXPECT_EQ(json.dump(), R"({"b":1.234568,"a":[7,0.3,"0.123456789"]})");
}

TEST(JsonOutput, BytesThatAreNoUtf8AreReplaced) {
  EXPECT_EQ(json_text(Json{{"file", "a\xff.elf"}}), "{\n \"file\": \"a\xEF\xBF\xBD.elf\"\n}\n");
}

TEST(JsonOutput, AScriptDoesNotEndWithin) {
  EXPECT_EQ(json_for_script(Json{"</script><!--"}), R"(["\u003c/script>\u003c!--"])");
}

TEST(JsonOutput, NoNameNoFile) { EXPECT_NO_THROW(write_json("", Json{1})); }

}  // namespace
}  // namespace rc::sim::base
