// SPDX-License-Identifier: Apache-2.0
// The transcendental instructions: which operands are special, which exceptions they raise, where
// the result goes. transcendental.h computes the values.
#include "hw_model/cpu/fpu/execution.h"

namespace rc::cpu::fpu {

// NaNs and unsupported operands follow the rules of an addition. True if the instruction was
// performed.
bool Execution::propagate_special(const FpuRegister& a, const FpuRegister& b, unsigned destination,
                                  bool pops) {
  FpuRegister result;
  if (raise_with_c1(arithmetic(Arithmetic::add, a, b, result, host()) & ~kC1)) return false;
  set(destination, result);
  if (pops) pop();
  return true;
}

void Execution::finish(const Rounded& result, std::uint16_t exceptions, unsigned destination,
                       bool pops) {
  exceptions |= result.status;
  if (raise_with_c1(exceptions & (kInvalid | kDenormal | kZeroDivide))) return;
  raise_with_c1(exceptions);
  set(destination, result.value);
  if (pops) pop();
}

void Execution::invalid(unsigned destination, bool pops) {
  finish({kIndefinite, kInvalid}, 0, destination, pops);
}

void Execution::trigonometric(std::uint8_t modrm) {
  enum { kTangent = 0xf2, kSineCosine = 0xfb, kSine = 0xfe };
  const bool pushes = modrm == kTangent || modrm == kSineCosine;
  conditions(kC2, 0);
  if (empty(0) || (pushes && !empty(7))) {
    if (empty(0) ? underflow() : overflow()) return;
    set(0, kIndefinite);
    if (pushes) push(kIndefinite);
    return;
  }
  const FpuRegister x = st(0);
  if (is_nan(x) || is_unsupported(x)) {
    if (propagate_special(x, x, 0, false) && pushes) push(st(0));
    return;
  }
  if (is_infinity(x)) {
    if (raise_with_c1(kInvalid)) return;
    st(0) = kIndefinite;
    if (pushes) push(kIndefinite);
    return;
  }
  if (biased_exponent(x) >= kBias + 63) {
    conditions(kC1 | kC2, kC2);
    return;
  }
  const bool zero = is_zero(x);
  Rounded first;   // replaces ST(0)
  Rounded second;  // pushed
  switch (modrm) {
    case kTangent:
      first = zero ? Rounded{x} : tangent(x, s_.control);
      second = {kOne};
      break;
    case kSineCosine:
      first = zero ? Rounded{x} : sine(x, s_.control);
      second = zero ? Rounded{kOne} : cosine(x, s_.control);
      break;
    case kSine:
      first = zero ? Rounded{x} : sine(x, s_.control);
      break;
    default:
      first = zero ? Rounded{kOne} : cosine(x, s_.control);
      break;
  }
  if (raise_with_c1(is_denormal(x) ? kDenormal : 0)) return;
  raise_with_c1(first.status | second.status);
  st(0) = first.value;
  if (pushes) push(second.value);
}

// FYL2X, FPATAN, FYL2XP1: ST(1) = f(ST(1), ST(0)), pop.
void Execution::two_operands(std::uint8_t modrm) {
  enum { kYLog2 = 0xf1, kArctangent = 0xf3, kYLog2PlusOne = 0xf9 };
  if (empty(0) || empty(1)) {
    if (underflow()) return;
    set(1, kIndefinite);
    pop();
    return;
  }
  const FpuRegister x = st(0);
  const FpuRegister y = st(1);
  if (is_nan(x) || is_nan(y) || is_unsupported(x) || is_unsupported(y)) {
    propagate_special(x, y, 1, true);
    return;
  }
  const std::uint16_t denormal = is_denormal(x) || is_denormal(y) ? kDenormal : 0;
  if (modrm == kArctangent) return finish(arctangent(y, x, s_.control), denormal, 1, true);

  // Cases by the value of the logarithm: minus infinity (pole), undefined (outside), zero, sign.
  const bool plus_one = modrm == kYLog2PlusOne;
  const bool pole = plus_one ? x == FpuRegister{kIntegerBit, 0x8000 | kBias} : is_zero(x);
  const bool outside =
      negative(x) && !pole && (plus_one ? biased_exponent(x) >= kBias : !is_zero(x));
  const bool log_zero = plus_one ? is_zero(x) : x == kOne;
  const bool log_negative =
      plus_one ? negative(x) : biased_exponent(x) < kBias;  // of zero: the sign of x
  const bool sign = negative(y) != log_negative;
  if (outside) return invalid(1, true);
  if (is_infinity(y)) {
    if (log_zero) return invalid(1, true);
    return finish({make_infinity(sign)}, denormal, 1, true);
  }
  if (is_zero(y)) {
    if (pole || is_infinity(x)) return invalid(1, true);
    return finish({make_zero(sign)}, denormal, 1, true);
  }
  if (pole) return finish({make_infinity(sign), kZeroDivide}, 0, 1, true);
  if (is_infinity(x)) return finish({make_infinity(sign)}, denormal, 1, true);
  if (log_zero) return finish({make_zero(sign)}, denormal, 1, true);
  finish(plus_one ? y_log2_plus_one(y, x, s_.control) : y_log2(y, x, s_.control), denormal, 1,
         true);
}

// F2XM1. Outside [-1, 1] the result is undefined; here the operand stays.
void Execution::power() {
  if (empty(0)) {
    if (!underflow()) set(0, kIndefinite);
    return;
  }
  const FpuRegister x = st(0);
  if (is_nan(x) || is_unsupported(x)) {
    propagate_special(x, x, 0, false);
    return;
  }
  if (is_infinity(x)) {
    return finish({negative(x) ? FpuRegister{kIntegerBit, 0x8000 | kBias} : x}, 0, 0, false);
  }
  const bool in_domain =
      biased_exponent(x) < kBias || (biased_exponent(x) == kBias && x.mantissa == kIntegerBit);
  if (is_zero(x) || !in_domain) return finish({x}, in_domain ? 0 : kPrecision, 0, false);
  finish(power_minus_one(x, s_.control), is_denormal(x) ? kDenormal : 0, 0, false);
}

}  // namespace rc::cpu::fpu
