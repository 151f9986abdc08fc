// SPDX-License-Identifier: Apache-2.0
// --stats: energy adds up, in JSON and as text, whatever clocks and voltages did.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Stats : public ::testing::Test {
 protected:
  fs::path directory_ = fs::temp_directory_path() / ("rockcreek_stats_" + std::to_string(getpid()));
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  std::string stats(const std::string& options, const std::string& file) {
    const fs::path path = directory_ / file;
    const auto result = rc::test::run_command(std::string(ROCKCREEK_SIM) + " run " + options +
                                              " --stats " + path.string());
    EXPECT_EQ(result.exit_code, 0) << result.error;
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  const std::string program_ =
      "--ues 12 --set vrc.ramp_us=100 " FIRMWARE_APPS "/conformance_power.elf";
};

TEST_F(Stats, EnergyAddsUp) {
  const json all = json::parse(stats(program_, "stats.json"));
  const json& power = all.at("power");
  ASSERT_EQ(power.at("domains").size(), 6u);
  double cores = 0;
  for (const json& domain : power.at("domains")) {
    EXPECT_GT(domain.at("joules"), 0);
    EXPECT_EQ(domain.at("tile_mhz").size(), 4u);
    cores += domain.at("joules").get<double>();
  }
  EXPECT_DOUBLE_EQ(power.at("core_joules"), cores);
  double sum = cores;
  for (const char* part : {"mesh_joules", "memory_joules", "clock_joules"})
    sum += power.at(part).get<double>();
  EXPECT_DOUBLE_EQ(power.at("joules"), sum);
  EXPECT_DOUBLE_EQ(power.at("average_watts"), sum / (all.at("simulated_ps").get<double>() * 1e-12));
  // Cores 0 to 11 are in domains 0 to 2, which went to lower voltages; the others did nothing.
  EXPECT_LT(power["domains"][0]["joules"], power["domains"][3]["joules"]);
  EXPECT_EQ(power["domains"][0]["volts"], 0.8);
  EXPECT_EQ(power["domains"][3]["volts"], 1.1);
  EXPECT_EQ(power["domains"][3]["joules"], power["domains"][5]["joules"]);
}

// What moving data cost: counts are those of links, tiles and controllers, energy goes with the
// square of the mesh's voltage.
TEST_F(Stats, TrafficHasItsEnergy) {
  const std::string run =
      "--ues 4 --set clocks.tile_divider=4 --set energy.router_pj=100 " FIRMWARE_APPS
      "/pingpong.elf";
  const json all = json::parse(stats(run, "energy.json")), energy = all.at("energy");
  std::uint64_t hops = 0, mpb = 0, dram = 0;
  for (const json& link : all["links"]) hops += link["flits"].get<std::uint64_t>();
  for (const json& tile : all["tiles"])
    mpb += tile["mpb_reads"].get<std::uint64_t>() + tile["mpb_writes"].get<std::uint64_t>();
  for (const json& controller : all["memory_controllers"])
    dram += controller["reads"].get<std::uint64_t>() + controller["writes"].get<std::uint64_t>();
  ASSERT_GT(hops, 1000u);
  EXPECT_EQ(energy["flit_hops"], hops);
  EXPECT_EQ(energy["mpb_accesses"], mpb);
  EXPECT_EQ(energy["dram_accesses"], dram);
  const double routers = static_cast<double>(hops) * 100e-12;
  EXPECT_NEAR(energy["router_joules"], routers, 1e-9 * routers);
  EXPECT_NEAR(energy["picojoules_per_packet"], routers * 1e12 / energy["packets"].get<double>(),
              1e-3);
  EXPECT_NEAR(energy["joules"],
              routers + energy["mpb_joules"].get<double>() + energy["dram_joules"].get<double>(),
              1e-12);
  EXPECT_LT(energy["core_leakage_joules"], all["power"]["core_joules"]);

  const json low = json::parse(stats("--set vrc.default_vid=112 " + run, "low.json")).at("energy");
  EXPECT_EQ(low["flit_hops"], hops);
  const double ratio = 0.7 / 1.1;
  EXPECT_NEAR(low["router_joules"], routers * ratio * ratio, 1e-6 * routers);
}

