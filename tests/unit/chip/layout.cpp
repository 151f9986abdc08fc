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
    for (unsigned slot = 0x80; slot < 0x84; ++slot) EXPECT_EQ(owner.count(lut[slot]), 0u);
  }
  EXPECT_THROW(default_lut(0, 85), kernel::InputError);
}

}  // namespace
}  // namespace rc::chip
