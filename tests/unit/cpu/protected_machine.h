// SPDX-License-Identifier: Apache-2.0
// A core in protected mode, with handlers that tell of exceptions.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>

#include "tests/unit/cpu/core_machine.h"

namespace rc::cpu {
namespace {

// The handlers' result: EBP, EDI = the error code, ESI = EIP of the frame.
GUEST(with_error, "pop %edi; mov (%esp), %esi; mov $0x600d, %ebp; hlt")
GUEST(without_error, "mov (%esp), %esi; mov $0x600d, %ebp; hlt")
// The error code, with the vector above it.
GUEST(vector_12, "pop %edi; or $0xc0000, %edi; mov $0x600d, %ebp; hlt")

#define PROTECTED_SETUP                                                                     \
  "lgdt 0x0ff0; lidt 0x1ff0; mov $0x10, %eax; mov %eax, %ss; mov %eax, %ds; mov %eax, %es;" \
  "mov $0x28, %eax; ltr %ax;"
// Ring 3 at 0x11000, with its stack at 0x60000.
#define TO_USER                                                                           \
  "mov $0x23, %eax; mov %eax, %ds; mov %eax, %es; pushl $0x23; pushl $0x60000; pushl $2;" \
  "pushl $0x1b; pushl $0x11000; iret"

constexpr std::uint64_t kFlatCode = 0x00cf9a000000ffff, kFlatData = 0x00cf92000000ffff;
constexpr std::uint64_t kAbsent = std::uint64_t{1} << 47;  // to take away

struct Protected : CoreMachine {
  Protected() {
    tables();
    memory[kGdt - 16] = 31 * 8 + 7;
    for (const unsigned vector : {10u, 11u, 12u, 13u, 14u}) gate(vector, with_error_code());
    gate(6, without_error_code());
  }
  // From 0x30 on.
  void extra(std::initializer_list<std::uint64_t> descriptors) {
    unsigned index = 6;
    for (const std::uint64_t each : descriptors) descriptor(index++, each);
  }
  std::uint32_t stops_with() {
    run();
    EXPECT_EQ(reg(5), 0x600du) << "the handler";
    return reg(7);
  }
};

}  // namespace
}  // namespace rc::cpu
