// SPDX-License-Identifier: Apache-2.0
// One image on machines of different shapes: it runs, the same as on an SCC where the shape is the
// SCC's; distances cost what they should; what no machine can be is refused in one line.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/support/command.h"

namespace {

using rc::test::CommandResult;
using rc::test::has;

CommandResult run(const std::string& app, const std::string& arguments) {
  return rc::test::run_command(std::string(ROCKCREEK_SIM) + " run " + FIRMWARE_APPS + "/" + app +
                               ".elf " + arguments);
}

struct Case {
  std::string machine, arguments;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.machine << " " << c.arguments; }

class Geometry : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Machines, Geometry,
                         ::testing::Values(Case{"scc", "--ues 7"}, Case{"tile-1", "--ues 1"},
                                           Case{"mesh-8x8", "--ues 1"},
                                           Case{"mesh-8x8", "--cores 0,77,127"},
                                           Case{"mesh-5x5-edge", "--ues 7"},
                                           Case{"mesh-16x16-4", "--cores 3,4,511,1023"},
                                           Case{"mesh-16x16-4", "--cores 0,1,2,3,1020"}));

TEST_P(Geometry, EveryUeSaysWhereItIs) {
  const auto result =
      run("hello_any", "--machine " + GetParam().machine + " " + GetParam().arguments);
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_NE(result.out.find("Hello from UE 0 of "), std::string::npos) << result.out;
}

TEST_P(Geometry, ConformanceOfRcce) {
  for (const char* app : {"conformance_any", "conformance_gory_any"}) {
    const auto result = run(app, "--machine " + GetParam().machine + " " + GetParam().arguments);
    EXPECT_EQ(result.exit_code, 0) << app << ": " << result.out << result.error;
  }
}

TEST(GeometryRuns, CoresStandWhereTheirNumbersSay) {
  const auto result = run("hello_any", "--machine mesh-16x16-4 --cores 0,3,63,64,1023");
  for (const char* line : {"core 0, tile (0,0)", "core 3, tile (0,0)", "core 63, tile (15,0)",
                           "core 64, tile (0,1)", "core 1023, tile (15,15)"})
    EXPECT_NE(result.out.find(line), std::string::npos) << line << "\n" << result.out;
}

// Core cycles by hops, of reads that nothing delays.
std::map<int, int> reads(const std::string& machine) {
  const auto result = run("mpb_hops", "--ues 1 --machine " + machine);
  EXPECT_EQ(result.exit_code, 0) << machine << ": " << result.out << result.error;
  std::map<int, int> cycles;
  const std::regex line("(\\d+) hops +(\\d+) cycles");
  for (std::sregex_iterator at(result.out.begin(), result.out.end(), line), end; at != end; ++at)
    cycles[std::stoi((*at)[1])] = std::stoi((*at)[2]);
  return cycles;
}

// With the mesh at the tiles' clock a hop there and back is eight cycles of it, whatever the shape
// of the machine.
TEST(GeometryRuns, EachHopCostsItsMeshCycles) {
  const std::string clocks = " --set clocks.mesh_divider=3";
  const auto scc = reads("scc" + clocks);
  ASSERT_EQ(scc.size(), 9u);
  const std::pair<const char*, int> machines[] = {
      {"tile-1", 0}, {"mesh-8x8", 14}, {"mesh-5x5-edge", 8}, {"mesh-16x16-4", 30}};
  for (const auto& [machine, most] : machines) {
    SCOPED_TRACE(machine);
    const auto cycles = reads(machine + clocks);
    ASSERT_EQ(cycles.size(), static_cast<std::size_t>(most) + 1);
    EXPECT_EQ(cycles.at(0), scc.at(0));
    for (int hops = 1; hops <= most; ++hops)
      EXPECT_EQ(cycles.at(hops), scc.at(1) + 8 * (hops - 1)) << hops;
  }
}

// Core 127 and its MPB are beyond what an SCC has.
TEST(GeometryRuns, InstrumentsSeeEveryCore) {
  namespace fs = std::filesystem;
  const fs::path directory =
      fs::temp_directory_path() / ("rockcreek_geometry_" + std::to_string(::getpid()));
  fs::create_directories(directory);
  const std::string base = directory.string();
  const std::string words = "--machine mesh-8x8 --cores 0,77,127 ", cube = " -- cube bytes=64";
  const auto cycles_of = [&](const std::string& options) {
    const auto result = run("broadcast_any", words + options + " --stats " + base + "/s" + cube);
    EXPECT_EQ(result.exit_code, 0) << options << ": " << result.error;
    nlohmann::json stats = nlohmann::json::parse(std::ifstream(base + "/s"));
    stats.erase("host_seconds");
    EXPECT_EQ(has(result.error, "core 127 to core 0"), has(options, "--summary")) << result.error;
    return stats;
  };
  const auto plain = cycles_of("");
  EXPECT_EQ(cycles_of("--summary --report " + base + " --profile " + base + "/p --trace " + base +
                      "/t.json"),
            plain);
  cycles_of("--waves " + base + "/w.fst --waves-routers 7,7 --waves-window 0-100");
  fs::remove_all(directory);
}

TEST(GeometryRuns, AnImageForTheSccIsRefusedElsewhere) {
  const auto result = run("hello", "--ues 2 --machine mesh-8x8");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.error.find("-DANY_GEOMETRY"), std::string::npos) << result.error;
  EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
}

TEST(GeometryRuns, BadInputIsOneLine) {
  const std::pair<const char*, const char*> cases[] = {
      {"--set geometry.cores_per_tile=5", "geometry.cores_per_tile"},
      {"--set geometry.cores_per_tile=3", "expected 1, 2 or 4"},
      {"--set noc.cols=0", "noc.cols"},
      {"--set noc.cols=17", "expected 1 to 16 columns"},
      {"--set geometry.mpb_bytes=102400", "geometry.mpb_bytes"},
      {"--set geometry.mpb_bytes=12288", "a power of two"},
      {"--set 'geometry.controllers=0,0W 0,0W'", "stands there twice"},
      {"--set 'geometry.controllers=9,0E'", "outside the 8 x 8 mesh"},
      {"--set 'geometry.controllers=1,1E'", "has a neighbour"},
      {"--set geometry.system_interface=0,2W", "a memory controller is there"},
      {"--set machine.private_slots=40", "32 cores share"},
      {"--ues 129", "128 cores"},
      {"--cores 128", "0 to 127"},
      {"--check", "--check"},
  };
  for (const auto& [arguments, part] : cases) {
    const std::string cores = std::string(arguments).find("--set") == 0 ? "--ues 2 " : "";
    const auto result = run("hello_any", "--machine mesh-8x8 " + cores + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments << result.out;
    EXPECT_NE(result.error.find(part), std::string::npos) << arguments << ": " << result.error;
    EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
  }
}

}  // namespace
