// SPDX-License-Identifier: Apache-2.0
// --profile and --summary: they change nothing, their sums are the machine's own counters, and
// callgrind_annotate reads them.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "tests/firmware/profile/fixture.h"

namespace {

using nlohmann::json;

const std::map<std::string, std::string> kSameCounter{{"Cy", "cycles"},
                                                      {"Ir", "instructions"},
                                                      {"Bm", "mispredicts"},
                                                      {"SFetch", "stall_l1i"},
                                                      {"SL2", "stall_l2"},
                                                      {"SRead", "stall_bus_read"},
                                                      {"SWrite", "stall_bus_write"},
                                                      {"Halt", "halted"},
                                                      {"I1m", "l1i_misses"},
                                                      {"D1m", "l1d_misses"},
                                                      {"L2m", "l2_misses"}};

class Profile : public rc::test::InstrumentTest {
 protected:
  json stats(const std::string& name) {
    json all = json::parse(text(file(name)));
    all.erase("host_seconds");
    return all;
  }
  static std::map<std::string, std::uint64_t> totals(const std::string& profile) {
    std::istringstream in(profile);
    std::vector<std::string> names;
    std::map<std::string, std::uint64_t> found;
    for (std::string line; std::getline(in, line);) {
      std::istringstream words(line);
      std::string word;
      words >> word;
      if (word == "events:")
        while (words >> word) names.push_back(word);
      if (word == "summary:")
        for (const std::string& name : names) words >> found[name];
    }
    return found;
  }
  // The sum of a counter over the cores that `wanted` takes.
  static std::uint64_t sum(const json& stats, const std::string& counter, int core = -1) {
    std::uint64_t all = 0;
    for (const json& each : stats.at("cores"))
      if (core < 0 || each.at("core") == core) all += each.at(counter).get<std::uint64_t>();
    return all;
  }
  // Runs `program` with and without: equal statistics, and sums that equal them.
  void check(const std::string& program) {
    ASSERT_EQ(run(program + " --stats " + file("off")).exit_code, 0);
    const auto observed = run(program + " --summary --profile-cores --profile " + file("profile") +
                              " --stats " + file("on"));
    ASSERT_EQ(observed.exit_code, 0) << observed.error;
    EXPECT_EQ(stats("off"), stats("on"));
    const auto all = totals(text(file("profile")));
    const auto second = totals(text(file("profile.1")));
    for (const auto& [event, counter] : kSameCounter) {
      EXPECT_EQ(all.at(event), sum(stats("on"), counter)) << event;
      EXPECT_EQ(second.at(event), sum(stats("on"), counter, 1)) << event;
    }
    EXPECT_NE(observed.error.find("where the cycles went"), std::string::npos);
  }
};

TEST_F(Profile, SumsAreTheCountersOfAnScc) { check(kStencil); }

// Halts, interrupts and returns from them.
TEST_F(Profile, SumsAreTheCountersOfAHypercube) {
  check("--machine ipsc860 --ues 4 " FIRMWARE_APPS "/nx_hello.elf");
}

TEST_F(Profile, SameWithoutShortcuts) {
  const auto first = run(kStencil + " --summary --profile " + file("profile"));
  ASSERT_EQ(first.exit_code, 0) << first.error;
  for (const char* option : {"--no-fast-forward", "--threads 2", "--quantum 0"}) {
    const auto other = run(kStencil + " " + option + " --summary --profile " + file("other"));
    ASSERT_EQ(other.exit_code, 0) << other.error;
    EXPECT_EQ(first.error, other.error) << option;
    EXPECT_EQ(totals(text(file("profile"))), totals(text(file("other")))) << option;
    // With quantum 0 single bus transactions count for a neighbouring instruction.
    if (std::string(option) != "--quantum 0") {
      EXPECT_EQ(text(file("profile")), text(file("other"))) << option;
    }
  }
}

TEST_F(Profile, CallgrindAnnotateReadsIt) {
  if (rc::test::run_command("(command -v callgrind_annotate)").exit_code != 0)
    GTEST_SKIP() << "no callgrind_annotate here (Debian's package valgrind)";
  ASSERT_EQ(run(kStencil + " --profile " + file("profile")).exit_code, 0);
  const auto annotated =
      rc::test::run_command("callgrind_annotate --auto=no --show=Cy " + file("profile"));
  ASSERT_EQ(annotated.exit_code, 0) << annotated.error;
  // The hottest function comes first.
  const auto heading = annotated.out.find("file:function");
  ASSERT_NE(heading, std::string::npos) << annotated.out;
  const auto first = annotated.out.find("programs/stencil.c:", heading);
  ASSERT_NE(first, std::string::npos) << annotated.out;
  EXPECT_EQ(annotated.out.substr(first, 23), "programs/stencil.c:step");
  EXPECT_LT(first, annotated.out.find("RCCE_wait_until", heading));
}

TEST_F(Profile, SummarySaysWhoGaveWhatToWhom) {
  const auto result = run(kStencil + " --summary");
  ASSERT_EQ(result.exit_code, 0);
  EXPECT_NE(result.error.find("core 0 to core 1"), std::string::npos) << result.error;
  EXPECT_EQ(result.error.find("core 0 to core 3 "), std::string::npos) << result.error;
}

// Of the machine the page shows what is not as usual, whoever said it.
TEST_F(Profile, ThePageShowsParametersThatDiffer) {
  const auto row = [](const char* path, const char* value, const char* otherwise) {
    return std::string("<tr><td>") + path + "</td><td>" + value + "</td><td>" + otherwise + "</td>";
  };
  ASSERT_EQ(run(kStencil + " --set clocks.tile_divider=4 --report " + file("a")).exit_code, 0);
  const std::string page = text(file("a/report.html"));
  EXPECT_NE(page.find(row("clocks.tile_divider", "4", "3")), std::string::npos);
  EXPECT_EQ(page.find("<td>clocks.mesh_divider</td>"), std::string::npos);
  ASSERT_EQ(run(kStencil + " --report " + file("b")).exit_code, 0);
  EXPECT_EQ(text(file("b/report.html")).find("by default"), std::string::npos);
}

TEST_F(Profile, BadInputIsRefusedBeforeTheRun) {
  for (const std::string& options :
       std::vector<std::string>{"--profile /nonexistent/profile",
                                "--profile " + directory_.string(), "--profile-cores"}) {
    const auto result = run(kStencil + " " + options);
    EXPECT_EQ(result.exit_code, 2) << options;
    EXPECT_EQ(result.out, "") << options;
  }
}

}  // namespace
