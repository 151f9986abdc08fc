// SPDX-License-Identifier: Apache-2.0
// Marks of a program, and the region that counts alone: they cost no cycle, parts add up to the
// whole, and no shortcut changes what counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "tests/firmware/profile/fixture.h"

namespace {

using nlohmann::json;

class Parts : public rc::test::InstrumentTest {
 protected:
  // The program whose region is that part (parts.c).
  std::string program(int part, const std::string& options = "") {
    const std::string elf = file("part" + std::to_string(part) + ".elf");
    const auto made = rc::test::run_command(
        std::string(ROCKCREEK_SIM) + " cc -O2 " + options + " -DPART=" + std::to_string(part) +
        " " ROCKCREEK_SOURCE_DIR "/tests/firmware/profile/parts.c -o " + elf);
    EXPECT_EQ(made.exit_code, 0) << made.error;
    return elf;
  }
  json stats(const std::string& words, const std::string& name = "stats",
             const std::string& arguments = "") {
    const auto result = run(words + " --stats " + file(name) + arguments);
    EXPECT_EQ(result.exit_code, 0) << result.error;
    json all = json::parse(text(file(name)));
    all.erase("host_seconds");
    return all;
  }
  static std::map<std::string, std::uint64_t> counters(const json& core) {
    std::map<std::string, std::uint64_t> found;
    for (const auto& [name, value] : core.items())
      if (!std::set<std::string>{"ue", "core", "exit_status", "exit_ps"}.contains(name))
        found[name] = value.get<std::uint64_t>();
    return found;
  }
  // Of each core the counters of two parts add up to those of both.
  static void expect_sums(const json& one, const json& other, const json& both) {
    for (std::size_t ue = 0; ue < both.at("cores").size(); ++ue) {
      auto sum = counters(one.at("cores")[ue]);
      for (const auto& [name, value] : counters(other.at("cores")[ue])) sum[name] += value;
      EXPECT_EQ(sum, counters(both.at("cores")[ue])) << ue;
    }
  }
  // When each core came to a mark, in ps, by its name.
  std::map<std::string, std::map<int, std::uint64_t>> marks(const std::string& words) {
    const auto result = run(words + " --trace " + file("t.json"));
    EXPECT_EQ(result.exit_code, 0) << result.error;
    std::map<std::string, std::map<int, std::uint64_t>> found;
    const json trace = json::parse(text(file("t.json")));
    for (const json& event : trace.at("traceEvents")) {
      if (event.at("ph") != "i") continue;
      found[event.at("name")][event.at("pid").get<int>() - 1] =
          static_cast<std::uint64_t>(event.at("ts").get<double>() * 1e6 + 0.5);
    }
    return found;
  }
};

TEST_F(Parts, OfAnSccAddUp) {
  std::vector<json> whole, region;
  for (const int part : {0, 1, 2, 3}) {
    const std::string words = "--ues 4 " + program(part);
    whole.push_back(stats(words));
    region.push_back(part == 0 ? json() : stats(words + " --region"));
  }
  for (const int part : {1, 2, 3}) {
    EXPECT_EQ(whole[part], whole[0]) << part;
    for (const char* same : {"simulated_ps", "machine", "router"})
      EXPECT_EQ(region[part].at(same), whole[0].at(same)) << part;
    EXPECT_EQ(region[part].at("region").at("cores"), 4u);
  }
  expect_sums(region[1], region[2], region[3]);
  for (int ue = 0; ue < 4; ++ue) {
    const json& core = region[3].at("cores")[ue];
    EXPECT_GT(core.at("cycles"), 40'000u);
    EXPECT_LT(core.at("cycles"), whole[3].at("cores")[ue].at("cycles"));
    EXPECT_EQ(core.at("exit_ps"), whole[3].at("cores")[ue].at("exit_ps"));
  }
  for (const char* part : {"tiles", "memory_controllers", "buffers"})
    EXPECT_FALSE(region[3].contains(part)) << part;
}

// A region of one UE is one of the chip: links, packets and energy add up, too.
TEST_F(Parts, OfTheChipAddUp) {
  std::vector<json> region(4);
  for (const int part : {1, 2, 3})
    region[part] = stats("--ues 4 " + program(part) + " --region", "stats", " -- alone");
  expect_sums(region[1], region[2], region[3]);
  EXPECT_EQ(region[3].at("region").at("cores"), 1u);
  EXPECT_EQ(region[3].at("cores")[1].at("cycles"), 0u);
  EXPECT_EQ(region[1].at("region").at("to_ps"), region[2].at("region").at("from_ps"));
  EXPECT_EQ(region[1].at("region").at("from_ps"), region[3].at("region").at("from_ps"));
  EXPECT_EQ(region[2].at("region").at("to_ps"), region[3].at("region").at("to_ps"));
  for (const char* name : {"packets", "flit_hops", "mpb_accesses", "dram_accesses"}) {
    EXPECT_EQ(region[1].at("energy").at(name).get<std::uint64_t>() +
                  region[2].at("energy").at(name).get<std::uint64_t>(),
              region[3].at("energy").at(name).get<std::uint64_t>())
        << name;
    EXPECT_GT(region[1].at("energy").at(name), 0u) << name;
  }
  for (const char* group : {"power", "energy"})
    EXPECT_NEAR(region[1].at(group).at("joules").get<double>() +
                    region[2].at(group).at("joules").get<double>(),
                region[3].at(group).at("joules").get<double>(), 1e-12)
        << group;
  const auto flits = [&](int part) {
    std::map<std::string, std::uint64_t> found;
    for (const json& link : region[part].at("links"))
      found[link.at("x").dump() + "," + link.at("y").dump() + link.at("port").dump()] +=
          link.at("flits").get<std::uint64_t>();
    return found;
  };
  auto sum = flits(1);
  for (const auto& [link, count] : flits(2)) sum[link] += count;
  EXPECT_EQ(sum, flits(3));
}

// A region that no one ends reaches to the exit: with what was before its mark it is the whole.
TEST_F(Parts, BeforeAndWithinAreTheWhole) {
  const std::string words = "--ues 4 " + program(4);
  const json whole = stats(words), region = stats(words + " --region");
  const auto begun = marks(words).at("region begins");
  for (int ue = 0; ue < 4; ++ue)
    EXPECT_EQ(begun.at(ue) / 1875 + region.at("cores")[ue].at("cycles").get<std::uint64_t>(),
              whole.at("cores")[ue].at("cycles").get<std::uint64_t>());
  EXPECT_EQ(region.at("region").at("to_ps"), whole.at("simulated_ps"));
}

TEST_F(Parts, MarksStandInTheTimeline) {
  const std::string words = "--ues 4 " + program(3);
  const auto seen = marks(words);
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen.at("100 %, \"between\" {a|b}").size(), 4u);
  const json region = stats(words + " --region");
  for (int ue = 0; ue < 4; ++ue)
    EXPECT_EQ((seen.at("region ends").at(ue) - seen.at("region begins").at(ue)) / 1875,
              region.at("cores")[ue].at("cycles").get<std::uint64_t>());
  // A timeline of a part has the marks of that part.
  EXPECT_TRUE(marks(words + " --trace-window=-1").empty());
}

// All that is over time is in real time: a mark is where the chip says the region is, and no core's time
// ends before its exit.
TEST_F(Parts, TimeFollowsTheClocks) {
  const std::string words = "--ues 4 " + program(2, "-DCLOCKS -DRC_POWER_MANAGEMENT");
  const json whole = stats(words), region = stats(words + " --region");
  EXPECT_EQ(whole.at("power").at("domains")[0].at("tile_mhz")[0], 1600.0 / 6);
  const auto seen = marks(words);
  const auto time = [](const auto& mark) { return mark.second; };
  EXPECT_EQ(std::ranges::min_element(seen.at("region begins"), {}, time)->second,
            region.at("region").at("from_ps"));
  EXPECT_EQ(std::ranges::max_element(seen.at("region ends"), {}, time)->second,
            region.at("region").at("to_ps"));
  std::map<int, double> ends;
  const json trace = json::parse(text(file("t.json")));
  for (const json& event : trace.at("traceEvents"))
    if (event.at("ph") == "X" && event.at("tid") == 1)
      ends[event.at("pid").get<int>() - 1] =
          event.at("ts").get<double>() + event.at("dur").get<double>();
  for (int ue = 0; ue < 4; ++ue) {
    const json& core = whole.at("cores")[ue];
    EXPECT_GE(ends.at(ue) * 1e6, core.at("exit_ps").get<double>() - 6e3) << ue;
    EXPECT_LE(ends.at(ue) * 1e6, whole.at("simulated_ps").get<double>() + 2e6) << ue;
    EXPECT_GT(ends.at(ue) * 1e6, core.at("cycles").get<double>() * 1875 * 1.001) << ue;
  }
}

TEST_F(Parts, ProfileAndShortcuts) {
  const std::string words = "--ues 4 " + program(2) + " --region";
  const json first = stats(words + " --profile " + file("profile") + " --report " + file("page"));
  std::uint64_t cycles = 0, profiled = 0;
  for (const json& core : first.at("cores")) cycles += core.at("cycles").get<std::uint64_t>();
  const std::string profile = text(file("profile"));
  std::sscanf(profile.c_str() + profile.find("\nsummary:"), "\nsummary: %lu", &profiled);
  EXPECT_EQ(profiled, cycles);
  const json page = json::parse(text(file("page/run.json")));
  profiled = 0;
  for (const json& each : page.at("functions")) profiled += each.at("cycles").get<std::uint64_t>();
  EXPECT_EQ(profiled, cycles);
  for (const char* option : {"--no-fast-forward", "--threads 2", "--quantum 0"})
    EXPECT_EQ(stats(words + " " + option, "other"), first) << option;
}

TEST_F(Parts, OfAHypercubeAddUp) {
  std::vector<json> region(4);
  const std::string machine = "--machine ipsc860 --ues 4 ";
  for (const int part : {1, 2, 3})
    region[part] = stats(machine + program(part, "--nx -DNX") + " --region");
  expect_sums(region[1], region[2], region[3]);
  EXPECT_GT(region[1].at("cores")[3].at("cycles"), 10'000u);
}

TEST_F(Parts, BadInputIsRefused) {
  const std::string elf = program(3);
  const auto alone = run("--ues 2 " + elf + " --region");
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_EQ(alone.error,
            "rockcreek: error: --region: expected --stats, --profile, --summary or --report\n");
  const auto none = run(kStencil + " --region --summary");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.error.find("stencil.elf has no RC_region_begin()"), std::string::npos)
      << none.error;
}

}  // namespace
