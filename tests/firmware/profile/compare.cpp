// SPDX-License-Identifier: Apache-2.0
// What --report leaves of two runs is compared, and an index leads to it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/firmware/profile/fixture.h"

namespace {

using nlohmann::json;

class Compare : public rc::test::InstrumentTest {
 protected:
  static rc::test::CommandResult simulator(const std::string& words) {
    return rc::test::run_command(std::string(ROCKCREEK_SIM) + " " + words);
  }
};

TEST_F(Compare, TwoRunsByWhatTheyLeft) {
  ASSERT_EQ(run(kStencil + " --report " + file("four") + " --stats " + file("stats")).exit_code, 0);
  ASSERT_EQ(run("--ues 2 " FIRMWARE_APPS "/stencil.elf --report " + file("two")).exit_code, 0);
  const json numbers = json::parse(text(file("four/run.json"))),
             stats = json::parse(text(file("stats")));
  std::uint64_t cycles = 0, expected = 0, functions = 0;
  for (const json& core : numbers.at("cores"))
    for (const json& each : core.at("cycles")) cycles += each.get<std::uint64_t>();
  for (const json& each : numbers.at("functions"))
    functions += each.at("cycles").get<std::uint64_t>();
  for (const json& core : stats.at("cores")) expected += core.at("cycles").get<std::uint64_t>();
  EXPECT_EQ(cycles, expected);
  EXPECT_EQ(functions, expected);

  const auto result =
      simulator("compare " + file("four") + " " + file("two/run.json") + " --out " + file("both"));
  EXPECT_EQ(result.exit_code, 0) << result.error;
  for (const char* part : {"Functions, in cycles", "  core 3\n", "Links, in flits"})
    EXPECT_NE(result.out.find(part), std::string::npos) << part << "\n" << result.out;
  EXPECT_EQ(result.error, "rockcreek: open " + file("both/report.html") + " in a browser\n");
  const auto same = simulator("compare " + file("two") + " " + file("two"));
  EXPECT_NE(same.out.find("            +0      0.0  core 1\n"), std::string::npos) << same.out;

  const auto index = simulator("index " + directory_.string());
  EXPECT_EQ(index.exit_code, 0) << index.error;
  const std::string page = text(file("index.html"));
  for (const char* part : {"./four/report.html", "./two/run.json", "./both/report.html"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
}

TEST_F(Compare, BadInputIsRefused) {
  std::ofstream(file("bad.json")) << "{}";
  for (const std::string& words :
       std::vector<std::string>{"compare " + file("none") + " " + file("bad.json"),
                                "compare " + file("bad.json") + " " + file("bad.json"), "compare x",
                                "index " + file("none"), "index"}) {
    const auto result = simulator(words);
    EXPECT_EQ(result.exit_code, 2) << words;
    EXPECT_EQ(result.out, "") << words;
  }
}

}  // namespace
