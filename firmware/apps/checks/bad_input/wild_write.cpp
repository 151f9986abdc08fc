// SPDX-License-Identifier: Apache-2.0
// The last UE writes to an address where nothing may be, or what may not be written there, and
// computes on, first in registers alone.
//   wild_write ADDRESS [VALUE [LUT_ENTRY]]    the entry is that of the address's slot from then on
#include <stdint.h>
#include <stdlib.h>

#include "firmware/hal/boot_block.h"
#include "firmware/hal/lut.h"
#include "firmware/hal/register.h"

namespace {

uint32_t number(const char* text) { return static_cast<uint32_t>(strtoul(text, nullptr, 0)); }

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  const uint32_t address = number(argv[1]);
  const uint32_t value = argc > 2 ? number(argv[2]) : 1;
  if (hal::rank() == hal::ue_count() - 1) {
    if (argc > 3) hal::lut_entry(hal::core_id(), address / SCC_SLOT_SIZE) = number(argv[3]);
    hal::register_at(address) = value;
    for (uint32_t i = 0; i < 60000; ++i) asm volatile("");
  }
  volatile int passes = 0;
  while (passes < 30000) passes = passes + 1;
  return 0;
}
