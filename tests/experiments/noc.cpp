// SPDX-License-Identifier: Apache-2.0
// rockcreek noc through the command line, as scripts run it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using rc::test::CommandResult;

class NocVerb : public ::testing::Test {
 protected:
  fs::path directory_ = fs::temp_directory_path() / ("rockcreek_noc_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  static CommandResult noc(const std::string& arguments) {
    return rc::test::run_command(std::string(ROCKCREEK_SIM) + " noc " + arguments);
  }
  std::string text(const std::string& name) const {
    std::ostringstream all;
    all << std::ifstream(directory_ / name).rdbuf();
    return all.str();
  }
  std::string json_text(const std::string& arguments) const {
    const CommandResult result = noc(arguments + " --json " + (directory_ / "r.json").string());
    EXPECT_EQ(result.exit_code, 0) << arguments << "\n" << result.error;
    return text("r.json");
  }
  std::string file(const std::string& name, const std::string& content) const {
    std::ofstream(directory_ / name) << content;
    return (directory_ / name).string();
  }

  // One line, exit 2, all of `parts` in it.
  static void expect_refused(const std::string& arguments, const std::vector<std::string>& parts) {
    const CommandResult result = noc(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_TRUE(result.error.starts_with("rockcreek: error: ")) << result.error;
    EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
    for (const std::string& part : parts)
      EXPECT_NE(result.error.find(part), std::string::npos)
          << "no '" << part << "' in: " << result.error;
  }
};

constexpr const char* kSmall = "--cols 4 --rows 4 --warmup 500 --measure 2000 ";

TEST_F(NocVerb, SameSeedSameJson) {
  const std::string arguments = std::string(kSmall) + "--rate 0.2 --packet-flits 1:0.5,3:0.5 ";
  const std::string first = json_text(arguments + "--seed 5");
  EXPECT_EQ(first, json_text(arguments + "--seed 5"));
  EXPECT_NE(first, json_text(arguments + "--seed 6"));
}

TEST_F(NocVerb, SweepInProcessesIsTheSameAsOneByOne) {
  const std::string arguments = std::string(kSmall) + "--traffic tornado --sweep 0.1:0.9:0.2 ";
  const std::string parallel = json_text(arguments + "--jobs 3");
  EXPECT_EQ(parallel, json_text(arguments + "--jobs 1"));
  const json sweep = json::parse(parallel);
  ASSERT_EQ(sweep.at("points").size(), 5u);
  const char* const rates[] = {"0.1", "0.3", "0.5", "0.7", "0.9"};
  for (std::size_t i = 0; i < 5; ++i) {
    const json& point = sweep.at("points")[i];
    EXPECT_EQ(point.at("rate").dump(), rates[i]);
    json single =
        json::parse(json_text(std::string(kSmall) + "--traffic tornado --rate " + rates[i]));
    for (const auto& [key, value] : point.items()) EXPECT_EQ(single.at(key), value) << key;
  }
}

// The C++ model and the Verilated SystemVerilog: every number the same.
TEST_F(NocVerb, BothRoutersGiveTheSameJson) {
  const std::string arguments = "--warmup 200 --measure 1000 --max-measure 1000 --rate 0.25";
  json model = json::parse(json_text(arguments + " --router model"));
  const json rtl = json::parse(json_text(arguments + " --router rtl"));
  EXPECT_EQ(rtl.at("router"), "rtl");
  model["router"] = "rtl";
  EXPECT_EQ(model, rtl);
  EXPECT_EQ(model, [&] {
    json mixed = json::parse(json_text(arguments + " --set noc.rtl_tiles=0,7-9"));
    mixed["router"] = "rtl";
    return mixed;
  }());
}

// As long as the VCs are deep; the RTL routers refuse nothing that the model takes.
TEST_F(NocVerb, BothRoutersCarryTheLongestPackets) {
  for (const char* deep : {"--vc-depth 16 --packet-flits 1:1,4:1,5:1,16:1",
                           "--classes 1 --vc-depth 8 --packet-flits 8"}) {
    const std::string arguments =
        "--warmup 200 --measure 1000 --max-measure 1000 --rate 0.2 " + std::string(deep);
    json model = json::parse(json_text(arguments + " --router model"));
    model["router"] = "rtl";
    EXPECT_EQ(model, json::parse(json_text(arguments + " --router rtl"))) << deep;
  }
  expect_refused("--router rtl --packet-flits 4", {"packets of 4 flits", "noc.vc_depth = 3"});
  expect_refused("--router rtl --vc-depth 5 --packet-flits 5", {"no RTL router", "vc_depth = 5"});
  expect_refused("--router rtl --vc-depth 16 --packet-flits 17", {"17 flits", "noc.vc_depth = 16"});
  expect_refused("--router rtl --topology torus --rate 0.1", {"torus"});
}

TEST_F(NocVerb, LeavesEverythingInItsDirectory) {
  const std::string out = (directory_ / "out").string();
  EXPECT_EQ(noc(std::string(kSmall) + "--sweep 0.1:0.9:0.4 --out " + out + "/s").exit_code, 0);
  EXPECT_EQ(noc(std::string(kSmall) + "--topology torus --rate 0.3 --out " + out + "/r").exit_code,
            0);
  for (const char* name :
       {"out/s/noc.json", "out/s/noc.csv", "out/s/noc.txt", "out/s/curve.svg", "out/r/noc.json",
        "out/r/noc.csv", "out/r/noc.txt", "out/r/heat-map.svg"})
    EXPECT_GT(text(name).size(), 100u) << name;
  EXPECT_EQ(std::ranges::count(text("out/s/noc.csv"), '\n'), 4);
}

// What --packets writes can be sent again, and then takes the same time.
TEST_F(NocVerb, RecordedPacketsAreATrace) {
  const fs::path packets = directory_ / "packets.csv";
  const json found = json::parse(
      json_text("--rate 0.2 --packet-flits 1:1,3:1 --warmup 0 --measure 1000 --max-measure 1000 "
                "--packets " +
                packets.string()));
  std::istringstream lines(text("packets.csv"));
  std::string line;
  std::size_t latency = 0, count = 0;
  std::getline(lines, line);
  EXPECT_EQ(line, "# cycle,source,destination,flits,class,entered,delivered,hops");
  while (std::getline(lines, line)) {
    std::array<std::uint64_t, 8> fields{};
    std::istringstream in(line);
    char comma = 0;
    for (std::uint64_t& field : fields) in >> field >> comma;
    latency += fields[6] - fields[0];
    ++count;
  }
  EXPECT_GE(count, found.at("packets").get<std::size_t>());
  const json again = json::parse(json_text("--trace " + packets.string()));
  EXPECT_EQ(again.at("packets"), count);
  EXPECT_NEAR(again.at("latency").at("mean").get<double>(),
              static_cast<double>(latency) / static_cast<double>(count), 1e-5);
}

TEST_F(NocVerb, SaturationIsNoError) {
  const CommandResult result = noc(std::string(kSmall) + "--rate 1");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.out.find("SATURATED"), std::string::npos) << result.out;
  EXPECT_NE(result.error.find("router-cycles"), std::string::npos) << result.error;
}

