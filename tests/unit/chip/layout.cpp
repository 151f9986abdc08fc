// The default lookup tables.
#include "hw_model/chip/layout.h"

#include <gtest/gtest.h>

#include <map>

#include "hw_model/kernel/error.h"

namespace rc::chip {
namespace {

TEST(Layout, EveryCoreHasItsOwnPrivateMemory) {
  std::map<std::uint32_t, unsigned> owner;
  for (unsigned core = 0; core < SCC_CORES; ++core) {
    const auto lut = default_lut(core, 41);
    for (unsigned slot = 0; slot < 41; ++slot) EXPECT_TRUE(owner.emplace(lut[slot], core).second);
    EXPECT_TRUE(owner.emplace(lut[0xFF], core).second);
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
  const auto large = default_lut(0, 84);
  EXPECT_EQ(large[0x8F] & SCC_LUT_ADDR_MASK, SCC_LUT_ADDR_MASK);
  EXPECT_EQ(large[0x90], large[0xB0]);
  EXPECT_THROW(default_lut(0, 85), kernel::InputError);
}

}  // namespace
}  // namespace rc::chip
