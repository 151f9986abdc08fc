// The frequent x87 instructions on the state of the unit, without Fpu::execute(): they hold while
// all exceptions are masked, and only for the operands of normal.h and for registers that are not
// empty (or, for a push, empty). Every function returns false with nothing changed where that is
// not so; Fpu::execute() then does the instruction. Pointers to the last instruction are the
// caller's.
#pragma once

#include <cstdint>

#include "hw_model/cpu/fpu/host.h"
#include "hw_model/cpu/fpu/normal.h"

namespace rc::cpu::fpu {

// Masks, then precision (64 bits) and rounding (to nearest) in the control word.
inline bool all_masked(const FpuState& s) { return (s.control & 0x3f) == 0x3f; }
inline bool rounds_to_nearest(const FpuState& s) { return (s.control & 0xc3f) == 0x3f; }
inline bool rounds_as_reset(const FpuState& s) { return (s.control & 0xf3f) == 0x33f; }

template <Arithmetic kOp>
[[gnu::always_inline]] inline std::uint32_t calculate(Number a, Number b, Number& result) {
  if constexpr (kOp == Arithmetic::add) return add(a, b, result);
  if constexpr (kOp == Arithmetic::multiply) return multiply(a, b, result);
  if constexpr (kOp == Arithmetic::subtract) return subtract(a, b, result);
  if constexpr (kOp == Arithmetic::subtract_reversed) return subtract(b, a, result);
  if constexpr (kOp == Arithmetic::divide) return divide(a, b, result);
  if constexpr (kOp == Arithmetic::divide_reversed) return divide(b, a, result);
}

// What the instructions below have in common.
struct Direct {
  FpuState& s;

  unsigned physical(unsigned i) const { return (s.top + i) & 7u; }
  FpuRegister& st(unsigned i) { return s.registers[physical(i)]; }
  bool used(unsigned i) const { return (s.used >> physical(i) & 1) != 0; }
  void conditions(std::uint16_t mask, std::uint32_t flags) {
    s.status = static_cast<std::uint16_t>((s.status & ~mask) | flags);
  }
  void pop() {
    s.used = static_cast<std::uint8_t>(s.used & ~(1u << s.top));
    s.top = (s.top + 1) & 7;
  }

  template <Arithmetic kOp>
  [[gnu::always_inline]] bool arithmetic(Number other, unsigned destination) {
    Number result;
    const std::uint32_t flags = calculate<kOp>(number(st(0)), other, result);
    if (flags == kElsewhere) [[unlikely]]
      return false;
    write(st(destination), result);
    conditions(kC1, flags);
    return true;
  }
  // ST(destination) = ST(0) op ST(i).
  template <Arithmetic kOp>
  [[gnu::always_inline]] bool arithmetic(unsigned i, unsigned destination, bool pops) {
    if (!used(0) || !used(i) || !arithmetic<kOp>(number(st(i)), destination)) [[unlikely]]
      return false;
    if (pops) pop();
    return true;
  }

  [[gnu::always_inline]] bool compare(Number other, unsigned pops) {
    const std::uint32_t found = fpu::compare(number(st(0)), other);
    if (found == kElsewhere) [[unlikely]]
      return false;
    conditions(kC0 | kC1 | kC2 | kC3, found);
    for (; pops != 0; --pops) pop();
    return true;
  }

  bool may_push() const { return !used(7); }
  void push(Number value) {
    conditions(kC1, 0);
    s.top = (s.top - 1) & 7;
    s.used = static_cast<std::uint8_t>(s.used | 1u << s.top);
    write(s.registers[s.top], value);
  }
  bool load_register(unsigned i) {
    if (!may_push() || !used(i)) return false;
    push(number(st(i)));
    return true;
  }
  bool store_register(unsigned i, bool pops) {
    if (!used(0)) return false;
    write(st(i), number(st(0)));
    s.used = static_cast<std::uint8_t>(s.used | 1u << physical(i));
    conditions(kC1, 0);
    if (pops) pop();
    return true;
  }
  bool exchange(unsigned i) {
    if (!used(0) || !used(i)) return false;
    conditions(kC1, 0);
    const Number top = number(st(0));
    write(st(0), number(st(i)));
    write(st(i), top);
    return true;
  }
  bool change_sign() {
    if (!used(0)) return false;
    conditions(kC1, 0);
    st(0).sign_exponent ^= 0x8000;
    return true;
  }
  bool drop_sign() {
    if (!used(0)) return false;
    conditions(kC1, 0);
    st(0).sign_exponent &= 0x7fff;
    return true;
  }
  // After a store of ST(0) that went through, with the flags of its conversion.
  void stored(std::uint32_t flags, bool pops) {
    conditions(kC1, flags);
    if (pops) pop();
  }
};

}  // namespace rc::cpu::fpu
