// What stands for the core's own instructions in a native run.
#pragma once

#include <stdint.h>

namespace native {

uint64_t nanoseconds();  // since the run was started, the same for all UEs

// Called at every look at something another UE may change: there are more UEs than processors, so
// who waits gives way after a few looks.
void look();

}  // namespace native

namespace hal {

// Caches are coherent; only the compiler must read again.
inline void cl1invmb() {
  asm volatile("" ::: "memory");
  native::look();
}

// Cycles of a clock of 1 GHz.
inline uint64_t cycles() { return native::nanoseconds(); }

}  // namespace hal
