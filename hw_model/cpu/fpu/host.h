// SPDX-License-Identifier: Apache-2.0
// The operations whose results the x87 architecture fixes to the bit. They run on the host's x87
// with the guest's control word. x86-64 hosts only.
//
// Every function returns the host's status word: exception flags, and condition codes where the
// instruction sets them. After an unmasked invalid, denormal or zero-divide exception the
// instruction was not performed and the result is invalid. After an unmasked overflow or underflow
// a register result has the manual's scaled exponent, and a memory result is invalid.
#pragma once

#include <cstdint>

#include "hw_model/cpu/fpu/fpu.h"

namespace rc::cpu::fpu {

// How to run one operation. Loading a control word and clearing flags take longer than the
// operation itself. Both are left out (as_is) when they would change nothing: the guest's control
// word equals the host's with everything masked, and the host's sticky flags are a subset of the
// guest's.
class HostControl {
 public:
  HostControl(std::uint16_t guest_control, std::uint16_t guest_status);

  std::uint16_t guest;
  std::uint16_t host;
  bool as_is;
};

// The operations of the arithmetic group by their number in the ModRM byte; `a` is ST(0).
enum class Arithmetic : std::uint8_t {
  add = 0,
  multiply = 1,
  compare = 2,
  compare_pop = 3,
  subtract = 4,
  subtract_reversed = 5,
  divide = 6,
  divide_reversed = 7,
};

std::uint16_t arithmetic(Arithmetic op, const FpuRegister& a, const FpuRegister& b,
                         FpuRegister& result, HostControl control);
std::uint16_t arithmetic_m32(Arithmetic op, const FpuRegister& a, const std::uint8_t* memory,
                             FpuRegister& result, HostControl control);
std::uint16_t arithmetic_m64(Arithmetic op, const FpuRegister& a, const std::uint8_t* memory,
                             FpuRegister& result, HostControl control);
std::uint16_t compare_unordered(const FpuRegister& a, const FpuRegister& b, HostControl control);

std::uint16_t square_root(const FpuRegister& a, FpuRegister& result, HostControl control);
std::uint16_t round_to_integer(const FpuRegister& a, FpuRegister& result, HostControl control);
std::uint16_t scale(const FpuRegister& a, const FpuRegister& b, FpuRegister& result,
                    HostControl control);
// One step of FPREM and FPREM1. It completes if the exponents differ by less than 64.
std::uint16_t remainder_truncating(const FpuRegister& a, const FpuRegister& b, FpuRegister& result,
                                   HostControl control);
std::uint16_t remainder_nearest(const FpuRegister& a, const FpuRegister& b, FpuRegister& result,
                                HostControl control);

std::uint16_t store_m32(const FpuRegister& a, std::uint8_t* memory, HostControl control);
std::uint16_t store_m64(const FpuRegister& a, std::uint8_t* memory, HostControl control);
std::uint16_t store_int16(const FpuRegister& a, std::uint8_t* memory, HostControl control);
std::uint16_t store_int32(const FpuRegister& a, std::uint8_t* memory, HostControl control);
std::uint16_t store_int64(const FpuRegister& a, std::uint8_t* memory, HostControl control);
std::uint16_t store_bcd(const FpuRegister& a, std::uint8_t* memory, HostControl control);

}  // namespace rc::cpu::fpu
