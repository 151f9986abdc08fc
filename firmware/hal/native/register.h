// SPDX-License-Identifier: Apache-2.0
// Registers in a native run. Reading a test-and-set register, an atomic counter or the time stamp
// is a function call, so a Register is an object here and no reference.
#pragma once

#include <stdint.h>

namespace native {

// `address` as in the core's map. An address without a register ends the program with one line.
uint32_t read_register(uint32_t address);
void write_register(uint32_t address, uint32_t value);

}  // namespace native

namespace hal {

class Register {
 public:
  explicit Register(uint32_t address) : address_(address) {}
  operator uint32_t() const { return native::read_register(address_); }
  void operator=(uint32_t value) const { native::write_register(address_, value); }

 private:
  uint32_t address_;
};

inline Register register_at(uint32_t address) { return Register(address); }

// For registers whose reading has a side effect: ends the program with one line.
volatile uint32_t* plain_register(uint32_t address);

}  // namespace hal
