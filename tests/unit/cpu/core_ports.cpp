// SPDX-License-Identifier: Apache-2.0
// Port instructions and who may use a port (Intel, Pentium Processor Family Developer's Manual, vol.
// 3, chapter 15); interrupts of a controller, and NMI.
#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"
#include "tests/unit/cpu/core_machine.h"

namespace rc::cpu {
namespace {

#undef SETUP
#define SETUP \
  "lgdt 0x0ff0; lidt 0x1ff0; mov $0x10, %eax; mov %eax, %ss; mov %eax, %ds; mov %eax, %es;"

GUEST(all_widths,
      "mov $0x44332211, %eax; mov $0x3f8, %edx;"
      "out %al, $0x80; out %ax, $0x90; out %eax, $0xa0; out %al, %dx; incl %edx; incl %edx;"
      "out %ax, %dx; mov $0x400, %edx; out %eax, %dx;"
      "mov $-1, %eax; in $0x61, %al; mov %eax, %ebx; mov $-1, %eax; in $0x62, %ax; mov %eax, %ecx;"
      "in $0x64, %eax; mov %eax, %esi; mov $0x10060, %edx; in %dx, %al; mov %eax, %edi; hlt")
TEST(CorePorts, AllWidths) {
  CoreMachine machine;
  for (unsigned i = 0; i < 16; ++i) machine.ports[0x60 + i] = static_cast<std::uint8_t>(0xa0 + i);
  machine.start(all_widths_code());
  machine.run();
  EXPECT_EQ(machine.ports[0x80], 0x11);
  EXPECT_EQ(machine.ports[0x81], 0);
  EXPECT_EQ(machine.ports[0x91], 0x22);
  EXPECT_EQ(machine.ports[0xa3], 0x44);
  EXPECT_EQ(machine.ports[0x3f8], 0x11);
  EXPECT_EQ(machine.ports[0x3fb], 0x22);
  EXPECT_EQ(machine.ports[0x403], 0x44);
  EXPECT_EQ(machine.reg(3), 0xffffffa1u);
  EXPECT_EQ(machine.reg(1), 0xffffa3a2u);
  EXPECT_EQ(machine.reg(6), 0xa7a6a5a4u);
  EXPECT_EQ(machine.reg(7), 0xa7a6a5a0u) << "only DX names the port";
  for (const BusRequest& request : machine.requests) {
    EXPECT_EQ(request.posted, request.op == BusOp::write_back) << static_cast<int>(request.op);
  }
}

GUEST(two_outputs, "out %al, $0x80; out %al, $0x80; hlt")
TEST(CorePorts, EachWaitsForItsAnswer) {
  const auto cycles = [](kernel::Cycle latency) {
    CoreMachine machine(true, latency);
    machine.start(two_outputs_code());
    machine.run();
    return machine.core.now();
  };
  EXPECT_EQ(cycles(160) - cycles(60), 3 * 100u) << "the line of the code and two answers";
}

// Each element is one transaction, however often the instruction is retried.
GUEST(port_strings,
      "mov $0x60, %edx; mov $0x5000, %edi; mov $5, %ecx; rep insb;"
      "mov $0x5002, %esi; mov $0x300, %edx; mov $3, %ecx; rep outsb;"
      "mov $0x6000, %edi; mov $0x64, %edx; insl; std; insw; hlt")
TEST(CorePorts, Strings) {
  std::vector<std::vector<std::uint64_t>> outcomes;
  for (const kernel::Cycle step : {0, 1, 7}) {
    CoreMachine machine;
    for (unsigned i = 0; i < 16; ++i) machine.ports[0x60 + i] = static_cast<std::uint8_t>(0xa0 + i);
    machine.start(port_strings_code());
    machine.run(step);
    EXPECT_EQ(machine.word(0x5000), 0xa0a0a0a0u);
    EXPECT_EQ(machine.word(0x5004), 0xa0u);
    EXPECT_EQ(machine.word(0x6000), 0xa7a6a5a4u);
    EXPECT_EQ(machine.word(0x6004) & 0xffff, 0xa5a4u);
    EXPECT_EQ(machine.reg(7), 0x6002u);
    EXPECT_EQ(machine.reg(6), 0x5005u);
    EXPECT_EQ(machine.reg(1), 0u);
    EXPECT_EQ(machine.ports[0x300], 0xa0);
    const auto ports = std::count_if(
        machine.requests.begin(), machine.requests.end(), [](const BusRequest& request) {
          return request.op == BusOp::read_port || request.op == BusOp::write_port;
        });
    EXPECT_EQ(ports, 10);
    outcomes.push_back(outcome(machine));
  }
  EXPECT_EQ(outcomes[0], outcomes[1]);
  EXPECT_EQ(outcomes[0], outcomes[2]);
}

// Ring 3, with the flags at 0x4000, reads as many bytes as 0x4008 says of the port at 0x4004. The
// handler of #GP stops with the error code in ESI.
GUEST(ring_three_in, SETUP
      "mov $0x28, %eax; ltr %ax; mov $0x23, %eax; mov %eax, %ds;"
      "pushl $0x23; push $0x60000; pushl 0x4000; push $0x1b; call 5f; 5: addl $(1f - 5b), (%esp); "
      "iret;"
      "1: mov 0x4004, %edx; cmpl $1, 0x4008; je 2f; cmpl $2, 0x4008; je 3f; in %dx, %eax; jmp 4f;"
      "2: in %dx, %al; jmp 4f; 3: in %dx, %ax; 4: mov $0x600d, %ebp; int $0x40")
GUEST(port_refused, "pop %esi; mov (%esp), %edi; hlt")
GUEST(port_stop, "hlt")
TEST(CorePorts, BitmapDecidesBeyondThePrivilegeLevel) {
  struct Case {
    std::uint32_t flags, port, bytes, limit;
    bool permitted;
  };
  // The bitmap begins at 0x68; bits 0x60 to 0x62 are 0, and those from 0x80 to 0x8f.
  const Case cases[] = {
      {0x3002, 0x70, 4, 0x67, true},   // IOPL 3
      {0x2002, 0x70, 4, 0x67, false},  // IOPL 2, no bitmap
      {0x0002, 0x60, 1, 0x88, true},  {0x0002, 0x60, 2, 0x88, true},
      {0x0002, 0x60, 4, 0x88, false},  // 0x63 is not free
      {0x0002, 0x61, 2, 0x88, true},  {0x0002, 0x62, 2, 0x88, false},
      {0x0002, 0x63, 1, 0x88, false}, {0x0002, 0x80, 4, 0x79, true},
      {0x0002, 0x86, 4, 0x79, true},  {0x0002, 0x80, 1, 0x78, false},  // two bytes are read
      {0x0002, 0x88, 1, 0x79, false}, {0x0002, 0xffff, 1, 0x88, false},
  };
  for (const Case& each : cases) {
    CoreMachine machine;
    machine.tables();
    machine.descriptor(5, 0x0000890030000000 | each.limit);
    machine.gate(13, port_refused_code());
    machine.gate(0x40, port_stop_code(), 0xe, 3);
    machine.set_word(0x3064, 0x00680000);
    for (unsigned i = 0; i < 64; ++i) machine.memory[0x3068 + i] = 0xff;
    machine.memory[0x3068 + 0x60 / 8] = 0xf8;
    machine.memory[0x3068 + 0x80 / 8] = machine.memory[0x3069 + 0x80 / 8] = 0;
    machine.set_word(0x4000, each.flags);
    machine.set_word(0x4004, each.port);
    machine.set_word(0x4008, each.bytes);
    machine.start(ring_three_in_code());
    machine.run();
    EXPECT_EQ(machine.reg(5) == 0x600d, each.permitted)
        << std::hex << each.port << " " << each.bytes << " " << each.limit;
    EXPECT_EQ(machine.reg(6), 0u) << "the error code";
  }
}

// A timer that runs out every `period` cycles and asks for one vector.
class Timer final : public InterruptController {
 public:
  explicit Timer(kernel::Cycle period) : period_(period), next_(period) {}
  kernel::Cycle waits_from() const override { return on ? next_ : kNone; }
  std::uint8_t acknowledge(kernel::Cycle cycle) override {
    EXPECT_GE(cycle, next_);
    taken.push_back(cycle);
    next_ += period_;
    return 0x51;
  }
  bool on = true;
  std::vector<kernel::Cycle> taken;

