// SPDX-License-Identifier: Apache-2.0
// Lookup and routing of core requests: every way out, and addresses that nothing answers.
#include "hw_model/scc/tile/miu.h"

#include <gtest/gtest.h>

#include "hw_model/scc/layout.h"

namespace rc::scc {
namespace {

constexpr noc::EndPoint kTile{3, 1, noc::kLocal};

class MiuTest : public ::testing::Test {
 protected:
  MiuTest() {
    for (unsigned z = 0; z < SCC_CORES_PER_TILE; ++z) {
      const auto lut = default_lut(SCC_CORE_ID(kTile.x, kTile.y, z), 41);
      for (unsigned slot = 0; slot < lut.size(); ++slot) registers_.set_lut(z, slot, lut[slot]);
    }
  }

  Path route(std::uint32_t paddr, unsigned unit = 0) {
    cpu::BusRequest request;
    request.op = cpu::BusOp::read_line;
    request.bytes = 32;
    request.paddr = paddr;
    return miu_.route(unit, request, message_);
  }

  TileParams params_;
  Registers registers_{kTile.x, kTile.y, gcbcfg_word(3, 2)};
  Miu miu_{kTile, params_, registers_};
  Message message_;
};

TEST_F(MiuTest, OwnMpbByBypassOrByLoopback) {
  EXPECT_EQ(route(SCC_MPB_OWN + 0x2040), Path::bypass);
  EXPECT_EQ(message_.destination, kTile);
  EXPECT_EQ(message_.subdestination, SCC_SUBDEST_MPB);
  EXPECT_EQ(message_.address, 0x2040u);

  EXPECT_EQ(route(SCC_MPB_ADDR(SCC_TILE(3, 1), 1) + 0x40), Path::loopback);
  EXPECT_EQ(message_.destination, kTile);
  EXPECT_EQ(message_.address, 0x2040u);
}

TEST_F(MiuTest, OwnRegistersTurnRoundInTheTile) {
  EXPECT_EQ(route(SCC_CRB_ADDR(SCC_TILE(3, 1)) + SCC_CRB_GCBCFG), Path::turn);
  EXPECT_EQ(message_.destination, kTile);
  EXPECT_EQ(message_.subdestination, SCC_SUBDEST_CRB);
  EXPECT_EQ(route(SCC_CRB_ADDR(SCC_TILE(4, 1)) + SCC_CRB_GCBCFG), Path::mesh);
}

// What counts is the bit: the coordinates of such an entry are not looked at.
TEST_F(MiuTest, BypassStaysInTheTileWhateverTheCoordinates) {
  registers_.set_lut(1, 0x20, SCC_LUT_ENTRY(1u, 3u, 5u, SCC_SUBDEST_CRB, 0u));
  EXPECT_EQ(route(0x20000200, 1), Path::bypass);
  EXPECT_EQ(message_.destination, kTile);
  EXPECT_EQ(message_.source, kTile);
}

TEST_F(MiuTest, OtherTilesAndEdgePortsByTheMesh) {
  EXPECT_EQ(route(SCC_MPB_ADDR(SCC_TILE(5, 3), 0)), Path::mesh);
  EXPECT_EQ(message_.destination, (noc::EndPoint{5, 3, noc::kLocal}));

  // Tile (3,1) lies in the quadrant of the controller east of (5,0).
  EXPECT_EQ(route(0x01234560), Path::mesh);
  EXPECT_EQ(message_.destination, (noc::EndPoint{5, 0, noc::kEast}));
  EXPECT_EQ(message_.source, kTile);

  // An edge port of the own router is not the own tile.
  registers_.set_lut(0, 0x20, SCC_LUT_ENTRY(0u, 1u, 3u, SCC_SUBDEST_SOUTH, 0u));
  EXPECT_EQ(route(0x20000000), Path::mesh);
  EXPECT_EQ(message_.destination, (noc::EndPoint{3, 1, noc::kSouth}));
}

// Row and column are those of the address, the rest is the entry's.
TEST_F(MiuTest, AWindowLeavesTheTileToTheAddress) {
  registers_.set_lut(0, 0xD9, RC_LUT_WINDOW | SCC_LUT_ENTRY(0u, 0u, 0u, SCC_SUBDEST_MPB, 0u));
  EXPECT_EQ(route(RC_MPB_WINDOW + RC_WINDOW_PLACE(15u, 14u) + 0xFFE0), Path::mesh);
  EXPECT_EQ(message_.destination, (noc::EndPoint{15, 14, noc::kLocal}));
  EXPECT_EQ(message_.subdestination, SCC_SUBDEST_MPB);
  EXPECT_EQ(message_.address, 0xFFE0u);
  EXPECT_EQ(route(RC_MPB_WINDOW + RC_WINDOW_PLACE(3u, 1u) + 0x40), Path::loopback);
}

// Firmware of an SCC cannot make one.
TEST_F(MiuTest, AnSccHasNoWindows) {
  ASSERT_TRUE(registers_.write(SCC_CRB_LUT0 + 8 * 0xD9, RC_LUT_WINDOW | 5u));
  EXPECT_EQ(registers_.lut(0, 0xD9), 5u);
  Registers other(0, 0, gcbcfg_word(3, 2), {8, 8, 4, 65536});
  ASSERT_TRUE(other.write(RC_CRB_LUT(3u) + 8 * 0xD9, RC_LUT_WINDOW | 5u));
  EXPECT_EQ(other.lut(3, 0xD9), RC_LUT_WINDOW | 5u);
}

TEST_F(MiuTest, EachCoreHasItsOwnTable) {
  ASSERT_EQ(route(0x00000100, 0), Path::mesh);
  const std::uint64_t first = message_.address;
  ASSERT_EQ(route(0x00000100, 1), Path::mesh);
  EXPECT_NE(message_.address, first);
  EXPECT_EQ(message_.unit, 1u);
}

// The default table sends a slot without a target to an address beyond the registers.
TEST_F(MiuTest, AnUnmappedSlotRoutesPastTheRegisters) {
  EXPECT_EQ(route(0xA8000000), Path::turn);
  EXPECT_EQ(message_.subdestination, SCC_SUBDEST_CRB);
  EXPECT_GE(message_.address, std::uint64_t{SCC_CRB_SIZE});
}

TEST_F(MiuTest, TakesOneRequestPerCycle) {
  EXPECT_EQ(miu_.accept(100), 100 + params_.miu_request_cycles);
  EXPECT_EQ(miu_.accept(100), 101 + params_.miu_request_cycles);
  EXPECT_EQ(miu_.accept(101), 102 + params_.miu_request_cycles);
  EXPECT_EQ(miu_.accept(200), 200 + params_.miu_request_cycles);
  EXPECT_EQ(miu_.respond(300), 300 + params_.miu_response_cycles);
}

}  // namespace
}  // namespace rc::scc
