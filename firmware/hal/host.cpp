// SPDX-License-Identifier: Apache-2.0
#include "firmware/hal/host.h"

#include "firmware/boot/memory_layout.h"
#include "firmware/hal/boot_block.h"
#include "firmware/hal/time.h"

namespace hal {

HostCall host_call(uint32_t number, uint32_t a0, uint32_t a1, uint32_t a2, uint32_t a3) {
  HostCall block{number, {a0, a1, a2, a3}, 0, 0};
  // Private memory is mapped one to one, so this is the physical address too. The block may be in
  // this core's caches: the host reads through them.
  volatile uint32_t& doorbell =
      system_register(FW_HOSTCALL_OFFSET + 8 * static_cast<uint32_t>(core_id()));
  asm volatile("" ::"r"(&block) : "memory");
  doorbell = reinterpret_cast<uint32_t>(&block);
  // The store is posted; a read of the same register returns after the call was served.
  const uint32_t served = doorbell;
  asm volatile("" ::"r"(served) : "memory");
  return block;
}

void report(const char* name, double value) {
  host_call(SCC_HOSTCALL_REPORT, reinterpret_cast<uint32_t>(name),
            reinterpret_cast<uint32_t>(&value));
}

}  // namespace hal
