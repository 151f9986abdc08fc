// SPDX-License-Identifier: Apache-2.0
// The core's instructions that C++ cannot express.
#pragma once

#include <stdint.h>

#ifdef ROCKCREEK_NATIVE

#include "firmware/hal/native/processor.h"

#else

namespace hal {

// Drops every MPBT line from L1D, so that the next read of an MPB sees what others wrote.
inline void cl1invmb() { asm volatile(".byte 0x0f, 0x0a" ::: "memory"); }

// Time stamp counter: cycles of this core's clock.
inline uint64_t cycles() {
  uint64_t count;
  asm volatile("rdtsc" : "=A"(count)::"memory");
  return count;
}

inline void enable_interrupts() { asm volatile("sti" ::: "memory"); }
inline void disable_interrupts() { asm volatile("cli" ::: "memory"); }

// Called with interrupts masked: halts until an interrupt was handled, and masks them again. None
// is taken between STI and HLT, so a condition tested before the call is not missed.
inline void wait_for_interrupt() { asm volatile("sti\n\thlt\n\tcli" ::: "memory"); }

inline uint32_t page_fault_address() {
  uint32_t address;
  asm volatile("movl %%cr2, %0" : "=r"(address));
  return address;
}

[[noreturn]] inline void stop() {
  for (;;) asm volatile("cli\n\thlt" ::: "memory");
}

}  // namespace hal

#endif