TEST_F(NocVerb, MachineFilesAndOptionsChooseTheNetwork) {
  const json found = json::parse(
      json_text("--set noc.pipeline=2 --set noc.cols=3 --rows 5 --classes 1 --rate 0.05"));
  EXPECT_EQ(found.at("pipeline"), 2);
  EXPECT_EQ(found.at("cols"), 3);
  EXPECT_EQ(found.at("rows"), 5);
  EXPECT_EQ(found.at("classes"), 1);
  EXPECT_EQ(found.at("by_hop")[1].at("min"), 4);
}

TEST_F(NocVerb, Traces) {
  const json found =
      json::parse(json_text("--trace " + file("good", "# c s d f\n0 0 23 3 1\n5,1,1,1\n")));
  EXPECT_EQ(found.at("packets"), 2);
  EXPECT_EQ(found.at("latency").at("max"), 9 * 4 + 2);
  expect_refused("--trace " + file("bad", "0 0 23 3\n0 0 24 3\n"), {"bad:2: ", "24", "0 to 23"});
  expect_refused("--trace " + file("short", "0 0\n"), {"short:1: ", "2 fields"});
  expect_refused("--trace " + file("empty", ""), {"empty", "no packet"});
  expect_refused("--trace " + (directory_ / "none").string(), {"none", "No such file"});
  expect_refused("--trace " + directory_.string(), {"Is a directory"});
  expect_refused("--trace x --rate 0.1", {"--trace", "--rate"});
  expect_refused("--hot-nodes 3 --rate 0.1", {"--hot-nodes", "hotspot"});
}

TEST_F(NocVerb, BadOptionsAreRefused) {
  expect_refused("--rate 1.0000001", {"a rate of 1.0000001", "to 1 flits"});
  expect_refused("--cols 0", {"noc.cols", "1 to 32"});
  expect_refused("--cols 33 --rows 33", {"noc.cols", "1 to 32"});
  expect_refused("--cols -1", {"--cols", "-1"});
  expect_refused("--topology spiral", {"spiral", "mesh, torus"});
  expect_refused("--routing around", {"around", "west-first"});
  expect_refused("--topology torus --routing odd-even", {"odd-even", "torus"});
  expect_refused("--rate 1.5", {"1.5"});
  expect_refused("--rate -0.1", {"-0.1"});
  expect_refused("--rate nan", {"nan"});
  expect_refused("--rate fast", {"--rate", "fast"});
  expect_refused("--traffic spiral", {"spiral", "bit-reverse"});
  expect_refused("--traffic transpose", {"transpose", "6 x 4"});
  expect_refused("--traffic hotspot --hot-nodes 24", {"24", "0 to 23"});
  expect_refused("--packet-flits 4", {"4 flits", "noc.vc_depth = 3"});
  expect_refused("--packet-flits 1:x", {"1:x"});
  expect_refused("--seed -1", {"--seed"});
  expect_refused("--warmup -1", {"--warmup"});
  expect_refused("--measure 0", {"--measure"});
  for (const char* sweep : {"0.1", "0.1:0.5", "0.5:0.1:0.1", "0.1:0.5:0", "0.1:0.5:-0.1", "0:1:0.1",
                            "0.1:1.5:0.1", "0.1:0.5:nan", "a:b:c", "0.1:0.5:0.1:2", "0.1:1:1e-9"})
    expect_refused(std::string("--sweep ") + sweep, {"--sweep", sweep});
  expect_refused("--sweep 0.1:0.2:0.1 --rate 0.1", {"--sweep", "--rate"});
  expect_refused("--rate 0.1 --json /dev/full", {"/dev/full", "No space left"});
}

// What is measured whole has no measurement to be set.
TEST_F(NocVerb, AWholeMeasurementTakesNoOptionsOfOthers) {
  const std::string trace = file("trace", "0 0 1 1\n");
  for (const std::string& whole :
       {"--trace " + trace, "--netrace " + trace, std::string("--batch 5")})
    for (const char* option :
         {"--warmup", "--measure", "--max-measure", "--precision", "--verdict-cycles"}) {
      const CommandResult result = noc(whole + " " + option + " 0.5");
      EXPECT_EQ(result.exit_code, 2) << whole << option;
      EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
      EXPECT_NE(result.error.find(option), std::string::npos) << result.error;
    }
}

}  // namespace
