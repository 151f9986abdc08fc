// SPDX-License-Identifier: Apache-2.0
// Protected mode: segments. By section of Intel, Pentium Processor Family Developer's Manual, vol. 3:
// 11 (segments), 12 (protection), 25 (instructions).
#include "tests/unit/cpu/protected_machine.h"

namespace rc::cpu {
namespace {

GUEST(based, PROTECTED_SETUP
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
GUEST(limit_last, PROTECTED_SETUP "mov $0x30, %eax; mov %eax, %fs; movl $1, %fs:0xffc; hlt")
GUEST(limit_over, PROTECTED_SETUP "mov $0x30, %eax; mov %eax, %fs; movl $1, %fs:0xffd; hlt")
GUEST(limit_read, PROTECTED_SETUP "mov $0x30, %eax; mov %eax, %fs; movb %fs:0x1000, %al; hlt")
GUEST(limit_wraps, PROTECTED_SETUP "mov $0x10, %eax; mov %eax, %fs; mov %fs:0xfffffffe, %eax; hlt")
GUEST(limit_x87, PROTECTED_SETUP "mov $0x30, %eax; mov %eax, %fs; fldl %fs:0xff9; hlt")
GUEST(limit_rmw,
      PROTECTED_SETUP "mov $0x30, %eax; mov %eax, %fs; xor %ecx, %ecx; lock incl %fs:0xffe; hlt")
GUEST(limit_bit,
      PROTECTED_SETUP "mov $0x30, %eax; mov %eax, %fs; mov $0x8000, %ecx; bts %ecx, %fs:0; hlt")
GUEST(read_only,
      PROTECTED_SETUP "mov $0x38, %eax; mov %eax, %gs; mov %gs:4, %ebx; movl $1, %gs:4; hlt")
GUEST(code_write, PROTECTED_SETUP "mov %cs:4, %ebx; movl $1, %cs:0x40000; hlt")
GUEST(null_load, PROTECTED_SETUP "xor %eax, %eax; mov %eax, %fs; hlt")
GUEST(null_use, PROTECTED_SETUP "xor %eax, %eax; mov %eax, %fs; mov %fs:4, %eax; hlt")
GUEST(null_ds, PROTECTED_SETUP "xor %eax, %eax; mov %eax, %ds; mov 4, %eax; hlt")
GUEST(null_string, PROTECTED_SETUP "xor %eax, %eax; mov %eax, %es; mov $1, %ecx; rep stosb; hlt")
GUEST(down_below, PROTECTED_SETUP "mov $0x40, %eax; mov %eax, %fs; movl %fs:0xfff, %eax; hlt")
GUEST(down_first, PROTECTED_SETUP "mov $0x40, %eax; mov %eax, %fs; movl %fs:0x1000, %eax; hlt")
GUEST(down_16, PROTECTED_SETUP
      "mov $0x48, %eax; mov %eax, %fs; movl %fs:0xfffc, %ebx; movl %fs:0xfffd, %eax")
GUEST(stack_limit,
      PROTECTED_SETUP "mov $0x30, %eax; mov %eax, %ss; mov $0x1004, %esp; pop %ebx; hlt")
GUEST(stack_based,
      PROTECTED_SETUP "mov $0x30, %eax; mov %eax, %ss; mov $0x1000, %ebp; mov (%ebp), %ebx; hlt")
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
GUEST(load_fs, PROTECTED_SETUP "mov 0x4000, %eax; mov %eax, %fs; mov $0, %edi; hlt")
GUEST(load_ss, PROTECTED_SETUP "mov 0x4000, %eax; mov %eax, %ss; mov $0, %edi; hlt")
GUEST(load_lldt, PROTECTED_SETUP "mov 0x4000, %eax; lldt %ax; mov $0, %edi; hlt")
GUEST(load_ltr, PROTECTED_SETUP "mov 0x4000, %eax; ltr %ax; mov $0, %edi; hlt")
GUEST(jump_far, PROTECTED_SETUP "ljmp *0x4004")
GUEST(vector_11, "pop %edi; or $0xb0000, %edi; mov $0x600d, %ebp; hlt")
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

// What an instruction raises wherever its operand is comes before the check of the segment: each has
// an operand that its segment does not permit.
#define FS_OF_A_PAGE PROTECTED_SETUP "mov $0x30, %eax; mov %eax, %fs;"
#define CR0_BIT(bit) "mov %cr0, %eax; or $" #bit ", %eax; mov %eax, %cr0;"
#define DIVIDED_BY_0 "fninit; pushl $0x37b; fldcw (%esp); fld1; fdivs 0x4000;"
GUEST(first_ts, FS_OF_A_PAGE CR0_BIT(8) "fldl %fs:0xff9; hlt")
GUEST(first_em, FS_OF_A_PAGE CR0_BIT(4) "fnstcw %fs:0x1000; hlt")
GUEST(first_pending, FS_OF_A_PAGE DIVIDED_BY_0 "fldl %fs:0xff9; hlt")
GUEST(first_pending_store, FS_OF_A_PAGE DIVIDED_BY_0 "fistpl %fs:0x1000; hlt")
GUEST(first_not_waiting, FS_OF_A_PAGE DIVIDED_BY_0 "fnstcw %fs:0x1000; hlt")
GUEST(user_small_stack, PROTECTED_SETUP TO_USER)
GUEST(user_lgdt, "mov $0x3b, %eax; mov %eax, %ss; lgdt %ss:0x1000; hlt")
GUEST(user_lidt, "mov $0x3b, %eax; mov %eax, %ss; lidt %ss:0x1000; hlt")
GUEST(user_lldt, "mov $0x3b, %eax; mov %eax, %ss; lldt %ss:0x1000; hlt")
GUEST(user_lmsw, "mov $0x3b, %eax; mov %eax, %ss; lmsw %ss:0x1000; hlt")
GUEST(user_sgdt, "mov $0x3b, %eax; mov %eax, %ss; sgdt %ss:0x1000; hlt")
GUEST(vector_7, "mov $0x70000, %edi; hlt")
GUEST(vector_16, "mov $0x100000, %edi; hlt")
TEST(CoreSegments, WhatIsRaisedWhereverTheOperandIsComesFirst) {
  struct Case {
    const char* name;
    GuestCode code;
    unsigned vector;
    GuestCode user = {};
  };
  const Case cases[] = {
      {"x87 load, TS", first_ts_code(), 7},
      {"x87 control, EM", first_em_code(), 7},
      {"x87 load, an exception pending", first_pending_code(), 16},
      {"x87 store, an exception pending", first_pending_store_code(), 16},
      {"x87 control that does not wait", first_not_waiting_code(), 13},
      {"LGDT of ring 3", user_small_stack_code(), 13, user_lgdt_code()},
      {"LIDT of ring 3", user_small_stack_code(), 13, user_lidt_code()},
      {"LLDT of ring 3", user_small_stack_code(), 13, user_lldt_code()},
      {"LMSW of ring 3", user_small_stack_code(), 13, user_lmsw_code()},
      {"SGDT of ring 3", user_small_stack_code(), 12, user_sgdt_code()},
  };
  for (const Case& each : cases) {
    for (const kernel::Cycle step : {0, 1}) {
      Protected machine;
      machine.extra({0x0040920000000fff, 0x0040f20000000fff});
      machine.gate(7, vector_7_code());
      machine.gate(12, vector_12_code());
      machine.gate(13, vector_13_code());
      machine.gate(16, vector_16_code());
      machine.load(0x11000, each.user);
      machine.start(each.code);
      machine.run(step);
      EXPECT_EQ(machine.reg(7), each.vector << 16) << each.name;
    }
  }
}

GUEST(mark_tables, PROTECTED_SETUP "mov $0x30, %eax; mov %eax, %fs; hlt")
TEST(CoreSegments, AccessedAndBusyBits) {
  Protected machine;
  machine.extra({kFlatData});
  machine.start(mark_tables_code());
  machine.run();
  EXPECT_EQ(machine.word(CoreMachine::kGdt + 0x34) >> 8 & 0xff, 0x93u);
  EXPECT_EQ(machine.word(CoreMachine::kGdt + 0x2c) >> 8 & 0xff, 0x8bu);
}

// 32-bit code calls 16-bit code in a segment of its own, which calls back.
GUEST(to_narrow, PROTECTED_SETUP "mov $5, %ebx; lcall $0x30, $0; mov $0x600d, %edi; hlt")
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
GUEST(to_based, PROTECTED_SETUP "ljmp $0x30, $0x40")
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

GUEST(local_segments, PROTECTED_SETUP
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
