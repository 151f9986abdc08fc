// SPDX-License-Identifier: Apache-2.0
// Which exceptions of the x87 end the program: the masks of its control word.
#include <fenv.h>
#include <stdint.h>

#include "firmware/posix/call.h"

namespace {

uint16_t control_word() {
  uint16_t word;
  asm volatile("fnstcw %0" : "=m"(word));
  return word;
}

// Returns what was enabled.
int change(int enabled, int disabled) {
  const unsigned before = control_word();
  const auto after = static_cast<uint16_t>((before & ~static_cast<unsigned>(enabled)) |
                                           static_cast<unsigned>(disabled));
  // Exceptions of the past are forgotten: they would be raised by the next instruction.
  asm volatile("fnclex\n\tfldcw %0" ::"m"(after));
  return static_cast<int>(~before) & FE_ALL_EXCEPT;
}

}  // namespace

RC_POSIX int feenableexcept(int exceptions) { return change(exceptions & FE_ALL_EXCEPT, 0); }
RC_POSIX int fedisableexcept(int exceptions) { return change(0, exceptions & FE_ALL_EXCEPT); }
RC_POSIX int fegetexcept() { return ~control_word() & FE_ALL_EXCEPT; }
