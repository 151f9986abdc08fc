// SPDX-License-Identifier: Apache-2.0
// Task switches. Intel, Pentium Processor Family Developer's Manual, vol. 3, 13 (multitasking).
#include <gtest/gtest.h>

#include "tests/unit/cpu/tasks_machine.h"

namespace rc::cpu {
namespace {

GUEST(jump_to_task, TASK_SETUP "ljmp $0x30, $0; hlt")
GUEST(jump_to_gate, TASK_SETUP "ljmp $0x38, $0; hlt")
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

// A bad CS of the new task, and nobody who handles that.
TEST(CoreTasks, ATripleFaultNamesTheExceptionOfTheSwitch) {
  Tasks machine;
  machine.state(19 * 4, 0x10);
  machine.start(jump_to_task_code());
  try {
    machine.run();
    ADD_FAILURE() << "no error";
  } catch (const kernel::MachineError& error) {
    EXPECT_NE(std::string(error.what()).find("triple fault; first exception 10,"),
              std::string::npos)
        << error.what();
  }
}

GUEST(call_task, TASK_SETUP "lcall $0x30, $0; mov %cr0, %esi; str %edi; pushf; pop %edx; hlt")
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
GUEST(faulting, TASK_SETUP "mov $0x100, %eax; mov %eax, %fs; mov %ebx, %ecx; hlt")
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

GUEST(trapped_task, TASK_SETUP "xor %edi, %edi; ljmp $0x30, $0")
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

}  // namespace
}  // namespace rc::cpu
