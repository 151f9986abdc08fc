// --stats: energy adds up, in JSON and as text, whatever clocks and voltages did.
#include <gtest/gtest.h>

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

}  // namespace
