// SPDX-License-Identifier: Apache-2.0
// run --waves: no cycle changes, and MIU, MPB, mesh and memory show the latencies of the machine.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/firmware/waves/fixture.h"

namespace {

using nlohmann::json;
using rc::test::ReadWaves;

// Clocks and stages of sim/machine/files/scc.toml and hw_model/scc/tile/params.h, in ps.
constexpr std::uint64_t kGlobal = 625, kTile = 3 * kGlobal, kMesh = 2 * kGlobal;

class RunWaves : public rc::test::WavesTest {
 protected:
  // Core 0 and core 2, one hop away, exchange 256 bytes three times.
  const std::string ping_ = FIRMWARE_APPS "/pingpong.elf --cores 0,2 ";
  const std::string size_ = " -- 1 2 256";

  json stats(const std::string& name) {
    json all = json::parse(text(file(name)));
    all.erase("host_seconds");
    return all;
  }
};

TEST_F(RunWaves, ChangeNothing) {
  ASSERT_EQ(run(ping_ + "--stats " + file("off") + size_).exit_code, 0);
  for (const std::string& options :
       std::vector<std::string>{"", "--waves-limit 100", "--router rtl", "--threads 3"}) {
    const auto on =
        run(ping_ + "--waves " + file("on.fst") + " " + options + " --stats " + file("on") + size_);
    ASSERT_EQ(on.exit_code, 0) << on.error;
    json off = stats("off"), with = stats("on");
    for (json* each : {&off, &with}) each->erase("router");
    EXPECT_EQ(off, with) << options;
  }
}

TEST_F(RunWaves, ModelAndRtlAreEqual) {
  const std::string part = "--waves-routers '0,0;1,0' --waves ";
  ASSERT_EQ(run(ping_ + part + file("model.fst") + size_).exit_code, 0);
  ASSERT_EQ(run(ping_ + "--router rtl " + part + file("rtl.fst") + size_).exit_code, 0);
  EXPECT_EQ(text(file("model.fst")), text(file("rtl.fst")));
}

TEST_F(RunWaves, ShowTheLatenciesOfTheMachine) {
  ASSERT_EQ(run(ping_ + "--waves-routers '0,0;1,0' --waves " + file("w.fst") + size_).exit_code, 0);
  const ReadWaves read(file("w.fst"));
  EXPECT_EQ(read.unit, "1ps");
  const auto wave = [&](const std::string& name) { return read.waves.at("tiles.tile_" + name); };

  // Reads of an MPB by core 2 when no other core is in the way, of its own, which turn round in the
  // mesh interface, and of the other tile's: 47 cycles in MIU, mesh interfaces and MPB; four mesh
  // cycles a router each way, two more flits back; and four crossings of clocks.
  const auto under_way = wave("1_0.miu_core_2.under_way");
  const auto request = wave("1_0.miu_core_2.request_valid");
  std::uint64_t own = ~std::uint64_t{0}, other = own;
  for (std::size_t i = 0; i + 1 < under_way.changes.size(); ++i) {
    const auto [from, high] = under_way.changes[i];
    if (high != "1") continue;
    const std::uint64_t to = under_way.changes[i + 1].first;
    const std::uint64_t leaves = from + 7 * kTile;
    EXPECT_EQ(request.at(leaves), "1");
    EXPECT_EQ(wave("1_0.miu_core_2.response_valid").at(to), "1");
    if (wave("1_0.miu_core_2.request_command").number_at(leaves) != 0x008 ||
        wave("1_0.miu_core_2.request_subdestination").number_at(leaves) != 3)
      continue;
    const bool remote = wave("1_0.miu_core_2.request_dst_x").number_at(leaves) == 0;
    (remote ? other : own) = std::min(remote ? other : own, to - from);
  }
  for (const auto& [time, routers] : {std::pair(own, 1u), std::pair(other, 2u)}) {
    const std::uint64_t least = 47 * kTile + (8 * routers + 2) * kMesh;
    EXPECT_GT(time, least) << routers;
    EXPECT_LE(time, least + 2 * kTile + 2 * kMesh) << routers;
  }

  // The port of an MPB takes two cycles for each access.
  const auto busy = wave("0_0.mpb.busy");
  std::size_t accesses = 0;
  for (std::size_t i = 0; i + 1 < busy.changes.size(); ++i) {
    if (busy.changes[i].second != "1") continue;
    ++accesses;
    EXPECT_EQ((busy.changes[i + 1].first - busy.changes[i].first) % (2 * kTile), 0u);
  }
  EXPECT_GT(accesses, 20u);

  // A flit takes four mesh cycles from one router's input to the next one's.
  const auto in = read.waves.at("mesh.router_1_0.local.flit_valid_i");
  const auto out = read.waves.at("mesh.router_1_0.west.flit_valid_o");
  EXPECT_FALSE(in.rises().empty());
  EXPECT_EQ(out.at(in.rises().front() + 4 * kMesh), "1");

  // Both cores load their programs from the controller at (0,0).
  const auto activate = read.waves.at("memory.controller_0.activate").rises();
  EXPECT_GT(activate.size(), 100u);
  EXPECT_GE(read.waves.at("memory.controller_0.queue").number_at(activate.front() - 1), 1u);
}

// The program sets the mesh to the global clock over 2, 1, 16, 3 and 7: a flit alone is on the pins
// for one cycle of it.
TEST_F(RunWaves, FollowTheClockOfTheMesh) {
  const std::string program = FIRMWARE_APPS "/mesh_clock.elf --ues 1 --stats ";
  ASSERT_EQ(run(program + file("off")).exit_code, 0);
  ASSERT_EQ(run(program + file("on") + " --waves-routers 1,0 --waves " + file("w.fst")).exit_code,
            0);
  EXPECT_EQ(stats("off"), stats("on"));
  const ReadWaves read(file("w.fst"));
  const auto& valid = read.waves.at("mesh.router_1_0.west.flit_valid_i");
  std::set<std::uint64_t> widths;
  for (std::size_t i = 0; i + 1 < valid.changes.size(); ++i)
    if (valid.changes[i].second == "1")
      widths.insert(valid.changes[i + 1].first - valid.changes[i].first);
  for (const unsigned divider : {2, 1, 16, 3, 7}) EXPECT_TRUE(widths.contains(divider * kGlobal));
}

TEST_F(RunWaves, WindowInMicroseconds) {
  ASSERT_EQ(run(ping_ + "--waves-window 20-20.5 --waves " + file("w.fst") + size_).exit_code, 0);
  const ReadWaves read(file("w.fst"));
  EXPECT_EQ(read.times.front(), 20'000'000u);
  EXPECT_EQ(read.times.back(), 20'500'000u);
}

// What there is of a run that was ended is in the file.
TEST_F(RunWaves, AFailedRunLeavesItsWaves) {
  const auto ended = run(ping_ + "--max-time 0.00005 --waves-routers 0,0 --waves " + file("w.fst"));
  EXPECT_EQ(ended.exit_code, 3);
  const ReadWaves read(file("w.fst"));
  EXPECT_GT(read.waves.at("tiles.tile_0_0.miu_core_0.under_way").rises().size(), 10u);
  EXPECT_GT(read.times.back(), 49'000'000u);
}

TEST_F(RunWaves, OnlyAnSccHasThem) {
  const auto cube =
      run("--machine ipsc860 --ues 4 " FIRMWARE_APPS "/nx_hello.elf --waves " + file("w.fst"));
  EXPECT_EQ(cube.exit_code, 2);
  EXPECT_NE(cube.error.find("--waves: ipsc860 has no mesh"), std::string::npos) << cube.error;
}

}  // namespace
