// SPDX-License-Identifier: Apache-2.0
// Arithmetic, comparison, and the operations on one operand.
#include "hw_model/cpu/fpu/execution.h"

namespace rc::cpu::fpu {

// ST(0) = ST(0) op other, or a comparison.
void Execution::arithmetic_with(Arithmetic op, const FpuRegister& other) {
  if (is_compare(op)) {
    if (empty(0)) return compare_empty(op == Arithmetic::compare_pop ? 1 : 0);
    FpuRegister unchanged;
    return compare_result(arithmetic(op, st(0), other, unchanged, host()),
                          op == Arithmetic::compare_pop ? 1 : 0);
  }
  if (empty(0)) {
    if (!underflow()) set(0, kIndefinite);
    return;
  }
  FpuRegister result;
  if (!raise_with_c1(arithmetic(op, st(0), other, result, host()))) st(0) = result;
}

void Execution::arithmetic_m32_m64(Arithmetic op, bool m64) {
  if (empty(0)) return arithmetic_with(op, FpuRegister{});
  FpuRegister result;
  const std::uint16_t status = m64 ? fpu::arithmetic_m64(op, st(0), memory_, result, host())
                                   : fpu::arithmetic_m32(op, st(0), memory_, result, host());
  if (is_compare(op)) return compare_result(status, op == Arithmetic::compare_pop ? 1 : 0);
  if (!raise_with_c1(status)) st(0) = result;
}

void Execution::arithmetic_registers(Arithmetic op, unsigned other, unsigned destination,
                                     bool pops) {
  FpuRegister result = kIndefinite;
  if (empty(0) || empty(other)) {
    if (underflow()) return;
  } else if (raise_with_c1(arithmetic(op, st(0), st(other), result, host()))) {
    return;
  }
  set(destination, result);
  if (pops) pop();
}

void Execution::compare_result(std::uint16_t status, unsigned pops) {
  // The condition codes are set even if an unmasked exception keeps the operands on the stack.
  conditions(kConditions, status & ~kC1);
  if (raise(status)) return;
  for (; pops > 0; --pops) pop();
}

void Execution::compare_empty(unsigned pops) {
  compare_result(kInvalid | kStackFault | kC0 | kC2 | kC3, pops);
}

void Execution::compare_registers(unsigned other, bool unordered, unsigned pops) {
  if (empty(0) || empty(other)) return compare_empty(pops);
  FpuRegister unchanged;
  compare_result(unordered ? compare_unordered(st(0), st(other), host())
                           : arithmetic(Arithmetic::compare, st(0), st(other), unchanged, host()),
                 pops);
}

void Execution::test() { arithmetic_with(Arithmetic::compare, make_zero(false)); }

void Execution::examine() {
  const FpuRegister& value = st(0);
  std::uint16_t found;
  if (empty(0)) {
    found = kC3 | kC0;
  } else if (is_unsupported(value)) {
    found = 0;
  } else if (is_nan(value)) {
    found = kC0;
  } else if (is_infinity(value)) {
    found = kC2 | kC0;
  } else if (is_zero(value)) {
    found = kC3;
  } else if (is_denormal(value)) {
    found = kC3 | kC2;
  } else {
    found = kC2;
  }
  conditions(kConditions, found | (negative(value) ? kC1 : 0));
}

// --- one operand ---------------------------------------------------------------------------------

void Execution::change_sign_or_abs(bool absolute) {
  if (empty(0)) {
    if (!underflow()) set(0, kIndefinite);
    return;
  }
  conditions(kC1, 0);
  auto& word = st(0).sign_exponent;
  word = static_cast<std::uint16_t>(absolute ? word & 0x7fff : word ^ 0x8000);
}

void Execution::unary(Unary operation) {
  FpuRegister result = kIndefinite;
  if (empty(0)) {
    if (underflow()) return;
  } else if (raise_with_c1(operation(st(0), result, host()))) {
    return;
  }
  set(0, result);
}

void Execution::scale_by_power() {
  FpuRegister result = kIndefinite;
  if (empty(0) || empty(1)) {
    if (underflow()) return;
  } else if (raise_with_c1(fpu::scale(st(0), st(1), result, host()))) {
    return;
  }
  set(0, result);
}

void Execution::extract() {
  if (empty(0) || !empty(7)) {
    if (empty(0) ? underflow() : overflow()) return;
    set(0, kIndefinite);
    push(kIndefinite);
    return;
  }
  const FpuRegister value = st(0);
  conditions(kC1, 0);
  if (is_nan(value) || is_unsupported(value)) {
    if (propagate_special(value, value, 0, false)) push(st(0));
    return;
  }
  if (is_zero(value)) {
    if (raise(kZeroDivide)) return;
    st(0) = make_infinity(true);
    push(value);
    return;
  }
  if (is_infinity(value)) {
    st(0) = make_infinity(false);
    push(value);
    return;
  }
  if (raise(is_denormal(value) ? kDenormal : 0)) return;
  const Unpacked u = unpack(value);
  st(0) = from_integer(u.exponent);
  push({u.mantissa, static_cast<std::uint16_t>(kBias | (u.is_negative ? 0x8000 : 0))});
}

// --- partial remainder ---------------------------------------------------------------------------

// If the exponents differ by D >= 64, one step reduces them by N = 32 + D mod 32, as the Pentium
// and its successors do. The host computes a - b*2^(D-N)*q, which it completes in one step, so its
// own choice of N has no influence.
void Execution::remainder(bool nearest) {
  if (empty(0) || empty(1)) {
    conditions(kC2, 0);
    if (!underflow()) set(0, kIndefinite);
    return;
  }
  const FpuRegister a = st(0);
  const FpuRegister b = st(1);
  conditions(kC1 | kC2, 0);
  FpuRegister result;
  std::uint16_t status;
  if (is_finite_nonzero(a) && is_finite_nonzero(b) &&
      unpack(a).exponent - unpack(b).exponent >= 64) {
    if (is_denormal(b) && raise(kDenormal)) return;
    const Unpacked divisor = unpack(b);
    const int distance = unpack(a).exponent - divisor.exponent;
    const int step = 32 + distance % 32;
    const int exponent = divisor.exponent + distance - step + kBias;
    const FpuRegister scaled =
        exponent >= 1 ? FpuRegister{divisor.mantissa, static_cast<std::uint16_t>(exponent)}
                      : FpuRegister{divisor.mantissa >> (1 - exponent), 0};
    status = remainder_truncating(a, scaled, result, host());
    status = static_cast<std::uint16_t>((status & ~kConditions) | kC2);
  } else {
    status = nearest ? remainder_nearest(a, b, result, host())
                     : remainder_truncating(a, b, result, host());
  }
  const bool divided =
      (is_zero(a) || is_finite_nonzero(a)) && (is_finite_nonzero(b) || is_infinity(b));
  if (raise(status)) return;
  if (divided) conditions(kConditions, status);
  st(0) = result;
}

}  // namespace rc::cpu::fpu
