// SPDX-License-Identifier: Apache-2.0
#include "firmware/apps/kernel/process.h"

#include "firmware/apps/kernel/layout.h"
#include "firmware/apps/kernel/processor.h"

namespace kernel {
namespace {

constexpr uint32_t kStackBytes = 0x1000;
constexpr uint32_t kInterruptsOn = 0x202;  // EFLAGS: IF and the bit that is always 1

struct Process {
  AddressSpace space;
  Frame* frame = nullptr;  // while it does not run
  bool ended = false;
  uint32_t status = 0;
  bool has_x87 = false;  // `x87` is its state, or the unit is
  alignas(16) uint8_t x87[108] = {};
  alignas(16) uint8_t stack[kStackBytes] = {};
};

constexpr uint32_t kIdle = kProcesses;
Process processes[kProcesses + 1];
uint32_t current = 0;
Process* x87_owner = nullptr;
Counts counted;

uint32_t stack_top(Process& process) {
  return reinterpret_cast<uint32_t>(process.stack) + kStackBytes;
}

void idle() {
  for (;;) asm volatile("sti\n\thlt" ::: "memory");
}

Frame* enter(uint32_t number) {
  Process& process = processes[number];
  current = number;
  ++counted.switches;
  set_cr3(process.space.directory);
  set_kernel_stack(stack_top(process));
  // The next use of the x87 by anyone but its owner is a #NM.
  set_cr0(x87_owner == &process ? cr0() & ~kCr0TaskSwitched : cr0() | kCr0TaskSwitched);
  return process.frame;
}

}  // namespace

void make_processes(uint32_t entry) {
  for (uint32_t number = 0; number <= kProcesses; ++number) {
    Process& process = processes[number];
    process.space = new_space();
    auto* frame = reinterpret_cast<Frame*>(stack_top(process) - sizeof(Frame));
    *frame = {};
    const bool idles = number == kIdle;
    frame->ds = frame->es = frame->ss = idles ? K_DATA : K_USER_DATA;
    frame->cs = idles ? K_CODE : K_USER_CODE;
    frame->eip = idles ? reinterpret_cast<uint32_t>(idle) : entry;
    frame->eflags = kInterruptsOn;
    frame->esp = K_STACK_TOP;
    frame->eax = number;
    process.frame = frame;
  }
}

Frame* first_frame() { return enter(0); }

Frame* next_process(Frame* frame) {
  Process& before = processes[current];
  before.frame = frame;
  uint32_t next = current;
  for (uint32_t tried = 0; tried < kProcesses; ++tried) {
    next = next + 1 < kProcesses ? next + 1 : 0;
    if (!processes[next].ended) break;
  }
  if (next == kIdle || processes[next].ended) next = kIdle;
  return next == current ? frame : enter(next);
}

Frame* end_process(Frame* frame, uint32_t status) {
  Process& process = processes[current];
  process.ended = true;
  process.status = status;
  if (x87_owner == &process) x87_owner = nullptr;
  return next_process(frame);
}

void use_x87() {
  ++counted.x87_switches;
  asm volatile("clts");
  Process& process = processes[current];
  if (x87_owner != nullptr) asm volatile("fnsave %0" : "=m"(x87_owner->x87));
  if (process.has_x87) {
    asm volatile("frstor %0" ::"m"(process.x87));
  } else {
    asm volatile("fninit");
  }
  process.has_x87 = true;
  x87_owner = &process;
}

bool page_fault(uint32_t address) {
  ++counted.page_faults;
  return demand(processes[current].space, address);
}

bool all_ended() {
  for (uint32_t i = 0; i < kProcesses; ++i) {
    if (!processes[i].ended) return false;
  }
  return true;
}

bool all_right() {
  for (uint32_t i = 0; i < kProcesses; ++i) {
    if (processes[i].status != 0) return false;
  }
  return true;
}

Counts& counts() { return counted; }

}  // namespace kernel
