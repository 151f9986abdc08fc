// SPDX-License-Identifier: Apache-2.0
// The default lookup tables.
#include "hw_model/scc/layout.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "hw_model/kernel/error.h"

namespace rc::scc {
namespace {

TEST(Layout, EveryCoreHasItsOwnPrivateMemory) {
  std::map<std::uint32_t, unsigned> owner;
  for (unsigned core = 0; core < SCC_CORES; ++core) {
    const auto lut = default_lut(core, 41);
    for (unsigned slot = 0; slot < 41; ++slot) EXPECT_TRUE(owner.emplace(lut[slot], core).second);
    EXPECT_EQ(lut[0xFF], lut[40]);
    for (unsigned slot = 0x80; slot < 0xA0; ++slot) EXPECT_EQ(owner.count(lut[slot]), 0u);
  }
  // Shared slots in turn by controller, in places of their own.
  const auto lut = default_lut(47, 41);
  for (unsigned slot = 0x80; slot < 0xA0; ++slot) {
    EXPECT_TRUE(owner.emplace(lut[slot], 0).second);
    EXPECT_EQ(lut[slot] & ~SCC_LUT_ADDR_MASK, lut[0x80 + slot % 4] & ~SCC_LUT_ADDR_MASK);
    EXPECT_EQ(lut[slot], default_lut(3, 41)[slot]);
  }
  // Four are left for each controller beside 12 * 85 private ones.
  const auto large = default_lut(0, 85);
  EXPECT_EQ(large[0x8F] & SCC_LUT_ADDR_MASK, SCC_LUT_ADDR_MASK);
  EXPECT_EQ(large[0x90], large[0xB0]);
  EXPECT_THROW(default_lut(0, 86), kernel::InputError);
}

SccParams chip(std::uint32_t cols, std::uint32_t rows, std::uint32_t cores, std::uint32_t mpb,
               const char* controllers, const char* system = "0,0S", const char* voltage = "0,0N") {
  SccParams params;
  params.noc.cols = cols;
  params.noc.rows = rows;
  params.geometry = {cores, mpb, controllers, system, voltage};
  params.machine.private_slots = 4;
  return params;
}

// Written down apart from the code: what the SCC's table is, slot by slot.
TEST(Layout, TheSccHasItsOwnMap) {
  const Layout layout{SccParams{}};
  EXPECT_TRUE(layout.geometry().has_scc_map());
  const std::uint32_t x[] = {0, 5, 0, 5}, y[] = {0, 0, 2, 2};
  const std::uint32_t port[] = {SCC_SUBDEST_WEST, SCC_SUBDEST_EAST, SCC_SUBDEST_WEST,
                                SCC_SUBDEST_EAST};
  for (std::uint32_t core = 0; core < SCC_CORES; ++core) {
    const auto lut = layout.default_lut(core);
    const std::uint32_t tx = core / 2 % 6, ty = core / 12, mc = (tx >= 3) + 2 * (ty >= 2);
    const std::uint32_t index = (ty % 2 * 3 + tx % 3) * 2 + core % 2;
    for (std::uint32_t slot = 0; slot < 41; ++slot)
      ASSERT_EQ(lut[slot], SCC_LUT_ENTRY(0u, y[mc], x[mc], port[mc], index * 41 + slot));
    ASSERT_EQ(lut[0xFF], SCC_LUT_ENTRY(0u, y[mc], x[mc], port[mc], index * 41 + 40));
    for (std::uint32_t k = 0; k < 32; ++k)
      ASSERT_EQ(lut[0x80 + k], SCC_LUT_ENTRY(0u, y[k % 4], x[k % 4], port[k % 4], 492 + k / 4));
    for (std::uint32_t tile = 0; tile < SCC_TILES; ++tile) {
      ASSERT_EQ(lut[0xC0 + tile], SCC_LUT_ENTRY(0u, tile / 6, tile % 6, SCC_SUBDEST_MPB, 0u));
      ASSERT_EQ(lut[0xE0 + tile], SCC_LUT_ENTRY(0u, tile / 6, tile % 6, SCC_SUBDEST_CRB, 0u));
    }
    ASSERT_EQ(lut[0xF9], SCC_LUT_ENTRY(0u, 0u, 3u, SCC_SUBDEST_SOUTH, 0u));
    ASSERT_EQ(lut[0xFB], SCC_LUT_ENTRY(0u, 0u, 0u, SCC_SUBDEST_SOUTH, 0u));
    for (const unsigned none : {0x29, 0x7F, 0xA0, 0xD9, 0xDF, 0xFA, 0xFC})
      ASSERT_EQ(lut[none], SCC_LUT_ENTRY(0u, ty, tx, SCC_SUBDEST_CRB, SCC_LUT_ADDR_MASK));
  }
}

TEST(Layout, NumbersWhatIsThere) {
  const Layout layout{SccParams{}};
  EXPECT_EQ(layout.end_of(5, 3, noc::kLocal), 23u);
  EXPECT_EQ(layout.end_of(0, 0, noc::kWest), 24u);   // a memory controller
  EXPECT_EQ(layout.end_of(3, 0, noc::kSouth), 28u);  // the system interface
  EXPECT_EQ(layout.end_of(0, 0, noc::kSouth), 29u);  // the voltage controller
  EXPECT_EQ(layout.end_of(1, 1, noc::kEast), EndMap::kNowhere);
  EXPECT_EQ(layout.end_of(6, 0, noc::kLocal), EndMap::kNowhere);
  EXPECT_EQ(layout.end_of(16, 0, noc::kLocal), EndMap::kNowhere);
  EXPECT_EQ(layout.end_of(0, 255, 255), EndMap::kNowhere);
}

// The ends of every range.
TEST(Layout, OtherGeometriesHaveWindows) {
  const char* const corners = "0,0W 15,0E 0,15W 15,15E";
  const std::pair<SccParams, std::uint32_t> chips[] = {
      {chip(1, 1, 1, 4096, "0,0W"), 1},
      {chip(1, 16, 2, 65536, "0,0W", "0,0S", "0,15N"), 32},
      {chip(16, 1, 4, 16384, "0,0W"), 64},
      {chip(6, 4, 2, 32768, "0,0W 5,0E", "0,0S", "0,3N"), 48},
      {chip(16, 16, 1, 65536, corners, "0,0S", "0,15N"), 256},
  };
  for (const auto& [params, cores] : chips) {
    SCOPED_TRACE(cores);
    const Layout layout(params);
    EXPECT_EQ(layout.geometry().cores(), cores);
    EXPECT_EQ(layout.end_points().size(),
              layout.geometry().tiles() + layout.controllers().size() + 2);
    for (std::size_t end = 0; end < layout.end_points().size(); ++end) {
      const noc::EndPoint& at = layout.end_points()[end];
      EXPECT_EQ(layout.end_of(at.x, at.y, at.port), end);
    }
    std::map<std::uint32_t, unsigned> owner;
    for (std::uint32_t core = 0; core < cores; ++core) {
      const auto lut = layout.default_lut(core);
      EXPECT_TRUE((lut[0xD9] & RC_LUT_WINDOW) != 0 && (lut[0xFA] & RC_LUT_WINDOW) != 0);
      for (unsigned slot = 0; slot < 4; ++slot) EXPECT_TRUE(owner.emplace(lut[slot], core).second);
      EXPECT_EQ(lut[0xFF], lut[3]);
      EXPECT_EQ(owner.count(lut[0x80]), 0u);
    }
  }
}

TEST(Layout, RefusesWhatNoChipCanBe) {
  const auto refused = [](const SccParams& params, const std::string& part) {
    try {
      const Layout layout(params);
      ADD_FAILURE() << "not refused: " << part;
    } catch (const kernel::InputError& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  refused(chip(0, 4, 2, 16384, "0,0W"), "noc.cols = 0: expected 1 to 16");
  refused(chip(17, 4, 2, 16384, "0,0W"), "noc.cols = 17");
  refused(chip(4, 17, 2, 16384, "0,0W"), "noc.rows = 17");
  refused(chip(4, 4, 5, 16384, "0,0W"), "geometry.cores_per_tile = 5: expected 1, 2 or 4");
  refused(chip(4, 4, 3, 16384, "0,0W"), "cores_per_tile = 3");
  refused(chip(4, 4, 2, 102400, "0,0W"), "geometry.mpb_bytes = 102400");
  refused(chip(4, 4, 2, 2048, "0,0W"), "mpb_bytes = 2048");
  refused(chip(4, 4, 2, 12288, "0,0W"), "mpb_bytes = 12288");
  refused(chip(4, 4, 2, 16384, "0,0W 0,0W"), "0,0W stands there twice");
  refused(chip(4, 4, 2, 16384, "4,0E"), "4,0E is outside the 4 x 4 mesh");
  refused(chip(4, 4, 2, 16384, "1,1W"), "1,1W is inside the 4 x 4 mesh");
  refused(chip(4, 4, 2, 16384, ""), "1 to 16 memory controllers");
  for (const char* nonsense : {"0,0", "0W", "a,bW", "0,0X", "0,0WW", "-1,0W", "0,300W", "0.0W"})
    refused(chip(4, 4, 2, 16384, nonsense), "column, row and port");
  refused(chip(4, 4, 2, 16384, "0,0S", "0,0S", "0,3N"),
          "system_interface = '0,0S': a memory controller");
  refused(chip(4, 4, 2, 16384, "0,0W", "0,0S", "0,0S"), "the system interface is there");
  refused(chip(16, 16, 4, 65536, "0,0W 15,0E 0,15W 15,15E", "0,0S", "0,15N"),
          "machine.private_slots = 4: expected 1 to 3 (256 cores");
  std::string seventeen;
  for (int i = 0; i < 16; ++i) seventeen += "0," + std::to_string(i) + "W ";
  EXPECT_EQ(Layout(chip(16, 16, 1, 4096, seventeen.c_str(), "0,0S", "0,15N")).controllers().size(),
            16u);
  seventeen += "15,0E";
  refused(chip(16, 16, 1, 4096, seventeen.c_str(), "0,0S", "0,15N"), "1 to 16 memory controllers");
}

}  // namespace
}  // namespace rc::scc
