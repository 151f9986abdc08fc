// SPDX-License-Identifier: Apache-2.0
// The node's registers (hw_model/arch/ipsc_map.h).
#pragma once

#include <stdint.h>

#include "hw_model/arch/ipsc_map.h"

namespace nx {

inline volatile uint32_t& node_register(uint32_t offset) {
  return *reinterpret_cast<volatile uint32_t*>(IPSC_REGISTERS + offset);
}

// Takes the time of a step of the operating system (IPSC_COST_*).
inline void spend(uint32_t step) {
  const uint32_t nothing = node_register(step);
  asm volatile("" ::"r"(nothing) : "memory");
}

struct Descriptor {
  uint32_t destination;
  uint32_t kind;
  uint32_t type;
  uint32_t count;
  uint32_t tag;
  const void* data;
  uint32_t bytes;
};
static_assert(sizeof(Descriptor) == 4 * IPSC_DESCRIPTOR_WORDS);

inline void launch(const Descriptor& descriptor) {
  asm volatile("" ::"r"(&descriptor) : "memory");
  node_register(IPSC_LAUNCH) = reinterpret_cast<uint32_t>(&descriptor);
}

// `buffer` may be null: the data goes nowhere.
inline void accept(void* buffer) {
  asm volatile("" ::: "memory");
  node_register(IPSC_ACCEPT) = reinterpret_cast<uint32_t>(buffer);
}

inline uint64_t clock_ticks() {
  const uint32_t low = node_register(IPSC_CLOCK_LO);
  return uint64_t{node_register(IPSC_CLOCK_HI)} << 32 | low;
}

}  // namespace nx
