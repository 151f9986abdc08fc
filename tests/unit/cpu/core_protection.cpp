// SPDX-License-Identifier: Apache-2.0
// Protected mode: segments, rings and gates. By section of Intel, Pentium Processor Family
// Developer's Manual, vol. 3: 11 (segments), 12 (protection), 14.4 (interrupts), 25 (instructions).
#include <gtest/gtest.h>

#include "tests/unit/cpu/core_machine.h"

namespace rc::cpu {
namespace {

// The handlers' result: EBP, EDI = the error code, ESI = EIP of the frame.
GUEST(with_error, "pop %edi; mov (%esp), %esi; mov $0x600d, %ebp; hlt")
GUEST(without_error, "mov (%esp), %esi; mov $0x600d, %ebp; hlt")

#undef SETUP
#define SETUP                                                                               \
  "lgdt 0x0ff0; lidt 0x1ff0; mov $0x10, %eax; mov %eax, %ss; mov %eax, %ds; mov %eax, %es;" \
  "mov $0x28, %eax; ltr %ax;"
// Ring 3 at 0x11000, with its stack at 0x60000.
#define TO_USER                                                                           \
  "mov $0x23, %eax; mov %eax, %ds; mov %eax, %es; pushl $0x23; pushl $0x60000; pushl $2;" \
  "pushl $0x1b; pushl $0x11000; iret"

constexpr std::uint64_t kFlatCode = 0x00cf9a000000ffff, kFlatData = 0x00cf92000000ffff;
constexpr std::uint64_t kAbsent = std::uint64_t{1} << 47;  // to take away

struct Protected : CoreMachine {
  Protected() {
    tables();
    memory[kGdt - 16] = 31 * 8 + 7;
    for (const unsigned vector : {10u, 11u, 12u, 13u, 14u}) gate(vector, with_error_code());
    gate(6, without_error_code());
  }
  // From 0x30 on.
  void extra(std::initializer_list<std::uint64_t> descriptors) {
    unsigned index = 6;
    for (const std::uint64_t each : descriptors) descriptor(index++, each);
  }
  std::uint32_t stops_with() {
    run();
    EXPECT_EQ(reg(5), 0x600du) << "the handler";
    return reg(7);
  }
};

GUEST(based, SETUP
      "mov $0x30, %eax; mov %eax, %fs; mov %eax, %gs; movl $0x1111, %fs:0x10; mov %fs:0x10, %ebx;"
      "mov %eax, %ds; movl $0x2222, 0x14; incl %ds:0x14; mov $0x20, %esi; movl $0x3333, (%esi);"
      "lodsl; mov $0x40, %edi; mov $0x30, %edx; mov %edx, %es; stosl; mov 0x14, %ecx;"
      "lea 4(%esi), %edx; mov %edx, %ss:0x40060; hlt")
TEST(CoreSegments, Bases) {
  for (const kernel::Cycle step : {0, 1, 9}) {
    Protected machine;
    machine.extra({0x00cf92040000ffff});  // base 0x40000
    machine.start(based_code());
    machine.run(step);
    EXPECT_EQ(machine.word(0x40010), 0x1111u);
    EXPECT_EQ(machine.reg(3), 0x1111u);
    EXPECT_EQ(machine.word(0x40014), 0x2223u);
    EXPECT_EQ(machine.reg(1), 0x2223u);
    EXPECT_EQ(machine.word(0x40040), 0x3333u) << "strings, through DS and ES";
    EXPECT_EQ(machine.word(0x40060), 0x28u) << "LEA knows no base";
  }
}

// Each access and the vector that it raises; 0: none. FS: 0x1000 bytes; GS: read-only.
GUEST(limit_last, SETUP "mov $0x30, %eax; mov %eax, %fs; movl $1, %fs:0xffc; hlt")
GUEST(limit_over, SETUP "mov $0x30, %eax; mov %eax, %fs; movl $1, %fs:0xffd; hlt")
GUEST(limit_read, SETUP "mov $0x30, %eax; mov %eax, %fs; movb %fs:0x1000, %al; hlt")
GUEST(limit_wraps, SETUP "mov $0x10, %eax; mov %eax, %fs; mov %fs:0xfffffffe, %eax; hlt")
GUEST(limit_x87, SETUP "mov $0x30, %eax; mov %eax, %fs; fldl %fs:0xff9; hlt")
GUEST(limit_rmw, SETUP "mov $0x30, %eax; mov %eax, %fs; xor %ecx, %ecx; lock incl %fs:0xffe; hlt")
GUEST(limit_bit, SETUP "mov $0x30, %eax; mov %eax, %fs; mov $0x8000, %ecx; bts %ecx, %fs:0; hlt")
GUEST(read_only, SETUP "mov $0x38, %eax; mov %eax, %gs; mov %gs:4, %ebx; movl $1, %gs:4; hlt")
GUEST(code_write, SETUP "mov %cs:4, %ebx; movl $1, %cs:0x40000; hlt")
GUEST(null_load, SETUP "xor %eax, %eax; mov %eax, %fs; hlt")
GUEST(null_use, SETUP "xor %eax, %eax; mov %eax, %fs; mov %fs:4, %eax; hlt")
GUEST(null_ds, SETUP "xor %eax, %eax; mov %eax, %ds; mov 4, %eax; hlt")
GUEST(null_string, SETUP "xor %eax, %eax; mov %eax, %es; mov $1, %ecx; rep stosb; hlt")
GUEST(down_below, SETUP "mov $0x40, %eax; mov %eax, %fs; movl %fs:0xfff, %eax; hlt")
GUEST(down_first, SETUP "mov $0x40, %eax; mov %eax, %fs; movl %fs:0x1000, %eax; hlt")
GUEST(down_16, SETUP "mov $0x48, %eax; mov %eax, %fs; movl %fs:0xfffc, %ebx; movl %fs:0xfffd, %eax")
GUEST(stack_limit, SETUP "mov $0x30, %eax; mov %eax, %ss; mov $0x1004, %esp; pop %ebx; hlt")
GUEST(stack_based, SETUP "mov $0x30, %eax; mov %eax, %ss; mov $0x1000, %ebp; mov (%ebp), %ebx; hlt")
TEST(CoreSegments, LimitsAndRights) {
  struct Case {
    const char* name;
    GuestCode code;
    unsigned vector;
  };
  const Case cases[] = {
      {"the last bytes", limit_last_code(), 0},
      {"one byte over", limit_over_code(), 13},
      {"a byte behind", limit_read_code(), 13},
      {"around 4 GB", limit_wraps_code(), 13},
      {"x87 operand", limit_x87_code(), 13},
      {"locked", limit_rmw_code(), 13},
      {"bit of a register's number", limit_bit_code(), 13},
      {"write to read-only data", read_only_code(), 13},
      {"write to code", code_write_code(), 13},
      {"null selector", null_load_code(), 0},
      {"access through null", null_use_code(), 13},
      {"access through null DS", null_ds_code(), 13},
      {"string through null", null_string_code(), 13},
      {"expand-down: at the limit", down_below_code(), 13},
      {"expand-down: above it", down_first_code(), 0},
      {"expand-down of 64 KB", down_16_code(), 13},
      {"pop behind the limit", stack_limit_code(), 12},
      {"EBP behind the limit", stack_based_code(), 12},
  };
  for (const Case& each : cases) {
    Protected machine;
    machine.extra({0x0040920000000fff, 0x00cf90000000ffff, 0x00c0960000000000, 0x0000960000000fff});
    machine.gate(12, with_error_code());
    machine.start(each.code);
    // #SS and #GP have a stack of their own only from an outer ring: a handler of ring 0 pushes
    // where SS points.
    if (each.vector == 12) {
      EXPECT_ANY_THROW(machine.run()) << each.name;
      continue;
    }
    machine.run();
    EXPECT_EQ(machine.reg(5) == 0x600d, each.vector != 0) << each.name;
    EXPECT_EQ(machine.reg(7), 0u) << each.name << ": error code";
  }
}

// Loads and what they raise: vector << 16 | error code.
GUEST(load_fs, SETUP "mov 0x4000, %eax; mov %eax, %fs; mov $0, %edi; hlt")
GUEST(load_ss, SETUP "mov 0x4000, %eax; mov %eax, %ss; mov $0, %edi; hlt")
GUEST(load_lldt, SETUP "mov 0x4000, %eax; lldt %ax; mov $0, %edi; hlt")
GUEST(load_ltr, SETUP "mov 0x4000, %eax; ltr %ax; mov $0, %edi; hlt")
GUEST(jump_far, SETUP "ljmp *0x4004")
GUEST(vector_11, "pop %edi; or $0xb0000, %edi; mov $0x600d, %ebp; hlt")
GUEST(vector_12, "pop %edi; or $0xc0000, %edi; mov $0x600d, %ebp; hlt")
GUEST(vector_13, "pop %edi; or $0xd0000, %edi; mov $0x600d, %ebp; hlt")
TEST(CoreSegments, ChecksOnLoading) {
  struct Case {
    GuestCode code;
    std::uint32_t selector, raised;
  };
  constexpr std::uint32_t kNp = 11u << 16, kSs = 12u << 16, kGp = 13u << 16;
  const Case cases[] = {
      {load_fs_code(), 0x30, 0},
      {load_fs_code(), 0x33, kGp | 0x30},
      {load_fs_code(), 0x23, 0},
      {load_fs_code(), 0x38, kNp | 0x38},
      {load_fs_code(), 0x40, kGp | 0x40},
      {load_fs_code(), 0x48, 0},
      {load_fs_code(), 0x4b, 0},
      {load_fs_code(), 0x28, kGp | 0x28},
      {load_fs_code(), 0x100, kGp | 0x100},
      {load_fs_code(), 0x34, kGp | 0x34},
      {load_ss_code(), 0x30, 0},
      {load_ss_code(), 0, kGp},
      {load_ss_code(), 0x23, kGp | 0x20},
      {load_ss_code(), 0x50, kGp | 0x50},
      {load_ss_code(), 0x38, kSs | 0x38},
      {load_ss_code(), 0x08, kGp | 0x08},
      {load_lldt_code(), 0x58, 0},
      {load_lldt_code(), 0, 0},
      {load_lldt_code(), 0x30, kGp | 0x30},
      {load_lldt_code(), 0x34, kGp | 0x34},
      {load_ltr_code(), 0x60, 0},
      {load_ltr_code(), 0x28, kGp | 0x28},
      {load_ltr_code(), 0, kGp},
      {load_ltr_code(), 0x68, kNp | 0x68},
      {jump_far_code(), 0, kGp},
      {jump_far_code(), 0x10, kGp | 0x10},
      {jump_far_code(), 0x1b, kGp | 0x18},
      {jump_far_code(), 0x0b, kGp | 0x08},
      {jump_far_code(), 0x70, kNp | 0x70},
      {jump_far_code(), 0x78, kGp},
  };
  for (const Case& each : cases) {
    Protected machine;
    machine.extra({kFlatData,             // 30
                   kFlatData & ~kAbsent,  // 38
                   0x00cf98000000ffff,    // 40: execute only
                   0x00cf9e000000ffff,    // 48: conforming, readable
                   0x00cf90000000ffff,    // 50: read only
                   0x0000820050000007,    // 58: LDT
                   0x0000890050000067,    // 60: TSS
                   0x0000090050000067,    // 68: absent TSS
                   kFlatCode & ~kAbsent,  // 70
                   0x00409a000000000f});  // 78: 16 bytes
    machine.gate(11, vector_11_code());
    machine.gate(12, vector_12_code());
    machine.gate(13, vector_13_code());
    machine.set_word(0x4000, each.selector);
    machine.set_word(0x4004, 0x11000);
    machine.set_word(0x4008, each.selector);
    machine.start(each.code);
    machine.run();
    EXPECT_EQ(machine.reg(7), each.raised) << std::hex << each.selector;
  }
}

GUEST(mark_tables, SETUP "mov $0x30, %eax; mov %eax, %fs; hlt")
TEST(CoreSegments, AccessedAndBusyBits) {
  Protected machine;
  machine.extra({kFlatData});
  machine.start(mark_tables_code());
  machine.run();
  EXPECT_EQ(machine.word(CoreMachine::kGdt + 0x34) >> 8 & 0xff, 0x93u);
  EXPECT_EQ(machine.word(CoreMachine::kGdt + 0x2c) >> 8 & 0xff, 0x8bu);
}

// 32-bit code calls 16-bit code in a segment of its own, which calls back.
GUEST(to_narrow, SETUP "mov $5, %ebx; lcall $0x30, $0; mov $0x600d, %edi; hlt")
GUEST16(narrow, "incw %bx; call 1f; lcalll $8, $0x12000; lretl; 1: addw $0x100, %bx; ret")
GUEST(wide_again, "add $0x10000, %ebx; lret")
TEST(CoreSegments, SixteenBitCodeInProtectedMode) {
  std::vector<std::uint64_t> expected;
  for (const kernel::Cycle step : {0, 1, 9}) {
    Protected machine;
    machine.extra({0x00009a011000ffff});  // base 0x11000
    machine.load(0x11000, narrow_code());
    machine.load(0x12000, wide_again_code());
    machine.start(to_narrow_code());
    machine.run(step);
    EXPECT_EQ(machine.reg(3), 0x10106u);
    EXPECT_EQ(machine.reg(7), 0x600du);
    EXPECT_EQ(machine.reg(4), CoreMachine::kStack);
    if (expected.empty()) expected = outcome(machine);
    EXPECT_EQ(outcome(machine), expected);
  }
}

// Code with a base: EIP on the stack counts from it.
GUEST(to_based, SETUP "ljmp $0x30, $0x40")
GUEST(at_base, "call 1f; 1: pop %ebx; int $0x40; call *%ebx; hlt")
GUEST(frame_eip, "mov (%esp), %ecx; mov $0x50, %ebx; iret")
GUEST(call_target, "mov (%esp), %edx; ret")
TEST(CoreSegments, CodeWithABase) {
  Protected machine;
  machine.extra({0x00cf9a011000ffff});
  machine.load(0x11040, at_base_code());
  machine.gate(0x40, frame_eip_code());
  machine.start(to_based_code());
  machine.load(0x11050, call_target_code());
  machine.run();
  EXPECT_EQ(machine.reg(1), 0x48u) << "behind INT";
  EXPECT_EQ(machine.core.arch_state().eip, 0x1104bu) << "linear";
}

// --- rings -----------------------------------------------------------------------------------------

GUEST(start_user, SETUP TO_USER)
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

// RETF to ring 3 takes DS, whose segment is of ring 0, away.
GUEST(far_return_out, SETUP "push $0x23; push $0x60000; push $0x1b; push $0x11000; lret")
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
GUEST(paged_user, SETUP
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

GUEST(local_segments, SETUP
      "mov $0x30, %eax; lldt %ax; mov $0x0c, %eax; mov %eax, %fs; mov %fs:8, %ebx; sldt %ecx;"
      "mov $0x14, %eax; mov %eax, %fs; hlt")
TEST(CoreSegments, LocalDescriptors) {
  Protected machine;
  machine.extra({0x000082005000000f});
  machine.set_word(0x5008, 0x0000ffff);
  machine.set_word(0x500c, 0x00cf9204);  // base 0x40000
  machine.set_word(0x40008, 0x77);
  machine.start(local_segments_code());
  EXPECT_EQ(machine.stops_with(), 0x14u) << "beyond the limit of the LDT";
  EXPECT_EQ(machine.reg(3), 0x77u);
  EXPECT_EQ(machine.reg(1) & 0xffff, 0x30u);
}

}  // namespace
}  // namespace rc::cpu
