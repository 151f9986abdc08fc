// SPDX-License-Identifier: Apache-2.0
// A run that failed says so in everything that it leaves, and in what is made of that.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/firmware/profile/fixture.h"

namespace {

using nlohmann::json;
using rc::test::has;

struct Failing {
  const char* name;
  const char* words;   // of `run`
  const char* begins;  // of the line, in which "*" stands for the time
  const char* before = "";
  bool complete = false;
};

const Failing kFailing[] = {
    {"fault", "--ues 2 " FIRMWARE_APPS "/div_zero.elf",
     "The run failed at * us: core 0: divide error"},
    {"deadlock", "--ues 2 " FIRMWARE_APPS "/deadlock.elf",
     "The run failed at * us: deadlock: no core can go on"},
    {"nodes", "--machine ipsc860 --ues 2 " FIRMWARE_APPS "/nx_misuse.elf -- deadlock",
     "The run failed at * us: deadlock: "},
    {"time", "--ues 2 --max-time 1e-5 " FIRMWARE_APPS "/stencil.elf",
     "The run failed at 10.000 us: not finished after 1e-05 s"},
    {"interrupt", "--ues 4 " FIRMWARE_APPS "/stencil.elf -- 480 1000000",
     "The run failed at * us: interrupted (Interrupt): not finished", "timeout -s INT 3 "},
    {"status", "--ues 2 " FIRMWARE_APPS "/pingpong.elf -- nonsense",
     "The run failed: UE 0 (core 0) returned 1", "", true},
    {"early", "--ues 2 " FIRMWARE_APPS "/no_init.elf",
     "The run failed at * us: UE 0, UE 1 called RCCE_send in main ("},
    {"defects", "--ues 3 --check " FIRMWARE_APPS "/races.elf -- no_flag",
     "The run failed: --check found 1 defect", "", true},
};

class Failures : public rc::test::InstrumentTest, public testing::WithParamInterface<Failing> {};

// "The run failed at 20.5 us: x" as "The run failed at * us: x".
std::string without_time(const std::string& line, const std::string& pattern) {
  const std::size_t star = pattern.find('*');
  if (star == pattern.npos || line.size() <= star) return line;
  return line.substr(0, star) + "*" + line.substr(line.find(" us", star));
}

TEST_P(Failures, AreToldByWhatTheyLeave) {
  const Failing& failing = GetParam();
  const std::string words = failing.words, report = file(std::string("run_") + failing.name);
  const std::size_t dashes = words.find(" -- ");
  const auto result = rc::test::run_command(
      failing.before + std::string(ROCKCREEK_SIM) + " run --summary --report " + report +
      " --stats " + file("stats.json") + " --profile " + file("profile") + " --trace " +
      file("timeline.json") + " " + words.substr(0, dashes) +
      (dashes == words.npos ? "" : words.substr(dashes)));
  EXPECT_NE(result.exit_code, 0);
  const json stats = json::parse(text(file("stats.json")), nullptr, false);
  ASSERT_TRUE(stats.is_object()) << result.error;
  EXPECT_EQ(stats.value("complete", true), failing.complete);
  // Who was to end does so with all others: no core has run past that instant.
  constexpr double kCycle = 1875;  // ps, at 533 MHz
  if (std::string(failing.name) == "time" || std::string(failing.name) == "interrupt") {
    for (const json& core : stats["cores"])
      EXPECT_NEAR(core["cycles"].get<double>(), stats["simulated_ps"].get<double>() / kCycle, 1000);
  }
  const std::string line = stats.value("failure", "");
  EXPECT_EQ(without_time(line, failing.begins).find(failing.begins), 0u) << line;
  EXPECT_TRUE(has(result.error, "\n" + line + "\nwhere the cycles went")) << result.error;
  EXPECT_EQ(json::parse(text(report + "/run.json")).value("failure", ""), line);
  EXPECT_TRUE(has(text(file("profile")), "\ndesc: Failure: " + line + "\npositions:"));
  const json timeline = json::parse(text(file("timeline.json")));
  EXPECT_EQ(timeline.at("otherData").at("failure"), line);
  const auto is_mark = [&](const json& event) { return event.value("name", "") == line; };
  EXPECT_EQ(std::ranges::count_if(timeline.at("traceEvents"), is_mark),
            line.starts_with("The run failed at ") ? 1 : 0);
  const std::string head = line.substr(0, line.find_first_of("'<&\""));  // before what is escaped
  const std::string page = text(report + "/report.html");
  EXPECT_TRUE(has(page, "<div class=\"summary\"><p class=\"missed\">" + head)) << head;
  EXPECT_TRUE(has(page, "How it failed"));

  const auto index =
      rc::test::run_command(std::string(ROCKCREEK_SIM) + " index " + directory_.string());
  EXPECT_EQ(index.exit_code, 0) << index.error;
  const std::string all = text(file("index.html"));
  std::size_t told = 0;
  for (std::size_t at = all.find(head); at != all.npos; at = all.find(head, at + 1)) ++told;
  EXPECT_EQ(told, 3u) << "its page, its run.json and its --stats";
  const auto compared = rc::test::run_command(std::string(ROCKCREEK_SIM) + " compare " + report +
                                              " " + report + " --out " + file("both"));
  EXPECT_TRUE(has(compared.out, "        " + line + "\nafter")) << compared.out;
  EXPECT_TRUE(has(text(file("both/report.html")), "<p class=\"missed\">After: " + head));
}

INSTANTIATE_TEST_SUITE_P(All, Failures, testing::ValuesIn(kFailing),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_F(Failures, AreNotToldOfARunThatSucceeds) {
  const auto result =
      run("--summary --report " + file("report") + " --stats " + file("stats.json") +
          " --profile " + file("profile") + " --trace " + file("timeline.json") + " " + kStencil);
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_FALSE(json::parse(text(file("stats.json"))).contains("failure"));
  EXPECT_FALSE(has(result.error, "failed"));
  EXPECT_FALSE(has(text(file("report/report.html")), "The run failed"));
  EXPECT_FALSE(has(text(file("profile")), "Failure"));
  EXPECT_FALSE(has(text(file("timeline.json")), "failure"));
}

}  // namespace
