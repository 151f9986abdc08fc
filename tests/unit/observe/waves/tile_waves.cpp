// SPDX-License-Identifier: Apache-2.0
// What tiles and controllers report becomes signals; what was not chosen does not.
#include "sim/observe/waves/tile_waves.h"

#include "tests/unit/observe/waves/fixture.h"

namespace rc::sim::observe {
namespace {

using kernel::Picos;
class TileWavesTest : public test::WaveTest {};

TEST_F(TileWavesTest, SignalsOfTheChosen) {
  std::vector<bool> chosen(SCC_TILES);
  chosen[0] = true;
  const scc::Layout layout{scc::SccParams{}};
  FstFile file(path_, -12);
  TileWaves tiles(file, layout, chosen);
  WaveLog log(file, {}, 1000);
  tiles.start(log);

  scc::Message request;
  request.command = scc::Command::write_combined;
  request.source = {0, 0, noc::kLocal};
  request.destination = {3, 2, noc::kLocal};
  request.unit = 1;
  request.subdestination = SCC_SUBDEST_MPB;
  request.address = 0x120;
  tiles.requested({0, 0, noc::kLocal}, request, Picos{10}, {Picos{20}, Picos{22}});
  tiles.answered({0, 0, noc::kLocal}, 1, scc::response_to(request, scc::Command::acknowledge),
                 {Picos{50}, Picos{52}});
  tiles.mpb_used({0, 0, noc::kLocal}, request, {Picos{30}, Picos{34}});
  // Two requests in a queue; a row is opened for each.
  tiles.memory_used({0, 0, noc::kWest},
                    {Picos{12}, Picos{20}, Picos{21}, Picos{30}, Picos{34}, 5, 77, true});
  tiles.memory_used({0, 0, noc::kWest},
                    {Picos{13}, Picos{25}, Picos{26}, Picos{36}, Picos{40}, 6, 78, false});
  // Others'.
  tiles.mpb_used({1, 0, noc::kLocal}, request, {Picos{30}, Picos{34}});
  tiles.memory_used({5, 0, noc::kEast}, {});
  log.finish(60);
  file.commit();

  const test::ReadWaves read(path_);
  const auto at = [&](const std::string& name, std::uint64_t time) {
    return read.waves.at(name).number_at(time);
  };
  const std::string core = "tiles.tile_0_0.miu_core_1.", mpb = "tiles.tile_0_0.mpb.",
                    mc = "memory.controller_0.";
  for (const auto& [from, to, name] : {std::tuple(10, 50, core + "under_way"),
                                       {20, 22, core + "request_valid"},
                                       {50, 52, core + "response_valid"},
                                       {30, 34, mpb + "busy"},
                                       {20, 21, mc + "activate"},
                                       {30, 34, mc + "burst"}}) {
    EXPECT_EQ(at(name, from - 1), 0u) << name;
    EXPECT_EQ(at(name, from), 1u) << name;
    EXPECT_EQ(at(name, to - 1), 1u) << name;
    EXPECT_EQ(at(name, to), 0u) << name;
  }
  EXPECT_EQ(at(core + "request_command", 20), 0x122u);
  EXPECT_EQ(at(core + "request_dst_x", 20), 3u);
  EXPECT_EQ(at(core + "request_dst_y", 20), 2u);
  EXPECT_EQ(at(core + "request_address", 20), 0x120u);
  EXPECT_EQ(at(core + "request_subdestination", 20), unsigned{SCC_SUBDEST_MPB});
  EXPECT_EQ(at(core + "response_command", 50), 0x49u);
  EXPECT_EQ(at(mpb + "write", 30), 1u);
  EXPECT_EQ(at(mpb + "address", 30), 0x120u);
  EXPECT_EQ(at(mpb + "core", 30), 1u);
  const std::pair<std::uint64_t, std::uint64_t> queued[] = {
      {11, 0}, {12, 1}, {13, 2}, {20, 1}, {25, 0}};
  for (const auto& [time, depth] : queued) EXPECT_EQ(at(mc + "queue", time), depth) << time;
  EXPECT_EQ(at(mc + "bank", 20), 5u);
  EXPECT_EQ(at(mc + "row", 25), 78u);
  EXPECT_EQ(at(mc + "write", 25), 0u);
  EXPECT_FALSE(read.waves.contains("tiles.tile_1_0.mpb.busy"));
  EXPECT_FALSE(read.waves.contains("memory.controller_1.queue"));
}

}  // namespace
}  // namespace rc::sim::observe
