// SPDX-License-Identifier: Apache-2.0
// Virtual-8086 mode. Intel, Pentium Processor Family Developer's Manual, vol. 3, 22.
#include <gtest/gtest.h>

#include <utility>

#include "tests/unit/cpu/tasks_machine.h"

namespace rc::cpu {
namespace {

// Down with IRET: CS 0x1100, IP 0; DS 0x4000, ES 0x5000, FS 0x1, GS 0x2; SS 0x6000, SP 0x100.
#define TO_VIRTUAL(flags)                                                    \
  TASK_SETUP                                                                 \
  "push $2; push $1; push $0x4000; push $0x5000; push $0x6000; push $0x100;" \
  "push $" flags "; push $0x1100; push $0; iret"
GUEST(virtual_iopl_3, TO_VIRTUAL("0x23002"))
GUEST(virtual_iopl_0, TO_VIRTUAL("0x20002"))
GUEST16(virtual_code,
        "movw $0x77, 0x10; movw 0x10, %ax; movw %ax, %es:0x20; pushw %ds; popw %bx; movw %fs, %cx;"
        "pushf; popw %dx; cli; sti; movw $0x4100, %si; movw %si, %ds; movw $0x99, 0; int $0x40")
GUEST(monitor, "mov (%esp), %esi; mov 4(%esp), %edi; mov 8(%esp), %ebp; mov %ds, %edx; hlt")
TEST(CoreVirtual, RunsAndEntersTheMonitor) {
  std::vector<std::uint64_t> expected;
  for (const kernel::Cycle step : {0, 1, 9}) {
    Tasks machine;
    machine.load(0x11000, virtual_code_code());
    machine.gate(0x40, monitor_code(), 0xe, 3);
    machine.start(virtual_iopl_3_code());
    machine.run(step);
    EXPECT_EQ(machine.word(0x40010) & 0xffff, 0x77u);
    EXPECT_EQ(machine.word(0x50020) & 0xffff, 0x77u);
    EXPECT_EQ(machine.word(0x41000) & 0xffff, 0x99u);
    EXPECT_EQ(machine.reg(3) & 0xffff, 0x4000u);
    EXPECT_EQ(machine.reg(1) & 0xffff, 1u);
    EXPECT_EQ(machine.reg(7), 0x1100u) << "CS of the frame";
    EXPECT_EQ(machine.reg(5) & 0x23200, 0x23200u) << "VM, IOPL and IF of the frame";
    EXPECT_EQ(machine.reg(2), 0u) << "DS in the monitor";
    EXPECT_EQ(machine.reg(4), 0x70000u - 9 * 4);
    EXPECT_EQ(machine.word(0x70000 - 4), 2u) << "GS";
    EXPECT_EQ(machine.word(0x70000 - 12), 0x4100u) << "DS";
    EXPECT_EQ(machine.word(0x70000 - 20), 0x6000u) << "SS";
    EXPECT_EQ(machine.word(0x70000 - 24), 0x100u) << "SP";
    if (expected.empty()) expected = outcome(machine);
    EXPECT_EQ(outcome(machine), expected);
  }
}

// Sensitive to IOPL, or privileged: #GP(0) at the instruction.
GUEST16(sensitive_cli, "cli")
GUEST16(sensitive_sti, "sti")
GUEST16(sensitive_pushf, "pushf")
GUEST16(sensitive_popf, "popf")
GUEST16(sensitive_int, "int $0x40")
GUEST16(sensitive_iret, "iret")
GUEST16(sensitive_in, "in $0x60, %al")
GUEST16(sensitive_hlt, "hlt")
GUEST16(sensitive_lmsw, "lmsw %ax")
GUEST16(sensitive_limit, "movw 0xffff, %ax")
GUEST(virtual_fault, "pop %edi; mov (%esp), %esi; mov $0x600d, %ebp; hlt")
TEST(CoreVirtual, SensitiveInstructions) {
  for (const GuestCode code :
       {sensitive_cli_code(), sensitive_sti_code(), sensitive_pushf_code(), sensitive_popf_code(),
        sensitive_int_code(), sensitive_iret_code(), sensitive_in_code(), sensitive_hlt_code(),
        sensitive_lmsw_code(), sensitive_limit_code()}) {
    Tasks machine;
    machine.set_word(0x3064, 0x00680000);  // no bitmap
    machine.load(0x11000, code);
    machine.gate(13, virtual_fault_code());
    machine.start(virtual_iopl_0_code());
    machine.run();
    EXPECT_EQ(machine.reg(5), 0x600du);
    EXPECT_EQ(machine.reg(7), 0u);
    EXPECT_EQ(machine.reg(6), 0u) << "IP";
  }
}

GUEST16(virtual_undefined, "sldt %ax")
GUEST(undefined_seen, "mov (%esp), %esi; mov $0x600d, %ebp; hlt")
TEST(CoreVirtual, InstructionsOfProtectedModeAreUndefined) {
  Tasks machine;
  machine.load(0x11000, virtual_undefined_code());
  machine.gate(6, undefined_seen_code());
  machine.start(virtual_iopl_3_code());
  machine.run();
  EXPECT_EQ(machine.reg(5), 0x600du);
}

// The bitmap decides whatever IOPL is.
GUEST16(virtual_ports, "in $0x60, %al; out %al, $0x61; in $0x68, %al")
TEST(CoreVirtual, BitmapOfPorts) {
  Tasks machine;
  machine.descriptor(5, 0x0000890030000089);
  machine.set_word(0x3064, 0x00680000);
  for (unsigned i = 0; i < 33; ++i) machine.memory[0x3068 + i] = 0xff;
  machine.memory[0x3068 + 0x60 / 8] = 0xfc;
  machine.ports[0x60] = 0x5a;
  machine.load(0x11000, virtual_ports_code());
  machine.gate(13, virtual_fault_code());
  machine.start(virtual_iopl_3_code());
  machine.run();
  EXPECT_EQ(machine.ports[0x61], 0x5a);
  EXPECT_EQ(machine.reg(6), 4u) << "IP of the IN that is refused";
}

// A task in virtual-8086 mode.
GUEST16(virtual_task, "movw $0x55, 0x10; int $0x40")
TEST(CoreVirtual, ATaskOfItsOwn) {
  Tasks machine;
  machine.state(0x20, 0);
  machine.state(0x24, 0x23002);
  machine.state(0x4, 0x71000);
  machine.state(0x8, 0x10);
  machine.state(0x38, 0x100);
  machine.state(0x4c, 0x1100);
  machine.state(0x50, 0x6000);
  machine.state(0x54, 0x4000);
  machine.load(0x11000, virtual_task_code());
  machine.gate(0x40, monitor_code(), 0xe, 3);
  machine.start(jump_to_task_code());
  machine.run();
  EXPECT_EQ(machine.word(0x40010), 0x55u);
  EXPECT_EQ(machine.reg(4), 0x71000u - 9 * 4);
}

// --- CR4.VME, CR4.PVI: Intel 64 and IA-32 Architectures Software Developer's Manual, vol. 3, 20.3.3 and 20.4.

#define EXTENDED "mov $3, %ebx; mov %ebx, %cr4;"
GUEST(extended, EXTENDED TO_VIRTUAL("0x20002"))
GUEST(extended_pending, EXTENDED TO_VIRTUAL("0x120002"))
// CLI and STI act on VIF, which PUSHF and POPF show as IF; INT 0x41 stays in the mode, INT 0x40 does not.
GUEST16(
    extended_program,
    "sti; pushf; popw %ax; cli; pushf; popw %bx; pushw $0x202; popf; int $0x41; pushf; popw %si;"
    "sti; movw $0x1234, %di; int $0x3")
GUEST16(extended_vector, "pushf; popw %cx; iret")
GUEST(extended_seen, "mov 8(%esp), %ebp; hlt")
TEST(CoreVirtual, ExtensionsHaveAnInterruptFlagOfTheirOwn) {
  std::vector<std::uint64_t> expected;
  for (const kernel::Cycle step : {0, 1, 9}) {
    Tasks machine;
    machine.descriptor(5, 0x0000890030000089);
    machine.set_word(0x3064, 0x00880000);
    machine.memory[0x3068 + 8] = 1;  // 0x40 goes to the monitor, 0x41 does not
    machine.load(0x11000, extended_program_code());
    machine.load(0x9000, extended_vector_code());
    machine.set_word(4 * 0x41, 0x09000000);
    machine.gate(3, extended_seen_code(), 0xe, 3);
    machine.start(extended_code());
    machine.run(step);
    EXPECT_EQ(machine.reg(0) & 0xffff, 0x3202u) << "VIF as IF, IOPL 3";
    EXPECT_EQ(machine.reg(3) & 0xffff, 0x3002u);
    EXPECT_EQ(machine.reg(1) & 0xffff, 0x3002u) << "off in the handler";
    EXPECT_EQ(machine.reg(6) & 0xffff, 0x3202u) << "IRET brought it back";
    EXPECT_EQ(machine.reg(7) & 0xffff, 0x1234u);
    EXPECT_EQ(machine.reg(5) & 0xa3202, 0xa0002u) << "VIF and VM in the frame, neither IF nor IOPL";
    if (expected.empty()) expected = outcome(machine);
    EXPECT_EQ(outcome(machine), expected);
  }
}

GUEST(extended_both, EXTENDED TO_VIRTUAL("0x1a0002"))
GUEST16(extended_none, "nop; hlt")
GUEST16(extended_wide, "pushfl")
TEST(CoreVirtual, WhatExtensionsRefuse) {
  const std::pair<GuestCode, GuestCode> cases[] = {
      {extended_pending_code(), sensitive_sti_code()}, {extended_both_code(), extended_none_code()},
      {extended_code(), extended_wide_code()},         {extended_code(), sensitive_in_code()},
      {extended_code(), sensitive_hlt_code()},
  };
  for (const auto& [start, code] : cases) {
    Tasks machine;
    machine.set_word(0x3064, 0x00680000);
    machine.load(0x11000, code);
    machine.gate(13, virtual_fault_code());
    machine.start(start);
    machine.run();
    EXPECT_EQ(machine.reg(5), 0x600du);
    EXPECT_EQ(machine.reg(6), 0u) << "IP";
  }
}

GUEST(user_interrupts, EXTENDED TASK_SETUP
      "mov $0x23, %eax; mov %eax, %ds; pushl $0x23; pushl $0x60000; pushl $2; pushl $0x1b;"
      "pushl $0x11000; iret")
GUEST(user_with_both, EXTENDED TASK_SETUP
      "mov $0x23, %eax; mov %eax, %ds; pushl $0x23; pushl $0x60000; pushl $0x180002; pushl $0x1b;"
      "pushl $0x11000; iret")
GUEST(to_virtual_task, EXTENDED TASK_SETUP "ljmp $0x30, $0; hlt")
TEST(CoreVirtual, ATaskWhoseInterruptWaitsIsRefusedItsFirstInstruction) {
  for (const std::uint32_t flags : {0x1a0002u, 0xa0002u}) {
    Tasks machine;
    machine.load(0x11000, extended_none_code());
    machine.gate(13, virtual_fault_code());
    machine.state(1 * 4, 0x70000);  // ESP and SS of ring 0
    machine.state(2 * 4, 0x10);
    machine.state(8 * 4, 0);
    machine.state(9 * 4, flags);
    for (const unsigned field : {18u, 20u, 21u, 22u, 23u}) machine.state(field * 4, 0);
    machine.state(19 * 4, 0x1100);
    machine.start(to_virtual_task_code());
    machine.run();
    EXPECT_EQ(machine.reg(5), 0x600du);
    EXPECT_EQ(machine.reg(6), (flags & 0x100000) != 0 ? 0u : 1u) << "IP: of the NOP, or of the HLT";
  }
}

GUEST(virtual_sti, "sti; int $0x40")
TEST(CoreVirtual, ReturnsToAnInterruptThatWaitsRefuseTheFirstInstruction) {
  Tasks machine;
  machine.load(0x11000, virtual_sti_code());
  machine.gate(13, virtual_fault_code());
  machine.gate(0x40, extended_seen_code(), 0xe, 3);
  machine.start(user_with_both_code());
  machine.run();
  EXPECT_EQ(machine.reg(5), 0x600du);
  EXPECT_EQ(machine.reg(7), 0u) << "error code";
  EXPECT_EQ(machine.reg(6), 0x11000u) << "EIP";
}

TEST(CoreVirtual, ProtectedModeVirtualInterrupts) {
  Tasks machine;
  machine.load(0x11000, virtual_sti_code());
  machine.gate(0x40, extended_seen_code(), 0xe, 3);
  machine.start(user_interrupts_code());
  machine.run();
  EXPECT_EQ(machine.reg(5) & 0x80200, 0x80000u) << "VIF, not IF";
}

}  // namespace
}  // namespace rc::cpu
