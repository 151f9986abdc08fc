// SPDX-License-Identifier: Apache-2.0
// Numbers of runs are read as they were written, refused where they are none, and compared.
#include "sim/report/run_comparison.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"
#include "sim/base/temporary_folder.h"
#include "tests/support/run_numbers.h"

namespace rc::sim::report {
namespace {

using test::numbers_of_a_run;

TEST(RunNumbers, AreReadAsTheyWereWritten) {
  const base::TemporaryFolder folder("rockcreek_numbers_");
  base::write_file(folder.file("run.json"), to_json(numbers_of_a_run()).dump());
  for (const std::string& name : {folder.path(), folder.file("run.json")})
    EXPECT_EQ(to_json(read_run_numbers(name)), to_json(numbers_of_a_run()));
}

TEST(RunNumbers, OfAnOlderVersionTellOfNoFailure) {
  const base::TemporaryFolder folder("rockcreek_numbers_");
  auto json = to_json(numbers_of_a_run());
  json.erase("failure");
  base::write_file(folder.file("run.json"), json.dump());
  EXPECT_EQ(read_run_numbers(folder.path()).failure, "");
}

TEST(RunNumbers, AreRefusedWhereTheyAreNone) {
  const base::TemporaryFolder folder("rockcreek_numbers_");
  const auto refusal = [&](const nlohmann::ordered_json& json) -> std::string {
    base::write_file(folder.file("run.json"), json.dump());
    try {
      read_run_numbers(folder.path());
    } catch (const kernel::InputError& error) {
      return error.what();
    }
    return "taken";
  };
  auto json = to_json(numbers_of_a_run());
  EXPECT_EQ(refusal(json), "taken");
  json["cores"][0]["cycles"].push_back(1);
  EXPECT_NE(refusal(json).find("run.json: expected the run.json that run --report writes: a core"),
            std::string::npos)
      << refusal(json);
  json = to_json(numbers_of_a_run());
  json["failure"] = 1;
  EXPECT_NE(refusal(json).find("run.json"), std::string::npos);
  json = to_json(numbers_of_a_run());
  json["us"] = -5;
  EXPECT_NE(refusal(json).find("time is below 0"), std::string::npos);
  json = to_json(numbers_of_a_run());
  json["links"][0]["load"] = -1;
  EXPECT_NE(refusal(json).find("a whole number"), std::string::npos);
  json.erase("links");
  EXPECT_NE(refusal(json).find("links"), std::string::npos);
  EXPECT_THROW(read_run_numbers(folder.file("none")), kernel::InputError);
}

TEST(RunComparison, PutsTheLargestChangeFirst) {
  RunNumbers after = numbers_of_a_run();
  after.functions = {{"main", 45, 40, 5}, {"put", 90, 20, 65}, {"new", 2, 2, 0}};
  after.links[0].load = 3;
  const RunComparison runs = compare_runs(numbers_of_a_run(), after);
  ASSERT_EQ(runs.parts.size(), 4u);
  std::vector<std::string> names;
  for (const Difference& line : runs.parts[0].lines) names.push_back(line.name);
  EXPECT_EQ(names, (std::vector<std::string>{"put", "old", "main", "new"}));
  EXPECT_EQ(runs.parts[0].lines[0].change(), 60);
  EXPECT_EQ(runs.parts[0].lines[1].change(), -7);  // gone
  EXPECT_EQ(runs.parts[3].lines[0].change(), -6);
  const std::string text = runs.text();
  EXPECT_NE(text.find("            30            90           +60   +200.0  put\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("      new  new\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Links, in flits"), std::string::npos) << text;
  EXPECT_EQ(text.find("Two machines"), std::string::npos) << text;
}

TEST(RunComparison, SaysWhereMachinesDiffer) {
  RunNumbers after = numbers_of_a_run();
  after.machine = "another";
  after.link_unit = "bytes";
  const RunComparison runs = compare_runs(numbers_of_a_run(), after);
  EXPECT_EQ(runs.parts.size(), 3u) << "no flits beside bytes";
  for (const std::string& text : {runs.text(), runs.page()})
    EXPECT_NE(text.find("Two machines"), std::string::npos) << text;
}

}  // namespace
}  // namespace rc::sim::report
