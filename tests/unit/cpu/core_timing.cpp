// SPDX-License-Identifier: Apache-2.0
// The static P54C timing, measured on the running core: cycles of a sequence repeated in a warm
// loop, against the rules of hw_model/cpu/timing/timing.h.
#include <gtest/gtest.h>

#include "hw_model/cpu/timing/btb.h"
#include "tests/unit/cpu/core_machine.h"

namespace rc::cpu {
namespace {

// Cycles of `text`, which must leave EBP alone: a loop over ten copies of it against an empty loop.
kernel::Cycle warm_cycles(GuestCode code) {
  CoreMachine machine;
  machine.start(code);
  machine.run();
  return machine.word(0x4000);
}
#define TIMED(name, text)                                                              \
  GUEST(name,                                                                          \
        "mov $0x30000, %esi; mov $0x30000, %edi; mov %edi, 0x4000; mov (%esi), %eax;"  \
        "mov 0x4000, %eax; fninit; mov $6, %ebp;"                                      \
        "1: rdtsc; mov %eax, 0x5000; cpuid; xor %eax, %eax; cpuid; rdtsc;"             \
        "mov %eax, %ebx; mov $0x30000, %esi; mov $0x30000, %edi; xor %ecx, %ecx; cld;" \
        "nop; mul %ecx;" text                                                          \
        "; mul %ecx; mov %ebx, 0x5004; rdtsc; sub 0x5004, %eax;"                       \
        "mov %eax, 0x4000; dec %ebp; jnz 1b; hlt")

TIMED(nothing, "")
TIMED(one_move, "mov %ecx, %edx")
TIMED(pair_of_moves, "mov %ecx, %edx; mov %ecx, %eax")
TIMED(raw, "mov %ecx, %edx; mov %edx, %eax")
TIMED(waw, "mov %ecx, %edx; mov %esi, %edx")
TIMED(war, "mov %ecx, %edx; mov %esi, %ecx")
TIMED(partial, "mov %cl, %dl; mov %ch, %dh")
TIMED(shift_in_u, "shl $3, %edx; mov %ecx, %eax")
TIMED(shift_in_v, "mov %ecx, %eax; shl $3, %edx")
TIMED(shift_by_cl, "shl %cl, %edx")
TIMED(carry_in_v, "mov %ecx, %eax; adc %esi, %edx")
TIMED(pushes, "push %eax; push %edx; pop %edx; pop %eax")
TIMED(load_op, "add (%esi), %edx")
TIMED(update_memory, "add %edx, (%esi)")
TIMED(two_updates, "add %ecx, (%esi); add %ecx, 4(%edi)")
TIMED(two_loads_other_bank, "mov (%esi), %eax; mov 4(%esi), %edx")
TIMED(two_loads_same_bank, "mov (%esi), %eax; mov 32(%esi), %edx")
TIMED(address_stall, "lea (%esi), %edx; mov (%edx), %eax")
TIMED(address_apart, "lea (%esi), %edx; nop; nop; nop; mov (%edx), %eax")
TIMED(stack_pointer_stall, "sub $4, %esp; push %eax; add $8, %esp")
TIMED(prefix, "mov %cx, %dx")
TIMED(immediate_and_displacement, "movl $1, 8(%esi); mov %ecx, %eax")
TIMED(extend, "movzbl %cl, %edx")
TIMED(multiply, "imul %ecx, %edx")
TIMED(divide_long, "mov $7, %edx; div %esi")
TIMED(misaligned, "mov 3(%esi), %edx")
TIMED(float_latency, "fldz; fadd %st(0), %st; fadd %st(0), %st; fstp %st")
TIMED(float_pipelined, "fldz; fldz; fadd %st(0), %st; fadd %st(0), %st(1); fstp %st; fstp %st")
TIMED(repeated_move, "mov $20, %ecx; rep movsl; xor %ecx, %ecx")
TIMED(scan_bits, "mov $0x100, %edx; bsf %edx, %edx")

TEST(CoreTiming, PairsAndStalls) {
  const auto base = warm_cycles(nothing_code());
  const auto cycles = [&](GuestCode code) { return warm_cycles(code) - base; };
  EXPECT_EQ(cycles(one_move_code()), 1u);
  EXPECT_EQ(cycles(pair_of_moves_code()), 1u);
  EXPECT_EQ(cycles(raw_code()), 2u);
  EXPECT_EQ(cycles(waw_code()), 2u);
  EXPECT_EQ(cycles(war_code()), 1u);
  EXPECT_EQ(cycles(partial_code()), 2u);
  EXPECT_EQ(cycles(shift_in_u_code()), 1u);
  EXPECT_EQ(cycles(shift_in_v_code()), 2u);
  EXPECT_EQ(cycles(shift_by_cl_code()), 4u);
  EXPECT_EQ(cycles(carry_in_v_code()), 2u);
  EXPECT_EQ(cycles(pushes_code()), 2u);
  EXPECT_EQ(cycles(load_op_code()), 2u);
  EXPECT_EQ(cycles(update_memory_code()), 3u);
  EXPECT_EQ(cycles(two_updates_code()), 5u);
  EXPECT_EQ(cycles(two_loads_other_bank_code()), 1u);
  EXPECT_EQ(cycles(two_loads_same_bank_code()), 2u);
  EXPECT_EQ(cycles(address_stall_code()), 3u);
  EXPECT_EQ(cycles(address_apart_code()), 3u);
  EXPECT_EQ(cycles(stack_pointer_stall_code()), 4u);
  EXPECT_EQ(cycles(prefix_code()), 2u);
  EXPECT_EQ(cycles(immediate_and_displacement_code()), 2u);
  EXPECT_EQ(cycles(extend_code()), 3u);
  EXPECT_EQ(cycles(multiply_code()), 10u);
  EXPECT_EQ(cycles(misaligned_code()), 4u);
  EXPECT_EQ(cycles(scan_bits_code()), 1u + 6 + 8);
}

TEST(CoreTiming, X87AndStrings) {
  const auto base = warm_cycles(nothing_code());
  const auto cycles = [&](GuestCode code) { return warm_cycles(code) - base; };
  // fldz 2, fadd at 2, the dependent one at 5, fstp waits until 8.
  EXPECT_EQ(cycles(float_latency_code()), 9u);
  EXPECT_EQ(cycles(repeated_move_code()), 1u + 13 + 20 + 1);
}

TEST(CoreTiming, DivideAddsItsCycles) {
  const auto base = warm_cycles(nothing_code());
  EXPECT_EQ(warm_cycles(divide_long_code()) - base, 1u + 41);
}

// --- branch prediction ---------------------------------------------------------------------------
TEST(BranchPredictor, LearnsAndForgets) {
  BranchPredictor predictor(256);
  std::uint16_t slot = 0;
  std::uint32_t absent = 0;
  EXPECT_TRUE(predictor.branch(0x1000, false, 0x900, slot, absent))
      << "unknown branches are not taken";
  EXPECT_FALSE(predictor.branch(0x1000, true, 0x900, slot, absent)) << "first taken";
  EXPECT_TRUE(predictor.branch(0x1000, true, 0x900, slot, absent));
  EXPECT_FALSE(predictor.branch(0x1000, true, 0x904, slot, absent)) << "another target";
  EXPECT_FALSE(predictor.branch(0x1000, false, 0x904, slot, absent));
  EXPECT_TRUE(predictor.branch(0x1000, true, 0x904, slot, absent)) << "two bits remember";
  EXPECT_FALSE(predictor.branch(0x1000, false, 0x904, slot, absent));
  EXPECT_FALSE(predictor.branch(0x1000, false, 0x904, slot, absent));
  EXPECT_TRUE(predictor.branch(0x1000, false, 0x904, slot, absent));
}

TEST(BranchPredictor, FourWays) {
  BranchPredictor predictor(256);
  std::uint16_t slot = 0;
  std::uint32_t absent = 0;
  for (std::uint32_t i = 0; i < 5; ++i) predictor.branch(0x1000 + 64 * i, true, 0, slot, absent);
  for (std::uint32_t i = 4; i > 0; --i) {
    EXPECT_TRUE(predictor.branch(0x1000 + 64 * i, true, 0, slot, absent)) << i;
  }
  EXPECT_FALSE(predictor.branch(0x1000, true, 0, slot, absent))
      << "the oldest of five was replaced";
}

TEST(BranchPredictor, HintsDecideNothing) {
  BranchPredictor with(256), without(256);
  std::uint16_t slots[40] = {};
  std::uint32_t absents[40] = {};
  std::uint32_t random = 1;
  for (int i = 0; i < 20000; ++i) {
    random = random * 1664525 + 1013904223;
    const std::uint32_t which = (random >> 8) % 40;
    const bool taken = random >> 30;
    std::uint16_t fresh = 0;
    std::uint32_t unknown = ~0u;
    EXPECT_EQ(with.branch(0x1000 + 32 * which, taken, which, slots[which], absents[which]),
              without.branch(0x1000 + 32 * which, taken, which, fresh, unknown));
  }
}

GUEST(predictable, "mov $1000, %ecx; 1: dec %ecx; jnz 1b; hlt")
TEST(CoreTiming, LoopIsPredicted) {
  CoreMachine machine;
  machine.start(predictable_code());
  machine.run();
  EXPECT_EQ(machine.core.counters().branches, 1000u);
  EXPECT_EQ(machine.core.counters().mispredicts, 2u) << "first taken, last not";
  EXPECT_EQ(machine.core.counters().instructions, 2002u);
}

}  // namespace
}  // namespace rc::cpu
