// SPDX-License-Identifier: Apache-2.0
// Exceptions, interrupts, privilege and errors of the core.
#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"
#include "tests/unit/cpu/core_machine.h"

namespace rc::cpu {
namespace {

// Handlers: record the vector's mark in EDI, the error code (if any) in ESI, and return or stop.
GUEST(skip_two, "mov $0x77, %edi; addl $2, (%esp); iret")
GUEST(error_stop, "pop %esi; mov (%esp), %edi; hlt")
GUEST(plain_stop, "mov (%esp), %edi; mov 8(%esp), %esi; hlt")
GUEST(plain_return, "inc %edi; iret")

#undef SETUP
#define SETUP "lgdt 0x0ff0; lidt 0x1ff0; mov $0x10, %eax; mov %eax, %ss; mov %eax, %ds;"

std::string error_of(CoreMachine& machine) {
  try {
    machine.run();
  } catch (const kernel::MachineError& error) {
    return error.what();
  }
  return "no error";
}

GUEST(divide, SETUP "xor %ecx, %ecx; mov $5, %eax; cltd; div %ecx; mov $9, %ebx; hlt")
TEST(CoreExceptions, DivideErrorIsPreciseAndReturns) {
  for (const bool timed : {true, false}) {
    CoreMachine machine(timed);
    machine.tables();
    machine.gate(0, skip_two_code());
    machine.start(divide_code());
    machine.run();
    EXPECT_EQ(machine.reg(7), 0x77u);
    EXPECT_EQ(machine.reg(3), 9u);
    EXPECT_EQ(machine.reg(0), 5u) << "DIV left its operands alone";
    EXPECT_EQ(machine.core.counters().exceptions, 1u);
  }
}

GUEST(overflow_divide, SETUP "mov $-0x80000000, %eax; cltd; mov $-1, %ecx; idiv %ecx; hlt")
TEST(CoreExceptions, QuotientThatDoesNotFit) {
  CoreMachine machine;
  machine.tables();
  machine.gate(0, plain_stop_code());
  machine.start(overflow_divide_code());
  machine.run();
  EXPECT_EQ(machine.reg(0), 0x80000000u);
  EXPECT_EQ(machine.memory[machine.reg(7)], 0xf7) << "EIP of the frame points at IDIV";
}

GUEST(undefined, "mov $1, %eax; cmovz %eax, %ebx; hlt")
TEST(CoreExceptions, LaterInstructionsStopWithNameAndBytes) {
  CoreMachine machine;
  machine.start(undefined_code());
  const std::string error = error_of(machine);
  EXPECT_EQ(error.find("core 7: unsupported instruction at EIP 0x00010005: bytes 0f 44 d8 f4"), 0u)
      << error;
}

GUEST(undefined_sse, "movaps %xmm0, %xmm1")
GUEST(undefined_mmx, "movq %mm0, %mm1")
GUEST(undefined_nop, "nopl (%eax)")
GUEST(undefined_endbr, "endbr32")
GUEST(undefined_fcomi, "fcomi")
GUEST(undefined_ud2, "ud2")
GUEST(undefined_sysenter, "sysenter")
GUEST(undefined_popcnt, "popcnt %eax, %eax")
TEST(CoreExceptions, NothingAfterTheI586Runs) {
  for (const GuestCode code : {undefined_sse_code(), undefined_mmx_code(), undefined_nop_code(),
                               undefined_endbr_code(), undefined_fcomi_code(), undefined_ud2_code(),
                               undefined_sysenter_code(), undefined_popcnt_code()}) {
    CoreMachine machine;
    machine.start(code);
    const std::string error = error_of(machine);
    EXPECT_NE(error.find("unsupported instruction at EIP 0x00010000"), std::string::npos) << error;
    CoreMachine handled;
    handled.tables();
    handled.gate(6, plain_stop_code());
    GuestCode prologue = divide_code();
    handled.load(CoreMachine::kCode, {prologue.begin, prologue.begin + 14});
    handled.load(CoreMachine::kCode + 23, code);
    // lgdt, lidt, then a jump over the rest of the prologue to the code at hand
    handled.memory[CoreMachine::kCode + 14] = 0xeb;
    handled.memory[CoreMachine::kCode + 15] = 7;
    handled.core.release(0, CoreMachine::kCode);
    ArchState state = handled.core.arch_state();
    state.gpr[4] = CoreMachine::kStack;
    handled.core.set_arch_state(state);
    handled.run();
    EXPECT_EQ(handled.reg(7), CoreMachine::kCode + 23) << "delivered as #UD";
  }
}

// Also where its last bytes lie in a line that has to be fetched.
GUEST(to_undefined, SETUP "mov $0x11000, %eax; add 0x4000, %eax; jmp *%eax")
GUEST(undefined_long, ".byte 0x66, 0x2e, 0x0f, 0x0b; hlt")
TEST(CoreExceptions, UndefinedAcrossLines) {
  for (const bool timed : {true, false}) {
    for (std::uint32_t at = 24; at < 34; ++at) {
      CoreMachine machine(timed);
      machine.tables();
      machine.gate(6, plain_stop_code());
      machine.load(0x11000 + at, undefined_long_code());
      machine.set_word(0x4000, at);
      machine.start(to_undefined_code());
      machine.run();
      EXPECT_EQ(machine.reg(7), 0x11000 + at);
    }
  }
}

GUEST(rep_bsf, "mov $0x100, %eax; rep bsf %eax, %ebx; pause; hlt")
TEST(CoreExceptions, RepeatPrefixesThatAreIgnored) {
  CoreMachine machine;
  machine.start(rep_bsf_code());
  machine.run();
  EXPECT_EQ(machine.reg(3), 8u);
}

GUEST(triple, "mov $0x10, %ebx; div %ecx; hlt")
TEST(CoreExceptions, TripleFaultNamesTheFirstException) {
  CoreMachine machine;
  machine.start(triple_code());
  const std::string error = error_of(machine);
  EXPECT_EQ(error.find("core 7: triple fault; first exception 0, CR2 0x00000000 at EIP 0x00010005"),
            0u)
      << error;
}

GUEST(breakpoint, SETUP "int3; mov $3, %eax; int $0x40; mov $0x7fffffff, %ecx; inc %ecx; into; hlt")
TEST(CoreExceptions, TrapsReturnBehindTheInstruction) {
  CoreMachine machine;
  machine.tables();
  for (const unsigned vector : {3u, 4u, 0x40u}) machine.gate(vector, plain_return_code(), 0xf);
  machine.start(breakpoint_code());
  machine.run();
  EXPECT_EQ(machine.reg(7), 3u);
  EXPECT_EQ(machine.reg(0), 3u);
}

GUEST(bounds, SETUP
      "movl $3, 0x4000; movl $8, 0x4004; mov $8, %ecx; bound %ecx, 0x4000;"
      "inc %ecx; bound %ecx, 0x4000; hlt")
TEST(CoreExceptions, Bound) {
  CoreMachine machine;
  machine.tables();
  machine.gate(5, plain_stop_code());
  machine.start(bounds_code());
  machine.run();
  EXPECT_EQ(machine.reg(1), 9u);
}

GUEST(bad_segment, SETUP "mov $0x60, %eax; mov %eax, %es; hlt")
TEST(CoreExceptions, SelectorBeyondTheTable) {
  CoreMachine machine;
  machine.tables();
  machine.gate(13, error_stop_code());
  machine.start(bad_segment_code());
  machine.run();
  EXPECT_EQ(machine.reg(6), 0x60u);
}

GUEST(no_target, "mov 0x12345678, %eax; hlt")
TEST(CoreExceptions, BusErrorNamesTheAddress) {
  CoreMachine machine;
  machine.start(no_target_code());
  EXPECT_NE(error_of(machine).find("bus error: no target answers at address 0x12345660"),
            std::string::npos)
      << error_of(machine);
}

// Paging: directory at 0x5000, one table at 0x6000 that maps the first 512 KB one to one, except
// for what a test leaves out.
void map(CoreMachine& machine, std::uint32_t bits = 7) {
  machine.set_word(0x5000, 0x6000 | 7);
  for (std::uint32_t page = 0; page < 256; ++page) {
    machine.set_word(0x6000 + 4 * page, page << 12 | bits);
  }
}
#define PAGING                                                               \
  "mov $0x5000, %eax; mov %eax, %cr3; mov %cr0, %eax; or $0x80000000, %eax;" \
  "mov %eax, %cr0;"

GUEST(page_fault, SETUP PAGING "mov $0x1234, %ebx; add %ebx, 0x20004; mov %cr2, %edx; hlt")
GUEST(page_repair, "pop %esi; mov %cr2, %edi; orl $3, 0x6080; invlpg 0x20000; iret")
TEST(CoreExceptions, PageFaultIsRepairedAndTheInstructionRepeated) {
  for (const kernel::Cycle step : {0u, 1u, 5u}) {
    CoreMachine machine;
    machine.tables();
    map(machine);
    machine.set_word(0x6080, 0x20000);
    machine.set_word(0x20004, 1);
    machine.gate(14, page_repair_code());
    machine.start(page_fault_code());
    machine.run(step);
    EXPECT_EQ(machine.reg(7), 0x20004u);
    EXPECT_EQ(machine.reg(6), 2u) << "write to a page that is not present";
    EXPECT_EQ(machine.word(0x20004), 0x1235u);
    EXPECT_EQ(machine.core.counters().exceptions, 1u);
  }
}

// The address of a page fault is in CR2 though its own handler is never reached.
GUEST(cr2_stop, "mov %cr2, %edi; hlt")
TEST(CoreExceptions, APageFaultThatBecomesADoubleFaultTellsItsAddress) {
  for (const kernel::Cycle step : {0u, 1u, 5u}) {
    CoreMachine machine;
    machine.tables();
    map(machine);
    machine.set_word(0x6080, 0x20000);
    machine.gate(8, cr2_stop_code());
    machine.start(page_fault_code());
    machine.run(step);
    EXPECT_EQ(machine.reg(7), 0x20004u);
  }
}

// An undefined instruction without a gate is a fault of the gate, for which there may be a handler.
TEST(CoreExceptions, AnAbsentGateOfAnUndefinedInstructionIsNotPresent) {
  CoreMachine machine;
  machine.tables();
  machine.gate(6, plain_stop_code());
  machine.memory[CoreMachine::kIdt + 6 * 8 + 5] &= 0x7f;
  machine.gate(11, error_stop_code());
  machine.set_word(0x4000, 24);
  machine.load(0x11000 + 24, undefined_long_code());
  machine.start(to_undefined_code());
  machine.run();
  EXPECT_EQ(machine.reg(7), 0x11000u + 24);
}

// A store that first waits for the page table, then faults: the handler sees no flag of it.
GUEST(inexact_store, SETUP PAGING "fninit; fldl 0x4000; fstps 0x20004; fnstsw %ax; hlt")
GUEST(status_and_repair,
      "push %eax; fnstsw %ax; mov %eax, %edi; orl $3, 0x6080; invlpg 0x20000; pop %eax;"
      "add $4, %esp; iret")
TEST(CoreExceptions, X87StoreThatFaultsLeavesTheStatusWord) {
  constexpr std::uint32_t kInexact = 0x20, kRoundedUp = 0x200;
  CoreMachine machine;
  machine.tables();
  map(machine);
  machine.set_word(0x6080, 0x20000);
  machine.set_word(0x4000, 0x55555555);  // a third, which is rounded up
  machine.set_word(0x4004, 0x3fd55555);
  machine.gate(14, status_and_repair_code());
  machine.start(inexact_store_code());
  machine.run();
  EXPECT_EQ(machine.core.counters().exceptions, 1u);
  EXPECT_EQ(machine.reg(7) & (kInexact | kRoundedUp), 0u);
  EXPECT_EQ(machine.reg(0) & (kInexact | kRoundedUp), kInexact | kRoundedUp);
  EXPECT_EQ(machine.word(0x20004), 0x3eaaaaabu);
}

GUEST(fetch_fault, SETUP PAGING "mov $0x21000, %eax; jmp *%eax")
TEST(CoreExceptions, PageFaultOfAFetch) {
  CoreMachine machine;
  machine.tables();
  map(machine);
  machine.set_word(0x6084, 0);
  machine.gate(14, error_stop_code());
  machine.start(fetch_fault_code());
  machine.run();
  EXPECT_EQ(machine.reg(7), 0x21000u);
  EXPECT_EQ(machine.core.arch_state().cr2, 0x21000u);
}

// An instruction across two pages, the second of which is missing.
GUEST(straddle, SETUP PAGING "mov $0x20ffe, %eax; jmp *%eax")
GUEST(straddling, "movl $0x11223344, %ebx; hlt")
GUEST(straddle_repair,
      "add $4, %esp; mov (%esp), %edi; mov %cr2, %esi; orl $3, 0x6084;"
      "invlpg 0x21000; iret")
TEST(CoreExceptions, InstructionAcrossPages) {
  CoreMachine machine;
  machine.tables();
  map(machine);
  machine.set_word(0x6084, 0x21000);
  machine.gate(14, straddle_repair_code());
  machine.load(0x20ffe, straddling_code());
  machine.start(straddle_code());
  machine.run();
  EXPECT_EQ(machine.reg(7), 0x20ffeu) << "the instruction's own address";
  EXPECT_EQ(machine.reg(6), 0x21000u) << "CR2: the page that is missing";
  EXPECT_EQ(machine.reg(3), 0x11223344u);
}

GUEST(not_available, SETUP "mov %cr0, %eax; or $8, %eax; mov %eax, %cr0; fldz; hlt")
TEST(CoreExceptions, TaskSwitchedTrapsX87) {
  CoreMachine machine;
  machine.tables();
  machine.gate(7, plain_stop_code());
  machine.start(not_available_code());
  machine.run();
  EXPECT_EQ(machine.memory[machine.reg(7)], 0xd9);
}

GUEST(fpu_error, SETUP "fninit; movw $0x37b, 0x4000; fldcw 0x4000; fld1; fldz; fdivrp; fwait; hlt")
TEST(CoreExceptions, UnmaskedX87Exception) {
  CoreMachine machine;
  machine.tables();
  machine.gate(16, plain_stop_code());
  machine.start(fpu_error_code());
  machine.run();
  EXPECT_EQ(machine.memory[machine.reg(7)], 0x9b) << "taken by FWAIT";
}

// Ring 3: down with IRET, up through a gate with the stack of the task state segment.
GUEST(to_user, SETUP
      "mov $0x28, %eax; ltr %ax; pushl $0x23; pushl $0x60000; pushl $2;"
      "pushl $0x1b; pushl $0x11000; iret")
GUEST(user_code, "mov $1, %ebx; int $0x80; cli")
GUEST(system_call, "mov %cs, %ecx; mov 12(%esp), %edx; iret")
GUEST(user_violation, "pop %esi; mov (%esp), %edi; mov 4(%esp), %ebp; hlt")
TEST(CoreExceptions, RingThreeAndBack) {
  CoreMachine machine;
  machine.tables();
  map(machine);
  machine.gate(0x80, system_call_code(), 0xe, 3);
  machine.gate(13, user_violation_code());
  machine.load(0x11000, user_code_code());
  machine.start(to_user_code());
  machine.run();
  EXPECT_EQ(machine.reg(3), 1u);
  EXPECT_EQ(machine.reg(1), 8u) << "the handler ran in ring 0";
  EXPECT_EQ(machine.reg(2), 0x60000u) << "ESP of ring 3 in the frame";
  EXPECT_EQ(machine.reg(7), 0x11007u) << "CLI is refused in ring 3";
  EXPECT_EQ(machine.reg(5), 0x1bu);
}

// --- interrupts ----------------------------------------------------------------------------------

GUEST(count_up, SETUP "sti; 1: inc %ebx; cmp $2000, %ebx; jne 1b; cli; hlt")
GUEST(record, "mov %ebx, 0x4000(,%edi,4); inc %edi; iret")
TEST(CoreInterrupts, TakenAtTheSamePlaceForAnyLimits) {
  std::vector<std::uint64_t> expected;
  for (const bool blocks : {true, false}) {
    for (const kernel::Cycle step : {0u, 1u, 3u, 50u}) {
      CoreMachine machine;
      machine.core.set_block_cache(blocks);
      machine.tables();
      machine.gate(0x31, record_code());
      machine.gate(0x35, record_code());
      machine.start(count_up_code());
      for (const kernel::Cycle cycle : {1500u, 2003u, 2004u, 2701u}) {
        machine.core.interrupt(cycle, cycle & 1 ? 0x31 : 0x35);
      }
      machine.run(step);
      EXPECT_EQ(machine.core.counters().interrupts, 2u) << "one of a kind is pending at a time";
      if (expected.empty()) expected = outcome(machine);
      EXPECT_EQ(outcome(machine), expected) << "step " << step << " blocks " << blocks;
    }
  }
}

GUEST(sleeper, SETUP "sti; hlt; mov $5, %ebx; cli; hlt")
TEST(CoreInterrupts, HaltWakes) {
  CoreMachine machine;
  machine.tables();
  machine.gate(0x31, plain_return_code());
  machine.start(sleeper_code());
  machine.run();
  EXPECT_EQ(machine.reg(3), 0u);
  const auto asleep = machine.core.now();
  machine.core.interrupt(asleep + 1000, 0x31);
  machine.run_until(asleep + 500);
  EXPECT_EQ(machine.core.now(), asleep + 500);
  machine.run();
  EXPECT_EQ(machine.reg(3), 5u);
  EXPECT_EQ(machine.reg(7), 1u);
  EXPECT_EQ(machine.core.counters().halted, 1000u);
}

// STI holds interrupts off for one instruction, and run() returns when they become possible.
GUEST(shadowed, SETUP "mov $1, %ebx; sti; mov $2, %ebx; mov $3, %ebx; cli; hlt")
TEST(CoreInterrupts, ShadowOfSti) {
  CoreMachine machine;
  machine.tables();
  machine.gate(0x31, record_code());
  machine.start(shadowed_code());
  machine.core.interrupt(0, 0x31);
  Stop stop;
  while ((stop = machine.core.run(kNever)) != Stop::limit) machine.serve(stop);
  EXPECT_TRUE(machine.core.interrupts_enabled());
  EXPECT_EQ(machine.reg(3), 2u) << "one instruction after STI";
  machine.run();
  EXPECT_EQ(machine.word(0x4000), 2u);
}

GUEST(long_move, SETUP
      "mov $0x40000, %esi; mov $0x50000, %edi; mov $4000, %ecx; sti; cld;"
      "rep movsl; cli; hlt")
GUEST(note_count, "mov %ecx, 0x4000; iret")
TEST(CoreInterrupts, RepeatedStringIsInterrupted) {
  std::vector<std::uint64_t> expected;
  for (const kernel::Cycle step : {0u, 1u, 97u}) {
    CoreMachine machine;
    machine.tables();
    machine.gate(0x31, note_count_code());
    for (std::uint32_t i = 0; i < 4000; ++i) machine.set_word(0x40000 + 4 * i, i * 77);
    machine.start(long_move_code());
    machine.core.interrupt(20000, 0x31);
    machine.run(step);
    const std::uint32_t left = machine.word(0x4000);
    EXPECT_GT(left, 0u);
    EXPECT_LT(left, 4000u);
    for (std::uint32_t i = 0; i < 4000; i += 333) EXPECT_EQ(machine.word(0x50000 + 4 * i), i * 77);
    if (expected.empty()) expected = outcome(machine);
    EXPECT_EQ(outcome(machine), expected) << step;
  }
}

}  // namespace
}  // namespace rc::cpu
