// SPDX-License-Identifier: Apache-2.0
// Random 80-bit numbers and x87 states that favour the corners of the format.
#pragma once

#include <array>

#include "hw_model/cpu/fpu/fpu.h"
#include "tests/lockstep/isa/random.h"

namespace rc::lockstep {

// Zeros, denormals, pseudo-denormals, unnormals, infinities, NaNs, powers of two, small integers,
// numbers of single and double precision, and anything else, of any or of a moderate exponent.
cpu::FpuRegister random_x87(Random& random);

struct X87StateOptions {
  std::uint32_t used_percent = 90;      // of the registers
  std::uint32_t unmasked_percent = 25;  // states with some exception unmasked (none pending)
};
cpu::FpuState random_x87_state(Random& random, const X87StateOptions& options);

// What FNSAVE writes.
using X87Image = std::array<std::uint8_t, 108>;
X87Image x87_image(const cpu::FpuState& state, bool operand16 = false);

// Fills a memory operand of an x87 instruction according to its type; images hold no pending
// exception, decimals no invalid digit.
void random_x87_operand(Random& random, std::uint8_t opcode, std::uint8_t modrm, bool operand16,
                        cpu::Fpu::Buffer& buffer);

}  // namespace rc::lockstep
