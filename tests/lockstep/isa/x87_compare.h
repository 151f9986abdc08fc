// SPDX-License-Identifier: Apache-2.0
// Reads FNSAVE images, and compares results of transcendental instructions, whose last bits differ
// between CPUs.
#pragma once

#include "tests/lockstep/isa/x87_values.h"

namespace rc::lockstep {

std::uint16_t x87_word(const X87Image& image, int offset);
cpu::FpuRegister x87_register(const X87Image& image, int i);  // ST(i)

bool x87_transcendental(std::uint8_t opcode, std::uint8_t modrm);

// The host's transcendentals are not correctly rounded, set the precision flag for exact results
// too, and round C1 their own way. Outside its domain a result is undefined.
// True if the images agree otherwise. The accepted differences are made equal in both.
bool x87_transcendental_agrees(std::uint8_t modrm, const X87Image& before, X87Image& model,
                               X87Image& native);

}  // namespace rc::lockstep
