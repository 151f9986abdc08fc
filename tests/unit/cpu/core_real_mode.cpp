// SPDX-License-Identifier: Apache-2.0
// Reset, real mode, 16-bit code, and the ways between real and protected mode. By section of Intel,
// Pentium Processor Family Developer's Manual, vol. 3: 9 (real mode), 16 (mixing code sizes).
#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"
#include "tests/unit/cpu/core_machine.h"

namespace rc::cpu {
namespace {

constexpr std::uint32_t kData = 0x40000;

// The same outcome for any limits, with and without cached blocks.
template <class Prepare>
void same_in_any_steps(GuestCode code, Prepare prepare) {
  std::vector<std::uint64_t> expected;
  for (const bool blocks : {true, false}) {
    for (const kernel::Cycle step : {0, 1, 7}) {
      CoreMachine machine;
      machine.core.set_block_cache(blocks);
      prepare(machine);
      machine.start_real(code);
      machine.run(step);
      if (expected.empty()) expected = outcome(machine);
      EXPECT_EQ(outcome(machine), expected) << "step " << step << ", blocks " << blocks;
    }
  }
}

TEST(CoreReset, StateIsThatOfAP54C) {
  CoreMachine machine;
  machine.core.release_from_reset(100);
  const ArchState state = machine.core.arch_state();
  EXPECT_EQ(machine.core.now(), 100u);
  EXPECT_EQ(state.cr0, 0x60000010u);
  EXPECT_EQ(state.eflags, 2u);
  EXPECT_EQ(state.eip, 0xfffffff0u);
  EXPECT_EQ(state.segment[kCs].selector, 0xf000u);
  EXPECT_EQ(state.segment[kCs].base, 0xffff0000u);
  EXPECT_EQ(state.segment[kCs].limit, 0xffffu);
  EXPECT_EQ(state.gpr[2] & 0xff0, 0x520u) << "the signature of CPUID";
  for (const unsigned number : {0u, 1u, 3u, 4u, 5u, 6u, 7u}) EXPECT_EQ(state.gpr[number], 0u);
  for (const Segment number : {kEs, kSs, kDs, kFs, kGs}) {
    EXPECT_EQ(state.segment[number], real_segment(0));
  }
}

GUEST16(at_reset, "jmp . - 0xff0")
GUEST16(last_page, "cli; movw %cs, %ax; movw %ax, %es; sidt %es:0xf800; ljmp $0x1000, $0")
GUEST16(first_code, "sgdt %es:0xf810; movl %es:0xf800, %ebx; movl %es:0xf810, %ecx; hlt")
TEST(CoreReset, BootsAtTheTopOfMemory) {
  CoreMachine machine;
  machine.load(CoreMachine::kBytes - 16, at_reset_code());
  machine.load(CoreMachine::kBytes - 0x1000, last_page_code());
  machine.load(0x10000, first_code_code());
  machine.core.release_from_reset(0);
  machine.run();
  EXPECT_EQ(machine.requests[0].paddr, 0xffffffe0u);
  EXPECT_EQ(machine.core.arch_state().segment[kCs].base, 0x10000u);
  EXPECT_EQ(machine.reg(3), 0xffffu) << "limit of the IDT, and its base";
  EXPECT_EQ(machine.reg(1), 0xffffu) << "limit of the GDT, and its base";
  for (const BusRequest& request : machine.requests) {
    EXPECT_TRUE(request.bytes <= 8 || request.paddr >= 0xfffff000 || request.paddr < 0x20000)
        << "caches are off: only code comes by lines";
  }
}

// As the start-up code of bare-metal kernels does it: LGDT with a 24-bit base, LMSW, a far jump with
// a 32-bit offset, flat segments from the GDT.
#define ENTER(load, jump)                                                               \
  "xorw %ax, %ax; movw %ax, %ds;" load " 0x0ff0; smsw %ax; orb $1, %al; lmsw %ax;" jump \
  " $8, $0x11000; hlt"
GUEST16(into_protected_16, ENTER("lgdtw", "ljmpl"))
GUEST16(into_protected_32, ENTER("lgdtl", "ljmpl"))
GUEST(in_protected,
      "mov $0x10, %eax; mov %eax, %ds; mov %eax, %es; mov %eax, %ss; mov %eax, %fs; mov %eax, %gs;"
      "mov $0x80000, %esp; lidt 0x1ff0; push %ds; pop %ebx; movl $0x1234567, 0x40000;"
      "mov %fs:0x40000, %ecx; int $0x40; hlt")
GUEST(count_interrupt, "inc %edi; iret")
TEST(CoreRealMode, EntersProtectedMode) {
  for (const GuestCode code : {into_protected_16_code(), into_protected_32_code()}) {
    const auto prepare = [](CoreMachine& machine) {
      machine.tables();
      machine.memory[CoreMachine::kGdt - 16 + 5] = 0;
      machine.gate(0x40, count_interrupt_code());
      machine.load(0x11000, in_protected_code());
    };
    CoreMachine machine;
    prepare(machine);
    machine.start_real(code);
    machine.run();
    EXPECT_EQ(machine.reg(3), 0x10u);
    EXPECT_EQ(machine.reg(1), 0x1234567u);
    EXPECT_EQ(machine.reg(7), 1u);
    EXPECT_EQ(machine.word(kData), 0x1234567u);
    EXPECT_EQ(machine.core.arch_state().cr0, 0x60000011u);
    EXPECT_EQ(machine.word(CoreMachine::kGdt + 8 + 4) >> 8 & 0xff, 0x9bu) << "marked as accessed";
    same_in_any_steps(code, prepare);
  }
}

GUEST16(base_24,
        "xorw %ax, %ax; movw %ax, %ds; lgdtw 0x0ff0; sgdtl 0x5000; lgdtl 0x0ff0;"
        "sgdtl 0x5008; sgdtw 0x5010; hlt")
TEST(CoreRealMode, DescriptorTablesHave24BitBasesWith16BitOperands) {
  CoreMachine machine;
  machine.set_word(0xff0, 0x56780123);
  machine.set_word(0xff4, 0x1234);
  machine.start_real(base_24_code());
  machine.run();
  EXPECT_EQ(machine.word(0x5002), 0x00345678u);
  EXPECT_EQ(machine.word(0x500a), 0x12345678u);
  EXPECT_EQ(machine.word(0x5012), 0x00345678u);
}

GUEST16(interrupts,
        "xorw %ax, %ax; movw %ax, %ss; movw $0x7000, %sp; stc; sti; int $0x21; pushf; popw %bx;"
        "cli; movw $0x4000, %ax; movw %ax, %ds; xorw %cx, %cx; divw %cx; movl $0x55, 0x10; hlt")
GUEST16(remember, "movw %sp, %bp; movw (%bp), %si; movw 2(%bp), %di; movw 4(%bp), %dx; iret")
GUEST16(skip_division, "movw %sp, %bp; addw $2, (%bp); iret")
TEST(CoreRealMode, InterruptsGoThroughTheTableOfVectors) {
  const auto prepare = [](CoreMachine& machine) {
    machine.vector(0x21, remember_code());
    machine.vector(0, skip_division_code());
  };
  CoreMachine machine;
  prepare(machine);
  machine.start_real(interrupts_code());
  machine.run();
  EXPECT_EQ(machine.memory[CoreMachine::kCode + (machine.reg(6) & 0xffff) - 2], 0xcd);
  EXPECT_EQ(machine.reg(7) & 0xffff, CoreMachine::kCode / 16) << "CS";
  EXPECT_EQ(machine.reg(2) & 0x201, 0x201u) << "IF and CF were set";
  EXPECT_EQ(machine.reg(3) & 0x201, 0x201u) << "and are again after IRET";
  EXPECT_EQ(machine.word(kData + 0x10), 0x55u);
  EXPECT_EQ(machine.core.arch_state().gpr[4], 0x7000u);
  EXPECT_EQ(machine.core.counters().exceptions, 2u);
  same_in_any_steps(interrupts_code(), prepare);
}

GUEST16(over_the_end, "movw $0xffff, %bx; movw (%bx), %ax; hlt")
GUEST16(stop_at_fault, "movw %sp, %bp; movw (%bp), %si; movw $0x600d, %di; hlt")
TEST(CoreRealMode, AccessAcrossTheEndOfASegment) {
  CoreMachine machine;
  machine.vector(13, stop_at_fault_code());
  machine.start_real(over_the_end_code());
  machine.run();
  EXPECT_EQ(machine.reg(7), 0x600du);
  EXPECT_EQ(machine.reg(6), 3u) << "IP of the MOV, no error code above it";
}

GUEST16(stack_over_the_end, "movw $0xffff, %sp; popw %ax; hlt")
TEST(CoreRealMode, StackAcrossTheEndOfItsSegment) {
  CoreMachine machine;
  machine.vector(12, stop_at_fault_code());
  machine.start_real(stack_over_the_end_code());
  machine.run();
  EXPECT_EQ(machine.reg(7), 0x600du);
  EXPECT_EQ(machine.reg(6), 3u) << "IP of the POP";
}

GUEST16(stack_wraps, "xorw %sp, %sp; pushw $0x1234; movw %sp, %ax; popw %bx; movw %sp, %cx; hlt")
TEST(CoreRealMode, StackPointerWraps) {
  CoreMachine machine;
  machine.start_real(stack_wraps_code());
  ArchState state = machine.core.arch_state();
  state.gpr[4] = 0xabcd0000;
  machine.core.set_arch_state(state);
  machine.run();
  EXPECT_EQ(machine.reg(0) & 0xffff, 0xfffeu);
  EXPECT_EQ(machine.reg(3) & 0xffff, 0x1234u);
  EXPECT_EQ(machine.reg(1) & 0xffff, 0u);
  EXPECT_EQ(machine.reg(4), 0xabcd0000u) << "only SP changes";
  EXPECT_EQ(machine.word(0xfffc) >> 16, 0x1234u);
}

GUEST16(jump_back, "jmp . - 0x100; nop")
GUEST16(target_at_the_end, "movw $0x600d, %di; hlt")
TEST(CoreRealMode, NearJumpsWrap) {
  CoreMachine machine;
  machine.load(CoreMachine::kCode + 0xff00, target_at_the_end_code());
  machine.start_real(jump_back_code());
  machine.run();
  EXPECT_EQ(machine.reg(7), 0x600du);
}

GUEST16(into_the_end, "ljmp $0x1000, $0xfffe")
GUEST16(behind_the_end, "movw $0x600d, %di; hlt")
TEST(CoreRealMode, CodeEndsWithItsSegment) {
  for (const bool whole : {true, false}) {
    CoreMachine machine;
    machine.vector(13, stop_at_fault_code());
    machine.memory[0x1fffe] = 0x90;
    machine.memory[0x1ffff] = whole ? 0x90 : 0xb8;  // MOV AX, two bytes of which lie behind
    machine.load(0x20000, behind_the_end_code());
    machine.start_real(into_the_end_code());
    machine.run();
    EXPECT_EQ(machine.reg(6), whole ? 0u : 0xffffu) << "IP";
    if (whole) continue;
    EXPECT_EQ(machine.reg(7), 0x600du);
  }
}

// The same addresses through another segment: decoded anew.
GUEST16(through_two, "movw $2, %cx; ljmp $0x1fff, $0x10; nop")
GUEST16(twice, "decw %cx; jz 1f; ljmp $0x1000, $0xfffe; 1: hlt")
TEST(CoreRealMode, WhatIsDecodedForOneSegmentIsNotGoodForAnother) {
  CoreMachine machine;
  machine.vector(13, stop_at_fault_code());
  machine.memory[0x1fffe] = machine.memory[0x1ffff] = 0x90;
  machine.load(0x20000, twice_code());
  machine.start_real(through_two_code());
  machine.run();
  EXPECT_EQ(machine.reg(7), 0x600du) << "CS 1000 ends at 0x1ffff, CS 1fff does not";
}

// Segments keep the limits of protected mode when it is left.
GUEST16(unreal,
        "cli; lgdtw 0x0ff0; movl %cr0, %eax; orb $1, %al; movl %eax, %cr0; jmp 1f; 1:"
        "movw $0x10, %bx; movw %bx, %fs; andb $0xfe, %al; movl %eax, %cr0; jmp 2f; 2:"
        "xorw %bx, %bx; movw %bx, %fs; movl $0x90000, %esi; movl $0x600d, %fs:(%esi);"
        "movl %fs:(%esi), %edi; movl %cr0, %edx; hlt")
TEST(CoreRealMode, LimitsStayWhenProtectedModeIsLeft) {
  const auto prepare = [](CoreMachine& machine) { machine.tables(); };
  CoreMachine machine;
  prepare(machine);
  machine.start_real(unreal_code());
  machine.run();
  EXPECT_EQ(machine.reg(7), 0x600du);
  EXPECT_EQ(machine.word(0x90000), 0x600du);
  EXPECT_EQ(machine.reg(2), 0x60000010u);
  same_in_any_steps(unreal_code(), prepare);
}

// From flat protected mode by a 16-bit segment back to real mode.
GUEST(back_to_real,
      "lgdt 0x0ff0; mov $0x30, %eax; mov %eax, %ds; mov %eax, %es; mov %eax, %ss; ljmp $0x38, $0")
GUEST16(leave_protected,
        "lidtw 0x5000; movl %cr0, %eax; andb $0xfe, %al; movl %eax, %cr0; ljmp $0x1200, $0; hlt")
GUEST16(real_again, "movw $0x4000, %ax; movw %ax, %ds; movw $0x600d, 0x10; int $0x21; hlt")
GUEST16(real_handler, "movw $0x1, %di; iret")
TEST(CoreRealMode, BackFromProtectedMode) {
  CoreMachine machine;
  machine.tables();
  machine.descriptor(6, 0x000092000000ffff);
  machine.descriptor(7, 0x00009a011000ffff);
  machine.memory[CoreMachine::kGdt - 16] = 8 * 8 - 1;
  machine.load(0x11000, leave_protected_code());
  machine.load(0x12000, real_again_code());
  machine.vector(0x21, real_handler_code());
  machine.set_word(0x5000, 0x3ff);
  machine.start(back_to_real_code());
  machine.run();
  EXPECT_EQ(machine.word(0x40010), 0x600du);
  EXPECT_EQ(machine.core.arch_state().segment[kCs].base, 0x12000u);
}

GUEST16(protected_only_lldt, "lldt %ax")
GUEST16(protected_only_ltr, "ltr %ax")
GUEST16(protected_only_sldt, "sldt %ax")
GUEST16(protected_only_str, "str %ax")
GUEST16(protected_only_lar, "lar %bx, %ax")
GUEST16(protected_only_lsl, "lsl %bx, %ax")
GUEST16(protected_only_verr, "verr %ax")
GUEST16(protected_only_verw, "verw %ax")
GUEST16(protected_only_arpl, "arpl %bx, %ax")
TEST(CoreRealMode, InstructionsOfProtectedModeAreUndefined) {
  for (const GuestCode code :
       {protected_only_lldt_code(), protected_only_ltr_code(), protected_only_sldt_code(),
        protected_only_str_code(), protected_only_lar_code(), protected_only_lsl_code(),
        protected_only_verr_code(), protected_only_verw_code(), protected_only_arpl_code()}) {
    CoreMachine machine;
    machine.vector(6, stop_at_fault_code());
    machine.start_real(code);
    machine.run();
    EXPECT_EQ(machine.reg(7), 0x600du);
    EXPECT_EQ(machine.reg(6), 0u);
  }
}

GUEST16(without_vectors, "lidt 0x5000; int $0x50")
TEST(CoreRealMode, TripleFaultNamesCoreAddressAndCause) {
  CoreMachine machine;
  machine.start_real(without_vectors_code());
  try {
    machine.run();
    ADD_FAILURE() << "no error";
  } catch (const kernel::MachineError& error) {
    EXPECT_EQ(std::string(error.what()).find("core 7: triple fault; first exception 80"), 0u)
        << error.what();
  }
}

}  // namespace
}  // namespace rc::cpu
