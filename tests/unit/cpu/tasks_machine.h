// SPDX-License-Identifier: Apache-2.0
// A core with two tasks, for core_tasks.cpp and core_virtual_8086.cpp.
#pragma once

#include "tests/unit/cpu/core_machine.h"

namespace rc::cpu {

#define TASK_SETUP                                                                          \
  "lgdt 0x0ff0; lidt 0x1ff0; mov $0x10, %eax; mov %eax, %ss; mov %eax, %ds; mov %eax, %es;" \
  "mov $0x28, %eax; ltr %ax; mov $0x1234, %ebx;"

inline constexpr std::uint32_t kOther = 0x3800;  // the second task's state
inline constexpr std::uint32_t kEntry = 0x11000, kOtherStack = 0x68000;

// GDT: 0x28 the first task, 0x30 the second one, 0x38 a task gate to it.
struct Tasks : CoreMachine {
  Tasks() {
    tables();
    memory[kGdt - 16] = 15 * 8 + 7;
    descriptor(6, 0x0000890038000067);
    descriptor(7, 0x0000e50000300000);
    state(8 * 4, kEntry);        // EIP
    state(9 * 4, 2);             // EFLAGS
    state(10 * 4, 0xaaaa);       // EAX
    state(14 * 4, kOtherStack);  // ESP
    for (const unsigned field : {18u, 20u, 21u, 22u, 23u}) state(field * 4, 0x10);
    state(19 * 4, 0x08);  // CS
  }
  void state(std::uint32_t at, std::uint32_t value) { set_word(kOther + at, value); }
  unsigned type_of(unsigned index) { return word(kGdt + 8 * index + 4) >> 8 & 0x1f; }
};

}  // namespace rc::cpu