TEST_F(Stats, LinksAndBuffersByVc) {
  const json all = json::parse(stats("--ues 4 " FIRMWARE_APPS "/pingpong.elf", "links.json"));
  const double vcs = 8, depth = 3, hop = 3;  // the SCC's; cycles from departure to credit
  std::map<std::string, double> flits_into;  // by x, y and input port
  ASSERT_FALSE(all.at("links").empty());
  for (const json& link : all["links"]) {
    const auto by_vc = link.at("flits_by_vc"), shares = link.at("occupancy_by_vc");
    ASSERT_EQ(shares.size(), vcs);
    double sum = 0;
    for (std::size_t vc = 0; vc < shares.size(); ++vc) {
      sum += shares[vc].get<double>();
      EXPECT_EQ(by_vc[vc] == 0, shares[vc] == 0.0);
      EXPECT_NEAR(shares[vc].get<double>() * link["flits"].get<double>(),
                  by_vc[vc].get<double>() * link["occupancy"].get<double>(), 1e-9);
    }
    EXPECT_NEAR(sum, link.at("occupancy"), 1e-12);
    const int x = link["x"], y = link["y"];
    const std::string port = link["port"];
    const auto into = [&](int to_x, int to_y, const char* side) {
      if (to_x < 0 || to_x > 5 || to_y < 0 || to_y > 3) return;  // a memory controller
      flits_into[std::to_string(to_x) + "," + std::to_string(to_y) + side] = link["flits"];
    };
    if (port == "E") into(x + 1, y, "W");
    if (port == "W") into(x - 1, y, "E");
    if (port == "N") into(x, y + 1, "S");
    if (port == "S") into(x, y - 1, "N");
  }
  // What entered a buffer stayed there for so long at least, and found a slot.
  const double cycles =
      all["links"][0]["flits"].get<double>() / all["links"][0]["occupancy"].get<double>();
  std::size_t between_routers = 0;
  for (const json& buffer : all.at("buffers")) {
    const auto shares = buffer.at("occupancy_by_vc");
    ASSERT_EQ(shares.size(), vcs);
    double sum = 0;
    for (const double slots : shares) {
      EXPECT_GE(slots, 0);
      EXPECT_LE(slots, depth);
      sum += slots;
    }
    EXPECT_NEAR(sum, buffer.at("occupancy"), 1e-12);
    const auto into =
        flits_into.find(std::to_string(buffer["x"].get<int>()) + "," +
                        std::to_string(buffer["y"].get<int>()) + buffer["port"].get<std::string>());
    if (into == flits_into.end()) continue;
    ++between_routers;
    EXPECT_GE(sum * cycles, hop * into->second * 0.9999);
    EXPECT_LE(sum * cycles, 10 * hop * into->second);
  }
  EXPECT_EQ(between_routers, flits_into.size());
}

TEST_F(Stats, TextSaysTheSame) {
  json all = json::parse(stats(program_, "stats.json"));
  const std::string text = stats(program_, "stats.txt");
  all.erase("host_seconds");
  const json flat = all.flatten();
  for (const auto& [path, value] : flat.items()) {
    const std::string line =
        path.substr(1) + " " + (value.is_string() ? value.get<std::string>() : value.dump()) + "\n";
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
}

// A deadlock leaves what had happened, marked.
TEST_F(Stats, RemainAfterADeadlock) {
  const fs::path file = directory_ / "stats.json";
  const auto run = rc::test::run_command(
      ROCKCREEK_SIM " run " FIRMWARE_APPS "/deadlock.elf --ues 2 --stats " + file.string());
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_NE(run.error.find("deadlock: no core can go on"), std::string::npos) << run.error;
  std::ifstream in(file);
  const json all = json::parse(in, nullptr, false);
  ASSERT_TRUE(all.is_object()) << "no statistics";
  EXPECT_EQ(all.value("complete", true), false);
  ASSERT_EQ(all.at("cores").size(), 2u);
  for (const json& core : all["cores"]) EXPECT_GT(core.at("instructions"), 1000) << core;
}

}  // namespace
