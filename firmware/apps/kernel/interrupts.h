// SPDX-License-Identifier: Apache-2.0
// Traps and interrupts: gates, the task state segment, and the local APIC.
#pragma once

#include <stdint.h>

namespace kernel {

// What entry.S leaves on a kernel stack; esp and ss only if ring 3 was interrupted.
struct Frame {
  uint32_t es, ds;
  uint32_t edi, esi, ebp, unused, ebx, edx, ecx, eax;
  uint32_t vector, error;
  uint32_t eip, cs, eflags;
  uint32_t esp, ss;
};

void set_up_gates();
// Where the processor begins its stack when it leaves ring 3.
void set_kernel_stack(uint32_t top);
// Timer and both pins by their vectors; the timer gives one interrupt every `period` cycles.
void set_up_apic(uint32_t period);
void stop_timer();
void end_of_interrupt();

}  // namespace kernel
