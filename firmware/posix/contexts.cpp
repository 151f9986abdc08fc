// SPDX-License-Identifier: Apache-2.0
// Contexts that begin with a function: what contexts.S finds there when it loads them first.
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>

#include "firmware/posix/call.h"

extern "C" {
void posix_context_ended();
[[noreturn]] void posix_next_context(const ucontext_t* ended);
}

RC_POSIX void makecontext(ucontext_t* context, void (*function)(), int count, ...) {
  enum { ebx, ebp = 3, esp, eip };
  constexpr uintptr_t kAlignment = 16;  // of the arguments
  const uintptr_t end =
      reinterpret_cast<uintptr_t>(context->uc_stack.ss_sp) + context->uc_stack.ss_size;
  const auto bytes = static_cast<uintptr_t>(count) * sizeof(uint32_t);
  auto* top = reinterpret_cast<uint32_t*>((end - bytes) & ~(kAlignment - 1));
  va_list arguments;
  va_start(arguments, count);
  for (int i = 0; i < count; ++i) top[i] = va_arg(arguments, uint32_t);
  va_end(arguments);
  *--top = reinterpret_cast<uint32_t>(posix_context_ended);
  context->rc_registers[ebx] = reinterpret_cast<uint32_t>(context);
  context->rc_registers[ebp] = 0;
  context->rc_registers[esp] = reinterpret_cast<uint32_t>(top);
  context->rc_registers[eip] = reinterpret_cast<uint32_t>(function);
}

void posix_next_context(const ucontext_t* ended) {
  if (ended->uc_link != nullptr) setcontext(ended->uc_link);
  exit(0);
}
