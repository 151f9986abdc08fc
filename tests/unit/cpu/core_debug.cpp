// SPDX-License-Identifier: Apache-2.0
// Debug exceptions, and details of a P54C: alignment checks, model-specific registers, pages of 4 MB.
// By section of Intel, Pentium Processor Family Developer's Manual, vol. 3: 17 (debugging), 14.9
// (exceptions), 11.3 (paging).
#include <gtest/gtest.h>

#include "tests/unit/cpu/core_machine.h"

namespace rc::cpu {
namespace {

#undef SETUP
#define SETUP \
  "lgdt 0x0ff0; lidt 0x1ff0; mov $0x10, %eax; mov %eax, %ss; mov %eax, %ds; mov %eax, %es;"

// Notes EIP of the frame at 0x4000, DR6 at 0x4400, for each call, and counts in EDI. The frame of a
// breakpoint in code has RF clear, so a handler sets it, or would meet the breakpoint again.
GUEST(note,
      "mov (%esp), %eax; mov %eax, 0x4000(,%edi,4); mov %dr6, %eax; mov %eax, 0x4400(,%edi,4);"
      "xor %eax, %eax; mov %eax, %dr6; orl $0x10000, 8(%esp); inc %edi; iret")

struct Debugged : CoreMachine {
  explicit Debugged(bool timed = true) : CoreMachine(timed) {
    tables();
    gate(1, note_code());
  }
  std::uint32_t eip_of(unsigned hit) { return word(0x4000 + 4 * hit); }
  std::uint32_t dr6_of(unsigned hit) { return word(0x4400 + 4 * hit) & 0xe00f; }
};

// In any steps, with and without cached blocks.
template <class Check>
void in_any_steps(GuestCode code, Check check, bool functional_too = true) {
  std::vector<std::uint64_t> expected;
  for (const bool blocks : {true, false}) {
    for (const kernel::Cycle step : {0, 1, 7}) {
      Debugged machine;
      machine.core.set_block_cache(blocks);
      machine.start(code);
      machine.run(step);
      check(machine);
      if (expected.empty()) expected = outcome(machine);
      EXPECT_EQ(outcome(machine), expected) << "step " << step << ", blocks " << blocks;
    }
  }
  if (!functional_too) return;
  Debugged functional(false);
  functional.start(code);
  functional.run();
  check(functional);
}

GUEST(traced, SETUP
      "xor %edi, %edi; pushf; orl $0x100, (%esp); popf; inc %ebx; inc %ebx; jmp 1f; nop; 1: "
      "inc %ebx; pushf; andl $~0x100, (%esp); popf; inc %ebx; hlt")
TEST(CoreDebug, SingleSteps) {
  in_any_steps(traced_code(), [](Debugged& machine) {
    EXPECT_EQ(machine.reg(3), 4u);
    ASSERT_EQ(machine.reg(7), 7u) << "from the instruction behind POPF to the POPF that ends it";
    for (unsigned hit = 0; hit < 7; ++hit) EXPECT_EQ(machine.dr6_of(hit), 0x4000u);
    const std::uint32_t first = machine.eip_of(0);
    EXPECT_EQ(machine.eip_of(1), first + 1);
    EXPECT_EQ(machine.eip_of(2), first + 4) << "the target of the jump";
  });
}

GUEST(traced_string, SETUP
      "xor %edi, %edi; mov $0x5000, %esi; mov $3, %ecx; pushf; orl $0x100, (%esp); popf; rep lodsb;"
      "pushf; andl $~0x100, (%esp); popf; hlt")
TEST(CoreDebug, SingleStepsOfARepeatedString) {
  in_any_steps(traced_string_code(), [](Debugged& machine) {
    EXPECT_EQ(machine.reg(7), 6u);
    EXPECT_EQ(machine.eip_of(0), machine.eip_of(1)) << "after each iteration, at the instruction";
    EXPECT_EQ(machine.eip_of(2), machine.eip_of(1) + 2);
  });
}

GUEST(traced_stack, SETUP
      "xor %edi, %edi; mov %ss, %edx; pushf; orl $0x100, (%esp); popf; mov %edx, %ss; inc %ebx;"
      "pushf; andl $~0x100, (%esp); popf; hlt")
TEST(CoreDebug, NoStepBehindALoadOfSs) {
  in_any_steps(traced_stack_code(), [](Debugged& machine) { EXPECT_EQ(machine.reg(7), 4u); });
}

GUEST(traced_interrupt, SETUP
      "xor %edi, %edi; pushf; orl $0x100, (%esp); popf; int $0x40; pushf; andl $~0x100, (%esp);"
      "popf; hlt")
GUEST(untraced, "inc %ebx; inc %ebx; inc %ebx; iret")
TEST(CoreDebug, HandlersAreNotTraced) {
  Debugged machine;
  machine.gate(0x40, untraced_code());
  machine.start(traced_interrupt_code());
  machine.run();
  EXPECT_EQ(machine.reg(3), 3u);
  EXPECT_EQ(machine.reg(7), 3u);
}

// DR0 at the instruction, which a loop reaches three times: RF lets it pass.
GUEST(
    code_break_at, SETUP
    "xor %edi, %edi; call 3f; 3: pop %eax; add $(1f - 3b), %eax; mov %eax, %dr0; mov $0x402, %eax;"
    "mov %eax, %dr7; mov $3, %ecx; nop; 1: inc %ebx; dec %ecx; jnz 1b; xor %eax, %eax;"
    "mov %eax, %dr7; hlt")
TEST(CoreDebug, BreakpointsOfCode) {
  in_any_steps(code_break_at_code(), [](Debugged& machine) {
    EXPECT_EQ(machine.reg(3), 3u);
    ASSERT_EQ(machine.reg(7), 3u);
    for (unsigned hit = 0; hit < 3; ++hit) {
      EXPECT_EQ(machine.memory[machine.eip_of(hit)], 0x43) << "INC EBX, which has not run yet";
      EXPECT_EQ(machine.dr6_of(hit), 1u);
    }
  });
}

// DR1: writes of the word at 0x5002; DR2: accesses of the four bytes at 0x5010.
GUEST(data_break, SETUP
      "xor %edi, %edi; mov $0x5002, %eax; mov %eax, %dr1; mov $0x5010, %eax; mov %eax, %dr2;"
      "mov $0x0f500428, %eax; mov %eax, %dr7; mov 0x5000, %ecx; movl $1, 0x5004; movb $1, 0x5001;"
      "movl $2, 0x5000; nop; mov 0x5010, %ecx; movb %cl, 0x5013; push %ecx; movw $3, 0x500f;"
      "xor %eax, %eax; mov %eax, %dr7; movl $2, 0x5000; hlt")
TEST(CoreDebug, BreakpointsOfData) {
  in_any_steps(
      data_break_code(),
      [](Debugged& machine) {
        ASSERT_EQ(machine.reg(7), 4u);
        EXPECT_EQ(machine.memory[machine.eip_of(0)], 0x90) << "behind the store";
        EXPECT_EQ(machine.dr6_of(0), 2u);
        for (unsigned hit = 1; hit < 4; ++hit) EXPECT_EQ(machine.dr6_of(hit), 4u);
      },
      false);  // a functional core has no memory path to watch
}

GUEST(port_break, SETUP
      "xor %edi, %edi; mov %cr4, %eax; or $8, %eax; mov %eax, %cr4; mov $0x60, %eax;"
      "mov %eax, %dr3; mov $0x20000480, %eax; mov %eax, %dr7; in $0x5f, %al; in $0x5f, %ax;"
      "out %al, $0x60; out %al, $0x61; xor %eax, %eax; mov %eax, %dr7; hlt")
TEST(CoreDebug, BreakpointsOfPorts) {
  Debugged machine;
  machine.start(port_break_code());
  machine.run();
  EXPECT_EQ(machine.reg(7), 2u);
  EXPECT_EQ(machine.dr6_of(0), 8u);
}

GUEST(guarded, SETUP
      "xor %edi, %edi; mov $0x2400, %eax; mov %eax, %dr7; mov %dr0, %ebx; mov %dr7, %ecx; hlt")
TEST(CoreDebug, GeneralDetect) {
  Debugged machine;
  machine.start(guarded_code());
  machine.run();
  EXPECT_EQ(machine.reg(7), 1u);
  EXPECT_EQ(machine.dr6_of(0), 0x2000u);
  EXPECT_EQ(machine.memory[machine.eip_of(0)], 0x0f) << "the MOV, which runs when it comes back";
  EXPECT_EQ(machine.reg(1), 0x400u) << "the handler found it off";
}

GUEST(fault_frame, SETUP "xor %ecx, %ecx; div %ecx; hlt")
GUEST(stop_with_flags, "mov 8(%esp), %ebx; hlt")
TEST(CoreDebug, FramesOfFaultsHaveTheResumeFlag) {
  Debugged machine;
  machine.gate(0, stop_with_flags_code());
  machine.start(fault_frame_code());
  machine.run();
  EXPECT_EQ(machine.reg(3) & 0x10000, 0x10000u);
}

// --- details ---------------------------------------------------------------------------------------

GUEST(fault_note, "pop %esi; mov (%esp), %edi; mov $0x600d, %ebp; hlt")
GUEST(no_register, SETUP "mov $0x1b, %ecx; rdmsr; hlt")
GUEST(no_register_write, SETUP "mov $0xc0000080, %ecx; wrmsr; hlt")
GUEST(no_control, SETUP "mov %cr4, %eax; or $0x80, %eax; mov %eax, %cr4; hlt")
GUEST(paging_alone,
      SETUP "mov %cr0, %eax; and $~1, %eax; or $0x80000000, %eax; mov %eax, %cr0; hlt")
GUEST(not_through, SETUP "mov %cr0, %eax; or $0x20000000, %eax; mov %eax, %cr0; hlt")
GUEST(long_one, SETUP ".fill 15, 1, 0x3e; nop; hlt")
TEST(CoreDetails, GeneralProtection) {
  for (const GuestCode code : {no_register_code(), no_register_write_code(), no_control_code(),
                               paging_alone_code(), not_through_code(), long_one_code()}) {
    Debugged machine;
    machine.gate(13, fault_note_code());
    machine.start(code);
    machine.run();
    EXPECT_EQ(machine.reg(5), 0x600du) << "stands at " << machine.core.arch_state().eip << ", byte "
                                       << unsigned{code.begin[code.end - code.begin - 2]};
    EXPECT_EQ(machine.reg(6), 0u);
  }
}

// Also across lines, blocks, and the end of a page.
GUEST(setup_alone, SETUP)
TEST(CoreDetails, SixteenBytesAreTooManyWhereverTheyLie) {
  const GuestCode setup = setup_alone_code();
  for (unsigned before = 0; before < 4096; ++before) {
    if (before == 70) before = 4000;
    std::vector<std::uint8_t> code(setup.begin, setup.end);
    code.insert(code.end(), before, 0x90);  // nop
    const auto at = static_cast<std::uint32_t>(code.size());
    code.insert(code.end(), 15, 0x3e);
    code.insert(code.end(), {0x90, 0xf4});  // hlt
    Debugged machine;
    machine.gate(13, fault_note_code());
    machine.start({code.data(), code.data() + code.size()});
    machine.run();
    EXPECT_EQ(machine.reg(5), 0x600du) << before;
    EXPECT_EQ(machine.reg(6), 0u) << before << ": error code";
    EXPECT_EQ(machine.reg(7), Debugged::kCode + at) << before << ": EIP";
  }
}

GUEST(fifteen, SETUP
      ".fill 14, 1, 0x3e; inc %ebx; xor %ecx, %ecx; rdmsr; mov $1, %ecx; rdmsr; mov $1, %eax; "
      "cpuid; hlt")
TEST(CoreDetails, WhatAP54CHas) {
  Debugged machine;
  machine.gate(13, fault_note_code());
  machine.start(fifteen_code());
  machine.run();
  EXPECT_NE(machine.reg(5), 0x600du) << "15 bytes, machine check registers";
  EXPECT_EQ(machine.reg(2), 0x3bfu) << "FPU VME DE PSE TSC MSR MCE CX8 APIC";
  EXPECT_EQ(machine.reg(0) & 0xff0, 0x520u);
}

// Alignment is checked in ring 3 only, with CR0.AM and EFLAGS.AC.
#define USER_WITH(flags, setting)                                                        \
  SETUP "mov $0x28, %eax; ltr %ax; mov %cr0, %eax; or $" setting                         \
        ", %eax; mov %eax, %cr0;"                                                        \
        "mov 0x4001, %ebx; mov $0x23, %eax; mov %eax, %ds; pushl $0x23; pushl $0x60000;" \
        "pushl $" flags "; pushl $0x1b; pushl $0x11000; iret"
GUEST(checked_user, USER_WITH("0x40002", "0x40000"))
GUEST(without_flag, USER_WITH("2", "0x40000"))
GUEST(without_mask, USER_WITH("0x40002", "0"))
GUEST(user_accesses, "mov 0x4004, %ebx; movw 0x4002, %bx; mov 0x4002, %ebx; int $0x40")
GUEST(just_stop, "hlt")
TEST(CoreDetails, AlignmentCheck) {
  for (const GuestCode code : {checked_user_code(), without_flag_code(), without_mask_code()}) {
    for (const kernel::Cycle step : {0, 1}) {
      Debugged machine;
      machine.gate(17, fault_note_code());
      machine.gate(0x40, just_stop_code(), 0xe, 3);
      machine.load(0x11000, user_accesses_code());
      machine.start(code);
      machine.run(step);
      const bool checked = code.begin == checked_user_code().begin;
      EXPECT_EQ(machine.reg(5) == 0x600d, checked);
      EXPECT_EQ(machine.reg(7), checked ? 0x1100du : 0u) << "EIP";
      EXPECT_EQ(machine.reg(6), 0u) << "error code";
    }
  }
}

// The source is read before the destination is looked at.
GUEST(user_moves, "mov $0x4001, %esi; mov $0x4000, %edi; movsl")
TEST(CoreDetails, AStringIsReadBeforeItsDestinationIsChecked) {
  Debugged machine;
  machine.gate(17, fault_note_code());
  machine.gate(13, just_stop_code());
  machine.load(0x11000, user_moves_code());
  machine.start(checked_user_code());  // IRET took ES away
  machine.run();
  EXPECT_EQ(machine.reg(5), 0x600du) << "alignment check";
  EXPECT_EQ(machine.reg(7), 0x1100au) << "EIP";
}

GUEST(time_disabled, SETUP
      "mov $0x28, %eax; ltr %ax; mov $4, %eax; mov %eax, %cr4; rdtsc; pushl $0x23; pushl $0x60000;"
      "pushl $2; pushl $0x1b; pushl $0x11000; iret")
GUEST(user_time, "rdtsc")
TEST(CoreDetails, TimeStampDisable) {
  Debugged machine;
  machine.gate(13, fault_note_code());
  machine.load(0x11000, user_time_code());
  machine.start(time_disabled_code());
  machine.run();
  EXPECT_EQ(machine.reg(7), 0x11000u);
}

// 4 MB at 0 and, once more, at 0x400000; without CR4.PSE the bit is no size.
GUEST(large_pages, SETUP
      "mov $0x10, %eax; mov %eax, %cr4; mov $0x5000, %eax; mov %eax, %cr3; mov %cr0, %eax;"
      "or $0x80010000, %eax; mov %eax, %cr0; jmp 1f; 1: mov 0x440000, %ebx; movl $0x77, 0x440004;"
      "mov 0x40004, %ecx; movl $1, 0x800000; hlt")
TEST(CoreDetails, PagesOf4MB) {
  for (const kernel::Cycle step : {0, 1}) {
    Debugged machine;
    machine.gate(14, fault_note_code());
    machine.set_word(0x5000, 0x83);
    machine.set_word(0x5004, 0x83);
    machine.set_word(0x5008, 0x81);
    machine.set_word(0x40000, 0x1234);
    machine.start(large_pages_code());
    machine.run(step);
    EXPECT_EQ(machine.reg(3), 0x1234u);
    EXPECT_EQ(machine.reg(1), 0x77u);
    EXPECT_EQ(machine.reg(6), 3u) << "a write to a page that is present";
    EXPECT_EQ(machine.core.arch_state().cr2, 0x800000u);
    std::uint32_t physical = 0;
    EXPECT_TRUE(machine.core.translate(0x4abcde, physical, machine.backdoor()));
    EXPECT_EQ(physical, 0xabcdeu);
    EXPECT_EQ(machine.word(0x5004) & 0x60, 0x60u) << "accessed and dirty";
  }
}

}  // namespace
}  // namespace rc::cpu
