// SPDX-License-Identifier: Apache-2.0
#include "sim/machine/symbol_table.h"

#include <gtest/gtest.h>

namespace rc::sim::machine {
namespace {

const std::vector<SymbolTable::Extent> kCode = {{0x1000, 0x2000}, {0x3000, 0x4000}};

TEST(SymbolTable, ALabelReachesToTheNextSymbolOrTheEndOfItsCode) {
  const SymbolTable table({{0x1f00, 0, "last"}, {0x1010, 0, "first"}, {0x1100, 0x10, "work"}},
                          kCode);
  EXPECT_EQ(table.locate(0x100f), "0x0000100f");
  EXPECT_EQ(table.locate(0x1010), "first");
  EXPECT_EQ(table.locate(0x10ff), "first+0xef");
  EXPECT_EQ(table.locate(0x110f), "work+0xf");
  EXPECT_EQ(table.locate(0x1110), "0x00001110");
  EXPECT_EQ(table.locate(0x1fff), "last+0xff");
  for (const char* outside : {"0x00002000", "0x00003000", "0xf7000000"})
    EXPECT_EQ(table.locate(static_cast<std::uint32_t>(std::stoul(outside, nullptr, 16))), outside);
}

TEST(SymbolTable, TheFunctionAroundALabelCounts) {
  const SymbolTable table(
      {{0x1100, 0x40, "work"}, {0x1110, 0, "again"}, {0x1120, 0, ".Lmark"}, {0x1130, 8, "inner"}},
      kCode);
  EXPECT_EQ(table.size(), 3U);
  EXPECT_EQ(table.locate(0x1110), "work+0x10");
  EXPECT_EQ(table.locate(0x1125), "work+0x25");
  EXPECT_EQ(table.locate(0x1134), "inner+0x4");
  EXPECT_EQ(table.locate(0x1138), "work+0x38");
}

TEST(SymbolTable, AFunctionOfALibraryHasTheNameThatProgramsKnow) {
  const SymbolTable table({{0x1100, 0x40, "__rc_read"},
                           {0x1100, 0, "read"},
                           {0x1200, 0, "write"},
                           {0x1200, 0x20, "__rc_write"},
                           {0x1300, 8, "close"},
                           {0x1400, 0x10, "__rc_close"}},
                          kCode);
  EXPECT_EQ(table.size(), 4U);
  EXPECT_EQ(table.locate(0x113f), "read+0x3f");
  EXPECT_EQ(table.locate(0x121f), "write+0x1f");
  EXPECT_EQ(table.locate(0x1220), "0x00001220");
  EXPECT_EQ(table.locate(0x1300), "close");  // the program's own
  EXPECT_EQ(table.locate(0x1400), "__rc_close");
}

TEST(SymbolTable, ReachesToTheLastAddress) {
  const SymbolTable table({{0xfffffff0, 0x100, "reset"}}, {{0xfffff000, 0xffffffff}});
  EXPECT_EQ(table.locate(0xfffffffe), "reset+0xe");
  EXPECT_EQ(SymbolTable().locate(0), "0x00000000");
}

}  // namespace
}  // namespace rc::sim::machine
