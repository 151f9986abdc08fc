// SPDX-License-Identifier: Apache-2.0
// Nodes in time, under a debugger.
#include "hw_model/ipsc/hypercube.h"

#include <gtest/gtest.h>

namespace rc::ipsc {
namespace {

using kernel::Picos;

constexpr std::uint32_t kCode = 0x1000;
constexpr Picos kEnd{1'000'000'000};

// A debugger that counts bounds a core by its instructions, the last of which may be under way at
// the end of the run: the core then stands long before that.
TEST(Hypercube, TimePassesWhileANodeStands) {
  std::uint8_t loop[] = {0x40, 0xeb, 0xfd};  // 1: inc %eax; jmp 1b
  IpscParams params;
  params.cube.dimension = 1;
  Hypercube cube(params, {});
  cube.run_ahead(false);
  for (unsigned number = 0; number < cube.nodes(); ++number) {
    cube.node(number).backdoor(kCode, loop, sizeof loop, true);
    cube.node(number).start(kCode, Picos{0});
  }
  cpu::Core& core = cube.node(0).core();
  cpu::BreakConditions five;
  five.instructions = 5;
  core.set_breaks(five);
  cube.advance(kEnd);
  EXPECT_EQ(core.counters().instructions, 5u);
  EXPECT_GT(cube.node(1).core().counters().instructions, 1000u);
  EXPECT_GE(cube.next(), kEnd);
  EXPECT_NE(cube.next(), Picos::never()) << "a node that stands is no deadlock";

  core.set_breaks({});
  cube.node(0).go_on();
  cube.advance(kEnd + Picos{1});
  EXPECT_EQ(core.counters().instructions, cube.node(1).core().counters().instructions);
}

}  // namespace
}  // namespace rc::ipsc