 private:
  kernel::Cycle period_, next_;
};

GUEST(count_in_edi, "inc %edi; iret")
GUEST(counted_loop, SETUP "xor %edi, %edi; sti; 1: incl 0x4000; cmp $100, %edi; jb 1b; cli; hlt")
TEST(CoreInterrupts, ControllerIsAskedAtTheSamePlaceForAnyLimits) {
  std::vector<std::vector<std::uint64_t>> outcomes;
  std::vector<std::vector<kernel::Cycle>> taken;
  for (const kernel::Cycle step : {0, 1, 13, 999}) {
    CoreMachine machine;
    Timer timer(731);
    machine.core.attach(&timer);
    machine.tables();
    machine.gate(0x51, count_in_edi_code());
    machine.start(counted_loop_code());
    machine.run(step);
    EXPECT_EQ(machine.reg(7), 100u);
    outcomes.push_back(outcome(machine));
    taken.push_back(timer.taken);
  }
  for (unsigned i = 1; i < 4; ++i) {
    EXPECT_EQ(outcomes[0], outcomes[i]);
    EXPECT_EQ(taken[0], taken[i]);
  }
}

GUEST(halted_loop, SETUP "xor %edi, %edi; sti; 1: hlt; cmp $1000, %edi; jb 1b; cli; hlt")
TEST(CoreInterrupts, ControllerWakesAHaltedCore) {
  for (const kernel::Cycle step : {0, 50}) {
    CoreMachine machine;
    Timer timer(2000);
    machine.core.attach(&timer);
    machine.tables();
    machine.gate(0x51, count_in_edi_code());
    machine.start(halted_loop_code());
    machine.run(step);
    ASSERT_EQ(timer.taken.size(), 1000u);
    for (std::size_t i = 0; i < 1000; ++i) EXPECT_EQ(timer.taken[i], 2000 * (i + 1));
  }
}

GUEST(deaf,
      SETUP "xor %edi, %edi; xor %ebx, %ebx; 1: incl %ebx; cmp $3000, %ebx; jb 1b; cli; hlt; hlt")
TEST(CoreInterrupts, NmiIsTakenWithInterruptsDisabledAndOnceAtATime) {
  for (const kernel::Cycle step : {0, 1, 100}) {
    CoreMachine machine;
    Timer timer(100);
    machine.core.attach(&timer);
    machine.tables();
    machine.gate(2, count_in_edi_code());
    machine.start(deaf_code());
    machine.core.non_maskable_interrupt(1500);
    machine.run(step);
    EXPECT_EQ(machine.reg(7), 1u);
    EXPECT_EQ(machine.core.counters().interrupts, 1u);
    EXPECT_TRUE(timer.taken.empty());
    machine.core.non_maskable_interrupt(machine.core.now() + 10);
    machine.run(step);
    EXPECT_EQ(machine.reg(7), 2u) << "wakes from HLT";
  }
}

GUEST(long_handler, "inc %edi; 1: incl %ecx; cmp $1000, %ecx; jb 1b; mov %edi, %esi; iret")
TEST(CoreInterrupts, NmiWaitsForTheEndOfTheHandler) {
  CoreMachine machine;
  machine.tables();
  machine.gate(2, long_handler_code());
  machine.start(deaf_code());
  machine.core.non_maskable_interrupt(1500);
  machine.run_until(2000);
  machine.core.non_maskable_interrupt(2100);
  machine.run();
  EXPECT_EQ(machine.reg(7), 2u);
  EXPECT_EQ(machine.reg(6), 2u);
  EXPECT_EQ(machine.reg(1), 1001u) << "one after the other";
}

}  // namespace
}  // namespace rc::cpu
