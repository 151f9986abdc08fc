// Looking into FNSAVE images, and comparing the results of transcendental instructions, which no
// two CPUs share to the last bit.
#pragma once

#include "tests/support/x87_values.h"

namespace rc::test {

std::uint16_t x87_word(const X87Image& image, int offset);
cpu::FpuRegister x87_register(const X87Image& image, int i);  // ST(i)

bool x87_transcendental(std::uint8_t opcode, std::uint8_t modrm);

// The host's transcendentals are not correctly rounded, set the precision flag for exact results
// too, and round C1 their own way. Outside its domain a result is undefined.
// True if the images agree but for that; what was forgiven is made equal in both.
bool x87_transcendental_agrees(std::uint8_t modrm, const X87Image& before, X87Image& model,
                               X87Image& native);

}  // namespace rc::test
