// SPDX-License-Identifier: Apache-2.0
// The two interrupt pins of a core, LINT0 and LINT1, driven by its tile's configuration register
// GLCFG. Both are ordinary maskable interrupts, taken once per rising edge: a handler clears its
// pin so that it can be raised again.
#pragma once

#include <stdint.h>

#include "firmware/hal/tile.h"

namespace hal {

enum : uint8_t { kLint0Vector = 0x20, kLint1Vector = 0x21 };

// Runs on the interrupted stack, interrupts masked. It must not touch the x87 registers.
using InterruptHandler = void (*)();

// nullptr makes the vector a fault again.
void set_handler(uint8_t vector, InterruptHandler handler);

inline Register pin_register(int core) {
  return tile_register(tile_of_core(core), glcfg_offset(index_in_tile(core)));
}

// `pin` is SCC_GLCFG_INTR (LINT0) or SCC_GLCFG_NMI (LINT1). Read-modify-write: two cores that
// change pins of one core at once need a lock.
inline void raise_pin(int core, uint32_t pin) { pin_register(core) = pin_register(core) | pin; }
inline void clear_pin(int core, uint32_t pin) { pin_register(core) = pin_register(core) & ~pin; }

}  // namespace hal
