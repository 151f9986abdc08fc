// SPDX-License-Identifier: Apache-2.0
// Blocks: self-modifying code, block ends, and that limits and block caching change no cycle.
#include <gtest/gtest.h>

#include "tests/unit/cpu/core_machine.h"

namespace rc::cpu {
namespace {

struct Variant {
  kernel::Cycle step;
  bool blocks;
};
constexpr Variant kVariants[] = {{0, true},  {1, true},  {2, true},   {7, true},   {100, true},
                                 {0, false}, {1, false}, {13, false}, {100, false}};

// Runs the program with all limits and cache settings; returns the machine of the last run.
void same_in_every_way(GuestCode code, std::uint32_t expected_eax, kernel::Cycle latency = 60) {
  std::vector<std::uint64_t> expected;
  for (const Variant& variant : kVariants) {
    CoreMachine machine(true, latency);
    machine.core.set_block_cache(variant.blocks);
    machine.start(code);
    machine.run(variant.step);
    EXPECT_EQ(machine.reg(0), expected_eax);
    const auto values = outcome(machine);
    if (expected.empty()) expected = values;
    EXPECT_EQ(values, expected) << "step " << variant.step << " blocks " << variant.blocks
                                << " latency " << latency;
  }
  CoreMachine functional(false);
  functional.start(code);
  functional.run();
  EXPECT_EQ(functional.reg(0), expected_eax) << "functional";
}

// Patches the immediate of an instruction further on, each time round.
GUEST(patch_ahead,
      "xor %eax, %eax; mov $10, %ecx;"
      "1: mov %ecx, 0x10000 + (2f - patch_ahead) + 1; nop; nop; 2: mov $0x55, %edx; add %edx, %eax;"
      "dec %ecx; jnz 1b; hlt")
TEST(CoreBlocks, StoreIntoThePresentBlock) { same_in_every_way(patch_ahead_code(), 55); }

// Calls a function that it rewrites between calls.
GUEST(patch_function,
      "mov $0x20000, %edi; movb $0xb8, (%edi); movb $0xc3, 5(%edi); xor %ebx, %ebx; mov $20, %ecx;"
      "1: mov %ecx, 1(%edi); call *%edi; add %eax, %ebx; dec %ecx; jnz 1b; mov %ebx, %eax; hlt")
TEST(CoreBlocks, RewrittenFunction) {
  same_in_every_way(patch_function_code(), 210);
  same_in_every_way(patch_function_code(), 210, 3);
}

GUEST(straight,
      "xor %eax, %eax; mov $30, %ecx; 1: \n.rept 100\n add $1, %eax; lea 1(%eax), %edx\n.endr\n"
      "dec %ecx; jnz 1b; hlt")
TEST(CoreBlocks, LongerThanABlock) { same_in_every_way(straight_code(), 3000); }

// Cold code and data over many lines and pages: fetches, fills, write-backs in between.
GUEST(
    wander,
    "xor %eax, %eax; mov $0x30000, %esi; mov $200, %ecx;"
    "1: add %ecx, (%esi); add 0x1000(%esi), %eax; movb %al, 0x7003(%esi); mov %eax, 0x9002(%esi);"
    "add $0x3e4, %esi; and $0x3ffff, %esi; or $0x30000, %esi; push %eax; pop %edx; xor %edx, %ebx;"
    "loop 1b; mov %ebx, %eax; and $0, %eax; hlt")
TEST(CoreBlocks, MissesAndPostedWrites) {
  for (const kernel::Cycle latency : {1u, 20u, 60u, 333u}) {
    same_in_every_way(wander_code(), 0, latency);
  }
}

GUEST(strings,
      "cld; mov $0x30000, %edi; mov $0x12345678, %eax; mov $300, %ecx; rep stosl;"
      "mov $0x30001, %esi; mov $0x38002, %edi; mov $1100, %ecx; rep movsb;"
      "mov $0x30001, %esi; mov $0x38002, %edi; mov $1200, %ecx; repe cmpsb; mov %ecx, %ebx;"
      "mov $0x38002, %edi; mov $0x34, %al; mov $50, %ecx; repne scasb; shl $16, %ebx;"
      "lea (%ebx,%ecx), %eax; hlt")
TEST(CoreBlocks, RepeatedStrings) {
  // The copy agrees for 1100 bytes; byte 2 from the start of the copy is 34.
  same_in_every_way(strings_code(), 99u << 16 | 48);
}

GUEST(recursion,
      "mov $12, %eax; call 1f; hlt;"
      "1: cmp $2, %eax; jb 2f; push %eax; dec %eax; call 1b; xchg %eax, (%esp); sub $2, %eax; call "
      "1b;"
      "pop %edx; add %edx, %eax; 2: ret")
TEST(CoreBlocks, CallsAndReturns) { same_in_every_way(recursion_code(), 144); }

GUEST(x87_loop,
      "fninit; fldz; mov $50, %ecx; 1: mov %ecx, 0x30000; fildl 0x30000; fsqrt; faddp; fld1; fdivr "
      "%st(1),"
      "%st; fstp %st; loop 1b; fistpl 0x30004; mov 0x30004, %eax; hlt")
TEST(CoreBlocks, X87OverlapsAndWaits) { same_in_every_way(x87_loop_code(), 239); }

GUEST(many_blocks, "xor %eax, %eax; 1: \n.rept 300\n inc %eax; jmp 2f; 2:\n.endr\n hlt")
TEST(CoreBlocks, ManyBlocks) { same_in_every_way(many_blocks_code(), 300); }

GUEST(addresses16,
      "mov $0x12345, %ebx; mov $0xffff3000, %esi; movl $77, 0x5345; addr16 mov (%bx,%si), %eax;"
      "mov $0x10003, %ecx; 2: inc %eax; addr16 loop 2b; hlt")
TEST(CoreBlocks, SixteenBitAddresses) { same_in_every_way(addresses16_code(), 80); }

// --- fast-forward support ------------------------------------------------------------------------
GUEST(poll, "1: mov 0x30000, %eax; test %eax, %eax; jz 1b; hlt")
TEST(CoreFastForward, PollingRepeatsItselfAndCanBeSkipped) {
  CoreMachine machine, reference;
  machine.start(poll_code());
  reference.start(poll_code());
  machine.run_until(5000);
  const auto begin = machine.core.now();
  const CoreCounters before = machine.core.counters();
  kernel::StateImage first;
  machine.core.fingerprint(begin, first);
  machine.core.watch_stores(true);
  kernel::Cycle period = 0;
  for (kernel::Cycle limit = begin + 1; period == 0 && limit < begin + 100; ++limit) {
    machine.run_until(limit);
    first.compare();
    machine.core.fingerprint(machine.core.now(), first);
    if (first.same()) period = machine.core.now() - begin;
  }
  ASSERT_NE(period, 0u) << "the loop has a period";
  EXPECT_TRUE(machine.core.stores_neutral());
  machine.core.watch_stores(false);
  EXPECT_FALSE(machine.core.stores_neutral()) << "nobody has watched";
  machine.core.skip(1000 * period, 1000, machine.core.counters() - before);
  const auto end = begin + 1001 * period;
  EXPECT_EQ(machine.core.now(), end);
  reference.run_until(end);
  EXPECT_EQ(outcome(machine), outcome(reference));
}

// All registers come back, but the loop ends after a time.
GUEST(poll_for_a_time,
      "1: rdtsc; cmp $20000, %eax; jae 2f; xor %eax, %eax; mov 0x30000, %ebx; test %ebx, %ebx;"
      "jz 1b; 2: hlt")
TEST(CoreFastForward, WhatLooksAtTheTimeNeverRepeatsItself) {
  CoreMachine machine;
  machine.start(poll_for_a_time_code());
  machine.run_until(5000);
  const auto begin = machine.core.now();
  kernel::StateImage first;
  machine.core.fingerprint(begin, first);
  for (kernel::Cycle limit = begin + 1; limit < begin + 1000; ++limit) {
    machine.run_until(limit);
    first.compare();
    machine.core.fingerprint(machine.core.now(), first);
    EXPECT_TRUE(first.differs() || machine.core.now() == begin) << machine.core.now();
  }
}

}  // namespace
}  // namespace rc::cpu
