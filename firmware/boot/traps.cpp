// SPDX-License-Identifier: Apache-2.0
// Exceptions and interrupts: a registered handler runs, anything else is a fault that the host
// reports before this core stops for good.
#include "firmware/hal/host.h"
#include "firmware/hal/interrupt.h"
#include "firmware/hal/processor.h"

namespace {

// As pushed by trap_common, the stub and the processor, lowest address first.
struct TrapFrame {
  uint32_t edi, esi, ebp, esp, ebx, edx, ecx, eax;
  uint32_t vector, error_code, eip, cs, eflags;
};

hal::InterruptHandler handlers[256];

}  // namespace

void hal::set_handler(uint8_t vector, InterruptHandler handler) { handlers[vector] = handler; }

extern "C" void trap_dispatch(const TrapFrame* frame) {
  if (auto handler = handlers[frame->vector]) {
    handler();
    return;
  }
  hal::host_call(SCC_HOSTCALL_FAULT, frame->vector, frame->error_code, frame->eip,
                 hal::page_fault_address());
  hal::stop();
}
