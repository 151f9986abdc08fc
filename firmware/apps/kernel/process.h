// SPDX-License-Identifier: Apache-2.0
// Processes: two in ring 3 and the kernel's idle loop, switched by the timer. The x87 is switched
// lazily: only when a process uses it, which CR0.TS tells.
#pragma once

#include <stdint.h>

#include "firmware/apps/kernel/interrupts.h"
#include "firmware/apps/kernel/memory.h"

namespace kernel {

constexpr uint32_t kProcesses = 2;

struct Counts {
  uint32_t ticks = 0, switches = 0, page_faults = 0, x87_switches = 0;
};

// Makes the processes and the idle loop. `entry` runs in ring 3 with the process's number in EAX.
void make_processes(uint32_t entry);
Frame* first_frame();
// The process that `frame` belongs to gives way; what runs next.
Frame* next_process(Frame* frame);
// It has ended, with this status.
Frame* end_process(Frame* frame, uint32_t status);
// #NM: the process gets the x87.
void use_x87();
// #PF: true if the process may go on.
bool page_fault(uint32_t address);

bool all_ended();
// Every process returned zero.
bool all_right();
Counts& counts();

}  // namespace kernel
