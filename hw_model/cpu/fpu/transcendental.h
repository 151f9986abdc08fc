// SPDX-License-Identifier: Apache-2.0
// The transcendental functions of the x87, independent of the host CPU. Each takes operands in its
// domain (the caller handles NaNs, unsupported formats and invalid operations), computes with 113
// bits or more and rounds once to the 64-bit mantissa in the rounding mode of the control word.
// Precision control does not apply, as in silicon.
//
// Accuracy: the value before rounding is within 2^-108 of the true one, so the result is the
// correctly rounded one except where the true value lies that close to a rounding boundary (one
// argument in about 2^43). Exact results (2^1-1, y*log2 of a power of two) and results next to
// their argument (sine of a tiny number) are decided exactly.
//
// FSIN, FCOS, FSINCOS and FPTAN reduce their argument by the Pentium's 66-bit pi
// (C90FDAA2 2168C234 C, SDM vol. 1 section 8.3.8). The result is the correctly rounded function of
// the reduced argument; near multiples of pi that differs from the function of the argument itself.
#pragma once

#include <cstdint>

#include "hw_model/cpu/fpu/fpu.h"

namespace rc::cpu::fpu {

struct Rounded {
  FpuRegister value;
  std::uint16_t status = 0;  // exception flags, and C1 = rounded away from zero
};

// |x| < 2^63, not zero.
Rounded sine(const FpuRegister& x, std::uint16_t control);
Rounded cosine(const FpuRegister& x, std::uint16_t control);
Rounded tangent(const FpuRegister& x, std::uint16_t control);
// Angle of the point (x, y); any operands, infinities and zeros included.
Rounded arctangent(const FpuRegister& y, const FpuRegister& x, std::uint16_t control);
// 2^x - 1 for |x| <= 1, x not zero.
Rounded power_minus_one(const FpuRegister& x, std::uint16_t control);
// y * log2(x), x finite and positive, y finite and not zero.
Rounded y_log2(const FpuRegister& y, const FpuRegister& x, std::uint16_t control);
// y * log2(x + 1), x finite, not zero and > -1, y finite and not zero.
Rounded y_log2_plus_one(const FpuRegister& y, const FpuRegister& x, std::uint16_t control);

}  // namespace rc::cpu::fpu
