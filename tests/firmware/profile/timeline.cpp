// SPDX-License-Identifier: Apache-2.0
// --trace FILE.json: changes nothing, is in the Trace Event format, and says what was cut. And the
// page of --report.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "tests/firmware/profile/fixture.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Timeline : public rc::test::InstrumentTest {
 protected:
  json events(const std::string& options) {
    const auto result = run(options + " --trace " + file("t.json"));
    EXPECT_EQ(result.exit_code, 0) << result.error;
    return json::parse(text(file("t.json"))).at("traceEvents");
  }

  // Slices of a track begin in order and lie within each other; arrows go forward in pairs.
  static void check_format(const json& events) {
    std::map<std::pair<int, int>, std::vector<double>> open;
    std::map<std::pair<int, int>, double> last;
    std::map<int, double> sent;
    int arrows = 0;
    for (const json& event : events) {
      const std::string phase = event.at("ph");
      ASSERT_TRUE((std::set<std::string>{"M", "X", "C", "i", "s", "f"}.contains(phase))) << event;
      const std::pair<int, int> track{event.at("pid"), event.at("tid")};
      if (phase == "M") continue;
      const double begin = event.at("ts");
      if (phase == "X") {
        const double end = begin + event.at("dur").get<double>();
        EXPECT_GT(end, begin) << event;
        EXPECT_GE(begin, last[track]) << event;
        last[track] = begin;
        auto& stack = open[track];
        while (!stack.empty() && stack.back() <= begin + 1e-7) stack.pop_back();
        if (!stack.empty()) {
          EXPECT_LE(end, stack.back() + 1e-6) << event;
        }
        stack.push_back(end);
      }
      if (phase == "s") {
        EXPECT_TRUE(sent.emplace(event.at("id"), begin).second) << event;
      }
      if (phase == "f") {
        ASSERT_TRUE(sent.contains(event.at("id"))) << event;
        EXPECT_GE(begin, sent[event.at("id")]) << event;
        ++arrows;
      }
    }
    EXPECT_EQ(static_cast<std::size_t>(arrows), sent.size());
  }
  static int count(const json& events, const std::string& phase, const std::string& name) {
    int found = 0;
    for (const json& event : events) found += event.at("ph") == phase && event.at("name") == name;
    return found;
  }
};

TEST_F(Timeline, ShowsCallsStatesMessagesAndLinks) {
  ASSERT_EQ(run(kStencil + " --stats " + file("off")).exit_code, 0);
  const json all = events(kStencil + " --stats " + file("on"));
  json off = json::parse(text(file("off"))), on = json::parse(text(file("on")));
  off.erase("host_seconds");
  on.erase("host_seconds");
  EXPECT_EQ(off, on);
  check_format(all);
  EXPECT_EQ(count(all, "M", "process_name"), 5);  // four cores and the mesh
  EXPECT_EQ(count(all, "X", "RCCE_init"), 4);
  EXPECT_GT(count(all, "X", "RCCE_put"), 0);
  EXPECT_GT(count(all, "X", "running"), 0);
  EXPECT_GT(count(all, "s", "32 bytes"), 0);
  EXPECT_GT(count(all, "C", "(0,0) E"), 0);
  EXPECT_GT(count(all, "C", "in the mesh"), 0);
  EXPECT_EQ(count(all, "C", "(4,0) E"), 0);  // nothing goes there
}

TEST_F(Timeline, ShowsCallsOfNx) {
  const json all = events("--machine ipsc860 --ues 4 " FIRMWARE_APPS "/nx_hello.elf");
  check_format(all);
  EXPECT_EQ(count(all, "X", "gisum"), 4);
  EXPECT_GT(count(all, "X", "halted"), 0);
}

TEST_F(Timeline, PackedIsTheSame) {
  ASSERT_EQ(run(kStencil + " --trace " + file("t.json")).exit_code, 0);
  ASSERT_EQ(run(kStencil + " --trace " + file("t.json.gz")).exit_code, 0);
  EXPECT_EQ(rc::test::run_command("gzip -dc " + file("t.json.gz")).out, text(file("t.json")));
  EXPECT_LT(3 * fs::file_size(file("t.json.gz")), fs::file_size(file("t.json")));
}

TEST_F(Timeline, WindowAndLimitCut) {
  const json window = events(kStencil + " --trace-window 500-700.5");
  check_format(window);
  for (const json& event : window) {
    if (event.at("ph") != "X") continue;
    EXPECT_GE(event.at("ts"), 500.0);
    EXPECT_LE(event.at("ts").get<double>() + event.at("dur").get<double>(), 700.5 + 1e-6);
  }
  const auto cut = run(kStencil + " --trace-limit 100 --trace " + file("cut.json"));
  EXPECT_NE(cut.error.find("events left out, beyond the limit of 100"), std::string::npos)
      << cut.error;
  check_format(json::parse(text(file("cut.json"))).at("traceEvents"));
}

TEST_F(Timeline, BadInputIsRefused) {
  for (const std::string& options : std::vector<std::string>{
           "--trace-window 7-5 --trace " + file("t.json"),
           "--trace-window 5 --trace " + file("t.json"),
           "--trace-window a-b --trace " + file("t.json"), std::string("--trace-window 1-2"),
           std::string("--trace /nonexistent/t.json.gz"),
           "--trace-limit 0 --trace " + file("t.json"),
           std::string("--report /dev/null/directory")}) {
    const auto result = run(kStencil + " " + options);
    EXPECT_EQ(result.exit_code, 2) << options;
    EXPECT_EQ(result.out, "") << options;
    EXPECT_FALSE(fs::exists(file("t.json"))) << options;
  }
}

TEST_F(Timeline, FullDiskIsNoticed) {
  for (const std::string& options : std::vector<std::string>{"--profile ", "--trace "}) {
    fs::create_symlink("/dev/full", file("full.json"));
    const auto result = run(kStencil + " " + options + file("full.json"));
    EXPECT_EQ(result.exit_code, 2) << options;
    EXPECT_NE(result.error.find("full.json"), std::string::npos) << result.error;
    fs::remove(file("full.json"));
  }
}

TEST_F(Timeline, ReportOfARunAndOfADeadlock) {
  ASSERT_EQ(run(kStencil + " --report " + file("report")).exit_code, 0);
  const std::string page = text(file("report/report.html"));
  for (const char* part : {"Where the cores' time went", "The run over time",
                           "Bytes from core to core", "Energy", "stencil.c:"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_EQ(run("--ues 2 " FIRMWARE_APPS "/deadlock.elf --report " + file("stuck")).exit_code, 3);
  EXPECT_NE(text(file("stuck/report.html")).find("deadlock: no core can go on"), std::string::npos);
}

}  // namespace
