// SPDX-License-Identifier: Apache-2.0
// Protected mode: rings and gates. By section of Intel, Pentium Processor Family Developer's Manual,
// vol. 3: 12 (protection), 14.4 (interrupts), 25 (instructions).
#include "tests/unit/cpu/protected_machine.h"

namespace rc::cpu {
namespace {

GUEST(start_user, PROTECTED_SETUP TO_USER)
GUEST(user_calls_gate,
      "push $0x1111; push $0x2222; lcall $0x30, $0; mov %ds, %ebp; mov %esp, %edi; int $0x40")
GUEST(gate_code,
      "mov 8(%esp), %ebx; mov 12(%esp), %ecx; mov 16(%esp), %edx; mov 20(%esp), %esi;"
      "mov %cs, %eax; lret $8")
GUEST(stop_here, "hlt")
TEST(CoreRings, CallGateWithParameters) {
  std::vector<std::uint64_t> expected;
  for (const kernel::Cycle step : {0, 1, 9}) {
    Protected machine;
    machine.extra({0x0001ec0200080000 | 0x2000});  // to 8:0x12000, two parameters, DPL 3
    machine.load(0x11000, user_calls_gate_code());
    machine.load(0x12000, gate_code_code());
    machine.gate(0x40, stop_here_code(), 0xe, 3);
    machine.start(start_user_code());
    machine.run(step);
    EXPECT_EQ(machine.reg(0), 8u) << "CS";
    EXPECT_EQ(machine.reg(3), 0x2222u);
    EXPECT_EQ(machine.reg(1), 0x1111u);
    EXPECT_EQ(machine.reg(2), 0x5fff8u) << "ESP of the caller";
    EXPECT_EQ(machine.reg(6), 0x23u) << "SS of the caller";
    EXPECT_EQ(machine.reg(7), 0x60000u) << "the parameters are gone from its stack, too";
    EXPECT_EQ(machine.reg(5), 0x23u) << "DS may be used in ring 3";
    if (expected.empty()) expected = outcome(machine);
    EXPECT_EQ(outcome(machine), expected);
  }
}

GUEST(user_far, "ljmp *%cs:0x11100")
TEST(CoreRings, ChecksOfGates) {
  struct Case {
    std::uint64_t gate;
    std::uint32_t error;
  };
  const Case cases[] = {
      {0x0001cc0000082000, 0x30},   // DPL 2
      {0x00016c0000082000, 0x30},   // absent
      {0x0001ec0000002000, 0},      // null
      {0x0001ec0000102000, 0x10},   // no code
      {0x0001ec0000082000, 0x08},   // a jump to an inner ring
      {0x0001ec0002002000, 0x200},  // beyond the table
  };
  for (const Case& each : cases) {
    Protected machine;
    machine.extra({each.gate});
    machine.load(0x11000, user_far_code());
    machine.set_word(0x11100, 0);
    machine.set_word(0x11104, 0x33);
    machine.start(start_user_code());
    EXPECT_EQ(machine.stops_with(), each.error) << std::hex << each.gate;
    EXPECT_EQ(machine.reg(6), 0x11000u) << "EIP of the jump";
  }
}

// 25, CALL: the new stack comes before the limit of the code.
GUEST(user_calls_beyond, "lcall $0x30, $0")
TEST(CoreRings, CallLooksAtTheInnerStackBeforeTheOffset) {
  for (const bool bad_stack : {false, true}) {
    Protected machine;
    // To 0x38:0x12000 in ring 1, whose limit is 0xfff, and a stack there.
    machine.extra({0x0001ec0000382000, 0x0040ba0000000fff, 0x00cfb2000000ffff});
    machine.load(0x11000, user_calls_beyond_code());
    machine.set_word(0x300c, 0x64000);
    machine.set_word(0x3010, bad_stack ? 0x1b : 0x41);
    machine.start(start_user_code());
    EXPECT_EQ(machine.stops_with(), bad_stack ? 0x18u : 0u);
    EXPECT_EQ(machine.reg(6), 0x11000u) << "EIP of the call";
  }
}

// RETF to ring 3 takes DS, whose segment is of ring 0, away.
GUEST(far_return_out, PROTECTED_SETUP "push $0x23; push $0x60000; push $0x1b; push $0x11000; lret")
GUEST(after_return, "mov %ds, %ebx; mov %cs, %ecx; mov %esp, %edx; int $0x40")
TEST(CoreRings, FarReturnToAnOuterRing) {
  Protected machine;
  machine.load(0x11000, after_return_code());
  machine.gate(0x40, stop_here_code(), 0xe, 3);
  machine.start(far_return_out_code());
  machine.run();
  EXPECT_EQ(machine.reg(3), 0u);
  EXPECT_EQ(machine.reg(1), 0x1bu);
  EXPECT_EQ(machine.reg(2), 0x60000u);
}

// The kernel's stack and tables lie in pages of the supervisor.
GUEST(paged_user, PROTECTED_SETUP
      "mov $0x5000, %eax; mov %eax, %cr3; mov %cr0, %eax; or $0x80000000, %eax; mov %eax, %cr0;"
      "jmp 1f; 1:" TO_USER)
GUEST(user_int, "mov $7, %ebx; int $0x80; int $0x40")
GUEST(kernel_entry, "mov (%esp), %ecx; iret")
TEST(CoreRings, KernelPagesNeedNotBelongToTheUser) {
  for (const kernel::Cycle step : {0, 1}) {
    Protected machine;
    machine.set_word(0x5000, 0x6000 | 7);
    for (std::uint32_t page = 0; page < 256; ++page) {
      const bool user = page == 0x11 || page == 0x5f;
      machine.set_word(0x6000 + 4 * page, page << 12 | (user ? 7 : 3));
    }
    machine.load(0x11000, user_int_code());
    machine.gate(0x80, kernel_entry_code(), 0xe, 3);
    machine.gate(0x40, stop_here_code(), 0xe, 3);
    machine.start(paged_user_code());
    machine.run(step);
    EXPECT_EQ(machine.reg(3), 7u);
    EXPECT_EQ(machine.reg(1), 0x11007u);
    EXPECT_EQ(machine.core.counters().exceptions, 2u);
  }
}

GUEST(user_wants_int, "mov $7, %ebx; int $0x80")
TEST(CoreRings, PrivilegeOfAGate) {
  Protected machine;
  machine.load(0x11000, user_wants_int_code());
  machine.gate(0x80, stop_here_code(), 0xe, 2);
  machine.start(start_user_code());
  EXPECT_EQ(machine.stops_with(), 0x80u * 8 + 2);
  EXPECT_EQ(machine.reg(6), 0x11005u) << "EIP of INT, not behind it";
}

// What an interrupt from ring 3 raises if the inner stack is not good.
TEST(CoreRings, InnerStackOfAnInterrupt) {
  struct Case {
    std::uint32_t stack, limit, raised;
  };
  constexpr std::uint32_t kTs = 10, kSs = 12;
  const Case cases[] = {
      {0x10, 0x67, 0},
      {0, 0x67, kTs << 16},
      {0x23, 0x67, kTs << 16 | 0x20},
      {0x08, 0x67, kTs << 16 | 0x08},
      {0x30, 0x67, kSs << 16 | 0x30},
      {0x38, 0x67, kSs << 16 | 0x38},
      {0x10, 8, kTs << 16 | 0x28},
  };
  for (const Case& each : cases) {
    Protected machine;
    // Handlers of ring 3, which need no inner stack.
    machine.extra({kFlatData & ~kAbsent, 0x00409200000003ff});
    machine.set_word(0x3008, each.stack);
    machine.descriptor(5, 0x0000890030000000 | each.limit);
    machine.load(0x11000, user_wants_int_code());
    machine.gate(0x80, stop_here_code(), 0xe, 3);
    for (const unsigned vector : {10u, 12u}) {
      machine.gate(vector, vector == 10 ? with_error_code() : vector_12_code());
      const std::uint32_t at = CoreMachine::kIdt + 8 * vector;
      machine.set_word(at, (machine.word(at) & 0xffff) | 0x1b0000);
    }
    machine.start(start_user_code());
    machine.core.set_block_cache(true);
    // HLT of ring 3 faults, and then for good: only the first exception is looked at.
    std::uint32_t raised = 0;
    try {
      machine.run();
    } catch (const std::exception&) {
      raised = machine.reg(7) | (machine.reg(7) >> 16 == 0 ? kTs << 16 : 0);
    }
    EXPECT_EQ(raised, each.raised) << std::hex << each.stack << " " << each.limit;
  }
}

// A 16-bit gate and a 16-bit task state segment push words.
GUEST(user_16, "mov $0x12345678, %ebx; int $0x41")
GUEST(words, "movzwl (%esp), %ecx; movzwl 2(%esp), %edx; movzwl 8(%esp), %esi; mov %esp, %edi; hlt")
TEST(CoreRings, SixteenBitGateAndTask) {
  Protected machine;
  machine.descriptor(5, 0x000081003000002b);
  machine.set_word(0x3000, 0x70000000 | 0);
  machine.set_word(0x3002, 0x00107000);  // SP0, SS0
  machine.load(0x11000, user_16_code());
  machine.gate(0x41, words_code(), 6, 3);
  // The handler lies below 64 KB for a 16-bit gate.
  machine.load(0x9000, words_code());
  machine.set_word(CoreMachine::kIdt + 8 * 0x41, 0x00089000);
  machine.start(start_user_code());
  machine.run();
  EXPECT_EQ(machine.reg(1), 0x1007u);
  EXPECT_EQ(machine.reg(2), 0x1bu);
  EXPECT_EQ(machine.reg(6), 0x23u);
  EXPECT_EQ(machine.reg(7), 0x7000u - 10);
}

}  // namespace
}  // namespace rc::cpu
