// SPDX-License-Identifier: Apache-2.0
// A small preemptive kernel for one core, or for several that interrupt each other. docs/kernel.md
// walks through it.
#include <stdint.h>

#include "firmware/apps/kernel/console.h"
#include "firmware/apps/kernel/interrupts.h"
#include "firmware/apps/kernel/layout.h"
#include "firmware/apps/kernel/memory.h"
#include "firmware/apps/kernel/process.h"
#include "firmware/apps/kernel/processor.h"
#include "firmware/apps/kernel/ring.h"
#include "firmware/apps/kernel/user.h"
#include "hw_model/arch/scc_map.h"

extern "C" [[noreturn]] void start_first(kernel::Frame* frame);  // of entry.S

namespace kernel {
namespace {

constexpr uint32_t kTimerPeriod = 20'000;  // cycles

enum Exception : uint32_t { kNoX87 = 7, kPageFault = 14 };

// Tells the simulator that this core's program has ended; a machine without it just halts.
[[noreturn]] void end_run(uint32_t status) {
  static volatile uint32_t call[7];
  call[0] = SCC_HOSTCALL_EXIT;
  call[1] = status;
  word(SCC_GRB_BASE + SCC_GRB_HOSTCALL + 8 * own_core()) = reinterpret_cast<uint32_t>(call);
  for (;;) asm volatile("cli\n\thlt");
}

void tell(const char* what, uint32_t value) {
  print_number(Console::uart, value);
  print(Console::uart, what);
}

[[noreturn]] void finish() {
  stop_timer();
  const Counts& counted = counts();
  tell(" ticks, ", counted.ticks);
  tell(" switches, ", counted.switches);
  tell(" pages, ", counted.page_faults);
  tell(" x87 switches, ", counted.x87_switches);
  tell(" interrupts from cores\n", ring_times().interrupts);
  if (is_first()) {
    const RingTimes& times = ring_times();
    const char* const names[] = {"GLCFG: ", "request register: "};
    for (unsigned kind = 0; kind < 2; ++kind) {
      print(Console::uart, names[kind]);
      tell(" cycles from core to core", times.hop[kind]);
      if (times.delivery[kind] != 0) {
        print(Console::uart, ", of them ");
        tell(" to the first core's handler", times.delivery[kind]);
      }
      print(Console::uart, "\n");
    }
  }
  end_run(all_right() ? 0 : 1);
}

[[noreturn]] void panic(const Frame& frame) {
  print(Console::debug_port, "kernel: vector ");
  print_number(Console::debug_port, frame.vector);
  print(Console::debug_port, " at ");
  print_number(Console::debug_port, frame.eip);
  print(Console::debug_port, ", error code ");
  print_number(Console::debug_port, frame.error);
  print(Console::debug_port, "\n");
  end_run(2);
}

Frame* system_call(Frame* frame) {
  switch (frame->eax) {
    case kExit:
      return end_process(frame, frame->ebx);
    case kPrint:
      print(Console::uart, reinterpret_cast<const char*>(frame->ebx), frame->ecx);
      return frame;
    default:
      return end_process(frame, ~0u);
  }
}

Frame* handle(Frame* frame, uint32_t now) {
  switch (frame->vector) {
    case K_TIMER:
      ++counts().ticks;
      end_of_interrupt();
      return next_process(frame);
    case K_PIN0:
    case K_PIN1:
      ring_interrupt(frame->vector - K_PIN0, now);
      end_of_interrupt();
      return frame;
    case K_SPURIOUS:
      return frame;
    case K_SYSTEM_CALL:
      return system_call(frame);
    case kNoX87:
      use_x87();
      return frame;
    case kPageFault:
      if (page_fault(fault_address())) return frame;
      break;
  }
  panic(*frame);
}

}  // namespace
}  // namespace kernel

// From entry.S, interrupts masked: what goes on afterwards.
extern "C" kernel::Frame* trap(kernel::Frame* frame) {
  const uint32_t now = kernel::cycles();
  kernel::Frame* next = kernel::handle(frame, now);
  if (kernel::all_ended() && kernel::ring_ended()) kernel::finish();
  return next;
}

extern "C" [[noreturn]] void kernel_main() {
  using namespace kernel;
  print(Console::debug_port, "kernel: starts\n");
  set_up_gates();
  enter_paging();
  make_processes(reinterpret_cast<uint32_t>(user_entry));
  join_ring();
  set_up_apic(kTimerPeriod);
  start_ring();
  start_first(first_frame());
}
