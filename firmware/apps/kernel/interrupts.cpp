// SPDX-License-Identifier: Apache-2.0
#include "firmware/apps/kernel/interrupts.h"

#include "firmware/apps/kernel/layout.h"
#include "firmware/apps/kernel/processor.h"
#include "hw_model/arch/apic_map.h"

extern "C" {
extern char trap_stubs[];  // of entry.S
extern uint64_t gdt[];
}

namespace kernel {
namespace {

// The 32-bit task state segment: only the stack of ring 0 is used, and there is no I/O bitmap.
struct TaskState {
  uint32_t link, esp0, ss0;
  uint32_t others[22];
  uint16_t trap, io_bitmap;
};
static_assert(sizeof(TaskState) == 104);

struct [[gnu::packed]] TablePointer {
  uint16_t limit;
  const void* base;
};

TaskState task_state;
uint64_t idt[256];

constexpr uint64_t kInterruptGate = 0x8E00;  // present, ring 0, interrupts masked
constexpr uint64_t kUserGate = 0xEE00;       // ring 3 may use INT
constexpr uint64_t kTaskStateRights = 0x0000890000000000;

uint64_t gate(uint32_t address, uint64_t rights) {
  return uint64_t{address & 0xFFFF0000} << 32 | rights << 32 | uint64_t{K_CODE} << 16 |
         (address & 0xFFFF);
}

volatile uint32_t& apic(uint32_t offset) { return word(RC_APIC_BASE + offset); }

}  // namespace

void set_up_gates() {
  for (uint32_t vector = 0; vector < 256; ++vector) {
    const uint32_t stub = reinterpret_cast<uint32_t>(trap_stubs) + K_STUB_BYTES * vector;
    idt[vector] = gate(stub, vector == K_SYSTEM_CALL ? kUserGate : kInterruptGate);
  }
  const TablePointer table{sizeof idt - 1, idt};
  asm volatile("lidt %0" ::"m"(table));
  task_state.ss0 = K_DATA;
  task_state.io_bitmap = sizeof task_state;
  const auto base = reinterpret_cast<uint32_t>(&task_state);
  gdt[K_TSS / 8] = uint64_t{base & 0xFF000000} << 32 | uint64_t{base & 0x00FFFFFF} << 16 |
                   kTaskStateRights | (sizeof task_state - 1);
  asm volatile("ltr %w0" ::"r"(K_TSS) : "memory");
}

void set_kernel_stack(uint32_t top) { task_state.esp0 = top; }

void set_up_apic(uint32_t period) {
  apic(RC_APIC_SVR) = RC_APIC_SVR_ENABLE | K_SPURIOUS;
  apic(RC_APIC_TPR) = 0;
  apic(RC_APIC_LVT_LINT0) = K_PIN0;
  apic(RC_APIC_LVT_LINT1) = K_PIN1;
  apic(RC_APIC_LVT_TIMER) = RC_APIC_LVT_PERIODIC | K_TIMER;
  apic(RC_APIC_DIVIDER) = RC_APIC_DIVIDE_BY_ONE;
  apic(RC_APIC_INITIAL_COUNT) = period;
}

void stop_timer() { apic(RC_APIC_LVT_TIMER) = RC_APIC_LVT_MASKED; }

void end_of_interrupt() { apic(RC_APIC_EOI) = 0; }

}  // namespace kernel
