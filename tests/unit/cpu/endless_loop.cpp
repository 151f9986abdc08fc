// SPDX-License-Identifier: Apache-2.0
// Loops without an end: found where all of the state comes back, and nowhere else.
#include "hw_model/cpu/endless_loop.h"

#include <gtest/gtest.h>

#include "tests/unit/cpu/core_machine.h"

namespace rc::cpu {
namespace {

constexpr std::uint32_t kPlace = 0x30000, kUnknown = 0x40000;

// From `cycle` on, looking at reads of kPlace and beyond. The core itself has not moved.
std::optional<EndlessLoop> found(GuestCode code, kernel::Cycle cycle = 5000,
                                 bool interrupt_comes = false) {
  CoreMachine machine;
  machine.start(code);
  machine.run_until(cycle);
  const auto before = outcome(machine);
  const KnownRead known = [&](const BusRequest& request, BusReply& reply) {
    if (request.op != BusOp::read && request.op != BusOp::read_line) return false;
    if (request.paddr >= kUnknown) return false;
    std::memcpy(reply.data.data(), &machine.memory[request.paddr], request.bytes);
    return true;
  };
  const auto loop = endless_loop(machine.core, CoreParams(), kPlace, {known, interrupt_comes});
  EXPECT_EQ(outcome(machine), before);
  return loop;
}

GUEST(looks, "1: mov 0x30000, %eax; cmp %eax, 0x30004; je 1b; hlt")
TEST(EndlessLoop, SaysWhatItReads) {
  const auto loop = found(looks_code());
  ASSERT_TRUE(loop);
  EXPECT_GT(loop->cycles, 1u);
  EXPECT_LT(loop->cycles, 20u);
  ASSERT_EQ(loop->loads.size(), 2u);
  EXPECT_EQ(loop->loads[0].paddr ^ loop->loads[1].paddr, 4u);
  EXPECT_TRUE(loop->loads[0].cached);
}

GUEST(pauses,
      "mov 0x30000, %eax; mov -4(%esp), %eax;"
      "1: mov $100, %ecx; 2: dec %ecx; jnz 2b; pushl $3; pop %eax; mov %eax, 0x30000; jmp 1b")
GUEST(reads_again,
      "mov %cr0, %eax; or $0x40000000, %eax; mov %eax, %cr0;"  // no new lines in the caches
      "1: mov 0x30000, %eax; jmp 1b")
TEST(EndlessLoop, HasLoopsAndStoresInIt) {
  const auto loop = found(pauses_code());
  ASSERT_TRUE(loop);
  EXPECT_GT(loop->cycles, 100u);
}

// A million instructions in a pass, with 2001 reads.
GUEST(reads_seldom,
      "mov %cr0, %eax; or $0x40000000, %eax; mov %eax, %cr0;"
      "1: mov $2000, %ecx; mov 0x30000, %eax; 3: mov 0x30000, %edx; mov $250, %ebx;"
      "2: dec %ebx; jnz 2b; dec %ecx; jnz 3b; jmp 1b")
TEST(EndlessLoop, MayBeLongIfItAsks) {
  const auto loop = found(reads_seldom_code(), 20'000'000);
  ASSERT_TRUE(loop);
  EXPECT_GT(loop->cycles, 500'000u);
}

TEST(EndlessLoop, MayReadWhatIsKnown) {
  for (const kernel::Cycle cycle : {5000u, 5001u, 5010u, 5030u, 5077u}) {
    const auto loop = found(reads_again_code(), cycle);
    ASSERT_TRUE(loop) << cycle;
    EXPECT_FALSE(loop->loads.at(0).cached);
  }
}

GUEST(ends, "mov $3000, %ecx; 1: dec %ecx; jnz 1b; hlt")
GUEST(counts, "xor %eax, %eax; 1: inc %eax; mov %eax, 0x30000; xor %ebx, %ebx; jmp 1b")
GUEST(counts_in_memory, "mov 0x30000, %eax; 1: incl 0x30000; jmp 1b")
GUEST(times, "1: rdtsc; xor %eax, %eax; xor %edx, %edx; jmp 1b")
GUEST(reads_elsewhere,
      "mov %cr0, %eax; or $0x40000000, %eax; mov %eax, %cr0; 1: mov 0x40000, %eax; jmp 1b")
GUEST(writes, "1: mov %eax, 0x50000; jmp 1b")
TEST(EndlessLoop, IsNoneThatChangesAnythingOrCanBeChanged) {
  EXPECT_FALSE(found(ends_code(), 1000));
  EXPECT_FALSE(found(counts_code()));
  EXPECT_FALSE(found(counts_in_memory_code()));
  EXPECT_FALSE(found(times_code()));
  EXPECT_FALSE(found(reads_elsewhere_code()));
  EXPECT_FALSE(found(writes_code()));
}

GUEST(lets_in, "1: sti; nop; cli; mov $100, %ecx; 2: dec %ecx; jnz 2b; jmp 1b")
TEST(EndlessLoop, IsNoneThatLetsAnInterruptInThatComes) {
  for (const kernel::Cycle cycle : {5000u, 5050u, 5100u}) {
    EXPECT_TRUE(found(lets_in_code(), cycle)) << cycle;
    EXPECT_FALSE(found(lets_in_code(), cycle, true)) << cycle;
  }
  EXPECT_TRUE(found(looks_code(), 5000, true));
}

}  // namespace
}  // namespace rc::cpu
