// SPDX-License-Identifier: Apache-2.0
// `noc compare` through the command line.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;
using rc::test::has;

class Compare : public ::testing::Test {
 protected:
  fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_compare_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  CommandResult rockcreek(const std::string& arguments) const {
    return rc::test::run_command("cd " + directory_.string() + " && " + ROCKCREEK_SIM + " noc " +
                                 arguments);
  }
  std::string text(const std::string& name) const {
    std::ostringstream all;
    all << std::ifstream(directory_ / name).rdbuf();
    return all.str();
  }
  void measure(const std::string& file, const std::string& options) const {
    const CommandResult run =
        rockcreek("--cols 4 --rows 4 --warmup 500 --json " + file + " " + options);
    ASSERT_EQ(run.exit_code, 0) << run.error;
  }
};

TEST_F(Compare, CurvesInOneTableAndOneFigure) {
  measure("a.json", "--routing xy --sweep 0.1:0.9:0.4");
  measure("b.json", "--routing yx --rate 0.1");
  const CommandResult run = rockcreek("compare a.json b.json --csv c.csv --out out");
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_TRUE(has(run.out, "| rate | routing xy | routing yx |\n|---|---|---|\n| 0.1 | "))
      << run.out;
  EXPECT_TRUE(has(run.out, "| 0.9 | saturated |  |\n")) << run.out;
  EXPECT_TRUE(has(run.out, "| curve | stable up to | highest throughput | routing |\n")) << run.out;
  const std::string csv = text("c.csv");
  EXPECT_EQ(std::ranges::count(csv, '\n'), 5);
  EXPECT_TRUE(has(csv, "curve,rate,accepted,verdict,latency_mean,latency_p99\nrouting xy,0.1,"));
  EXPECT_TRUE(has(csv, ",saturated,,\n")) << csv;  // no latency there
  EXPECT_EQ(text("out/compare.csv"), csv);
  EXPECT_EQ(text("out/compare.md"), run.out);
  for (const char* name : {"out/compare.svg", "out/report.html"}) {
    EXPECT_TRUE(has(text(name), "routing xy")) << name;
    EXPECT_TRUE(has(text(name), "routing yx")) << name;
  }
}

TEST_F(Compare, FilesNameCurvesThatDifferInMore) {
  measure("deep.json", "--vc-depth 8 --routing yx --rate 0.1");
  measure("plain.json", "--rate 0.1");
  const CommandResult run = rockcreek("compare deep.json plain.json");
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_TRUE(has(run.out, "| rate | deep | plain |\n")) << run.out;
  EXPECT_TRUE(has(run.out, "| routing | vc_depth |\n")) << run.out;
}

TEST_F(Compare, FilesOfTopologiesAreToldApart) {
  for (const char* name : {"long", "short"})
    std::ofstream(directory_ / (std::string(name) + ".anynet"))
        << "router 0 node 0 router 1 " << (name == std::string("long") ? 9 : 1)
        << "\nrouter 1 node 1\n";
  for (const std::string name : {"long", "short"}) {
    const CommandResult run =
        rockcreek("--topology ./" + name + ".anynet --rate 0.1 --json " + name + ".json");
    ASSERT_EQ(run.exit_code, 0) << run.error;
    EXPECT_TRUE(has(run.out, name + ".anynet")) << run.out;
  }
  const CommandResult run = rockcreek("compare long.json short.json");
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_TRUE(has(run.out, "topology")) << run.out;
}

TEST_F(Compare, BadFilesGetOneLine) {
  measure("a.json", "--rate 0.1");
  std::ofstream(directory_ / "x.json") << "{\"topology\": 3";
  std::ofstream(directory_ / "y.json")
      << R"({"topology": "mesh", "traffic": "trace", "rate": null})";
  std::ofstream(directory_ / "z.json")
      << R"({"topology": "mesh", "traffic": "uniform", "points": []})";
  std::ofstream(directory_ / "deep.json")
      << R"({"topology": "mesh", "traffic": "uniform", "x": )" << std::string(300'000, '[')
      << std::string(300'000, ']') << '}';
  for (const auto& [files, expected] :
       {std::pair{"a.json", "expected two files or more"},
        {"a.json none.json", "none.json: cannot"},
        {"a.json x.json", "x.json: expected the JSON of `noc --json`"},
        {"a.json deep.json", "deep.json: expected the JSON of `noc --json`"},
        {"a.json y.json", "y.json: expected points with a rate"},
        {"a.json z.json", "z.json: no point in it"}}) {
    const CommandResult run = rockcreek(std::string("compare ") + files);
    EXPECT_EQ(run.exit_code, 2) << files;
    EXPECT_EQ(std::ranges::count(run.error, '\n'), 1) << run.error;
    EXPECT_TRUE(has(run.error, expected)) << run.error;
  }
}

}  // namespace
