// SPDX-License-Identifier: Apache-2.0
// The instructions that C++ cannot express.
#pragma once

#include <stdint.h>

namespace kernel {

inline void out(uint16_t port, uint8_t value) {
  asm volatile("outb %0, %1" ::"a"(value), "Nd"(port) : "memory");
}
inline uint8_t in(uint16_t port) {
  uint8_t value;
  asm volatile("inb %1, %0" : "=a"(value) : "Nd"(port) : "memory");
  return value;
}
inline uint32_t cr0() {
  uint32_t value;
  asm volatile("movl %%cr0, %0" : "=r"(value));
  return value;
}
inline void set_cr0(uint32_t value) { asm volatile("movl %0, %%cr0" ::"r"(value) : "memory"); }
inline uint32_t fault_address() {
  uint32_t value;
  asm volatile("movl %%cr2, %0" : "=r"(value));
  return value;
}
inline void set_cr3(uint32_t value) { asm volatile("movl %0, %%cr3" ::"r"(value) : "memory"); }
// Only the low half: differences of less than 2^32 cycles.
inline uint32_t cycles() {
  uint32_t low, high;
  asm volatile("rdtsc" : "=a"(low), "=d"(high)::"memory");
  return low;
}

constexpr uint32_t kCr0TaskSwitched = 8;

// A device's register, at its physical address.
inline volatile uint32_t& word(uint32_t address) {
  return *reinterpret_cast<volatile uint32_t*>(address);
}

}  // namespace kernel
