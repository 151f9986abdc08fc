// SPDX-License-Identifier: Apache-2.0
// Task switches and virtual-8086 mode. By section of Intel, Pentium Processor Family Developer's
// Manual, vol. 3: 13 (multitasking), 22 (virtual-8086 mode).
#include <gtest/gtest.h>

#include <utility>

#include "tests/unit/cpu/core_machine.h"

namespace rc::cpu {
namespace {

#undef SETUP
#define SETUP                                                                               \
  "lgdt 0x0ff0; lidt 0x1ff0; mov $0x10, %eax; mov %eax, %ss; mov %eax, %ds; mov %eax, %es;" \
  "mov $0x28, %eax; ltr %ax; mov $0x1234, %ebx;"

constexpr std::uint32_t kOther = 0x3800;  // the second task's state
constexpr std::uint32_t kEntry = 0x11000, kOtherStack = 0x68000;

// GDT: 0x28 the first task, 0x30 the second one, 0x38 a task gate to it.
struct Tasks : CoreMachine {
  Tasks() {
    tables();
    memory[kGdt - 16] = 15 * 8 + 7;
    descriptor(6, 0x0000890038000067);
    descriptor(7, 0x0000e50000300000);
    state(8 * 4, kEntry);        // EIP
    state(9 * 4, 2);             // EFLAGS
    state(10 * 4, 0xaaaa);       // EAX
    state(14 * 4, kOtherStack);  // ESP
    for (const unsigned field : {18u, 20u, 21u, 22u, 23u}) state(field * 4, 0x10);
    state(19 * 4, 0x08);  // CS
  }
  void state(std::uint32_t at, std::uint32_t value) { set_word(kOther + at, value); }
  unsigned type_of(unsigned index) { return word(kGdt + 8 * index + 4) >> 8 & 0x1f; }
};

GUEST(jump_to_task, SETUP "ljmp $0x30, $0; hlt")
GUEST(jump_to_gate, SETUP "ljmp $0x38, $0; hlt")
GUEST(second_task, "mov %cr0, %edi; str %esi; pushf; pop %edx; hlt")
TEST(CoreTasks, Jump) {
  for (const GuestCode code : {jump_to_task_code(), jump_to_gate_code()}) {
    std::vector<std::uint64_t> expected;
    for (const kernel::Cycle step : {0, 1, 9}) {
      Tasks machine;
      machine.load(kEntry, second_task_code());
      machine.start(code);
      machine.run(step);
      EXPECT_EQ(machine.reg(0), 0xaaaau);
      EXPECT_EQ(machine.reg(4), kOtherStack);
      EXPECT_EQ(machine.reg(7) & 8, 8u) << "CR0.TS";
      EXPECT_EQ(machine.reg(6) & 0xffff, 0x30u);
      EXPECT_EQ(machine.reg(2) & 0x4000, 0u) << "NT";
      EXPECT_EQ(machine.type_of(5), 9u);
      EXPECT_EQ(machine.type_of(6), 0xbu);
      EXPECT_EQ(machine.word(0x3000 + 0x34), 0x1234u) << "EBX of the first task";
      EXPECT_EQ(machine.memory[machine.word(0x3000 + 0x20)], 0xf4) << "EIP behind the jump";
      EXPECT_EQ(machine.word(0x3000 + 0x4c), 0x08u);
      if (expected.empty()) expected = outcome(machine);
      EXPECT_EQ(outcome(machine), expected);
    }
  }
}

GUEST(call_task, SETUP "lcall $0x30, $0; mov %cr0, %esi; str %edi; pushf; pop %edx; hlt")
GUEST(nested_task, "pushf; pop %ecx; movl %ecx, 0x4000; iret; hlt")
TEST(CoreTasks, CallAndReturn) {
  std::vector<std::uint64_t> expected;
  for (const kernel::Cycle step : {0, 1, 9}) {
    Tasks machine;
    machine.load(kEntry, nested_task_code());
    machine.start(call_task_code());
    machine.run(step);
    EXPECT_EQ(machine.word(0x4000) & 0x4000, 0x4000u) << "NT in the called task";
    EXPECT_EQ(machine.word(kOther) & 0xffff, 0x28u) << "the link";
    EXPECT_EQ(machine.reg(3), 0x1234u);
    EXPECT_EQ(machine.reg(7) & 0xffff, 0x28u);
    EXPECT_EQ(machine.reg(2) & 0x4000, 0u);
    EXPECT_EQ(machine.type_of(5), 0xbu);
    EXPECT_EQ(machine.type_of(6), 9u);
    EXPECT_EQ(machine.word(kOther + 0x24) & 0x4000, 0u) << "NT is not saved as set";
    EXPECT_EQ(machine.memory[machine.word(kOther + 0x20)], 0xf4);
    if (expected.empty()) expected = outcome(machine);
    EXPECT_EQ(outcome(machine), expected);
  }
}

// #GP by a task gate: the error code is on the new stack, and IRET repeats the instruction.
GUEST(faulting, SETUP "mov $0x100, %eax; mov %eax, %fs; mov %ebx, %ecx; hlt")
GUEST(fault_task, "pop %edx; mov %edx, 0x4000; movl $0x10, 0x3028; iret")
TEST(CoreTasks, ExceptionThroughATaskGate) {
  for (const kernel::Cycle step : {0, 1, 9}) {
    Tasks machine;
    machine.set_word(CoreMachine::kIdt + 8 * 13, 0x00300000);
    machine.set_word(CoreMachine::kIdt + 8 * 13 + 4, 0x8500);
    machine.load(kEntry, fault_task_code());
    machine.start(faulting_code());
    machine.run(step);
    EXPECT_EQ(machine.word(0x4000), 0x100u);
    EXPECT_EQ(machine.reg(1), 0x1234u) << "went on, with EAX as the task left it";
    EXPECT_EQ(machine.core.counters().exceptions, 1u);
  }
}

// What is wrong with the new task is found in it, or before.
GUEST(task_fault, "pop %edi; mov (%esp), %esi; str %ebp; mov $0x600d, %edx; hlt")
TEST(CoreTasks, Checks) {
  struct Case {
    std::uint64_t descriptor;
    std::uint32_t at, value;  // in the new state
    unsigned vector;
    std::uint32_t error, task;
  };
  constexpr std::uint64_t kGood = 0x0000890038000067;
  const Case cases[] = {
      {0x00008b0038000067, 0, 0, 13, 0x30, 0x28},  // busy
      {0x0000090038000067, 0, 0, 11, 0x30, 0x28},  // absent
      {0x0000890038000066, 0, 0, 10, 0x30, 0x28},  // too short
      {kGood, 0x4c, 0x10, 10, 0x10, 0x30},         // CS is data
      {kGood, 0x4c, 0, 10, 0, 0x30},               // CS is null
      {kGood, 0x50, 0x08, 10, 0x08, 0x30},         // SS is code
      {kGood, 0x54, 0x200, 10, 0x200, 0x30},       // DS beyond the table
      {kGood, 0x60, 0x10, 10, 0x10, 0x30},         // the LDT is none
      {kGood, 0x54, 0x40, 11, 0x40, 0x30},         // DS is absent
  };
  for (const Case& each : cases) {
    for (const kernel::Cycle step : {0, 1}) {
      Tasks machine;
      machine.descriptor(6, each.descriptor);
      machine.descriptor(8, 0x00cf12000000ffff);
      // The handler is a task of its own: the segments of the faulting one are not good.
      machine.descriptor(9, 0x000089003a000067);
      for (std::uint32_t at = 0; at < 0x68; at += 4) {
        machine.set_word(0x3a00 + at, machine.word(kOther + at));
      }
      machine.set_word(0x3a20, 0x12000);
      machine.load(0x12000, task_fault_code());
      if (each.at != 0) machine.state(each.at, each.value);
      const std::uint32_t gate = CoreMachine::kIdt + 8 * each.vector;
      machine.set_word(gate, 0x00480000);
      machine.set_word(gate + 4, 0x8500);
      machine.start(jump_to_task_code());
      machine.run(step);
      EXPECT_EQ(machine.reg(2), 0x600du);
      EXPECT_EQ(machine.reg(7), each.error) << std::hex << each.at << " " << each.value;
      EXPECT_EQ(machine.word(0x3a00) & 0xffff, each.task) << "the task that was interrupted";
    }
  }
}

// A bad data segment is found when code and stack are good: an interrupt gate leads to the handler, too.
GUEST(segment_fault, "pop %edi; mov (%esp), %esi; mov %esp, %ebp; str %edx; hlt")
TEST(CoreTasks, ABadDataSegmentLeavesCodeAndStackToTheHandler) {
  for (const std::uint32_t at : {0x48u, 0x54u, 0x58u, 0x5cu}) {
    Tasks machine;
    machine.descriptor(8, 0x00cf9a010000ffff);  // code from 0x10000 on
    machine.state(0x20, kEntry - 0x10000);
    machine.state(0x4c, 0x40);
    machine.state(at, 0x34);  // of a local table, which the task has not
    machine.gate(10, segment_fault_code());
    machine.start(jump_to_task_code());
    machine.run(at & 8);
    EXPECT_EQ(machine.reg(7), 0x34u) << "error code";
    EXPECT_EQ(machine.reg(6), kEntry - 0x10000) << "EIP";
    EXPECT_EQ(machine.reg(5), kOtherStack - 3 * 4);
    EXPECT_EQ(machine.reg(2) & 0xffff, 0x30u);
  }
}

GUEST(trapped_task, SETUP "xor %edi, %edi; ljmp $0x30, $0")
GUEST(task_trap_noted, "mov %dr6, %esi; mov (%esp), %ebx; hlt")
TEST(CoreTasks, DebugTrapOfATask) {
  Tasks machine;
  machine.state(0x64, 1);
  machine.gate(1, task_trap_noted_code());
  machine.start(trapped_task_code());
  machine.run();
  EXPECT_EQ(machine.reg(6) & 0xe00f, 0x8000u);
  EXPECT_EQ(machine.reg(3), kEntry);
}

// --- virtual-8086 mode -------------------------------------------------------------------------------

// Down with IRET: CS 0x1100, IP 0; DS 0x4000, ES 0x5000, FS 0x1, GS 0x2; SS 0x6000, SP 0x100.
#define TO_VIRTUAL(flags)                                                    \
  SETUP                                                                      \
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

GUEST(user_interrupts, EXTENDED SETUP
      "mov $0x23, %eax; mov %eax, %ds; pushl $0x23; pushl $0x60000; pushl $2; pushl $0x1b;"
      "pushl $0x11000; iret")
GUEST(user_with_both, EXTENDED SETUP
      "mov $0x23, %eax; mov %eax, %ds; pushl $0x23; pushl $0x60000; pushl $0x180002; pushl $0x1b;"
      "pushl $0x11000; iret")
GUEST(to_virtual_task, EXTENDED SETUP "ljmp $0x30, $0; hlt")
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
