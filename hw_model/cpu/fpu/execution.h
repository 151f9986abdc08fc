// SPDX-License-Identifier: Apache-2.0
// One x87 instruction being executed on the state of the unit. Only the sources of fpu/ use it:
//   fpu.cpp                          decoding: which member function an encoding is
//   arithmetic.cpp                   arithmetic, comparison, partial remainder
//   transfer.cpp                     loads, stores, exchange
//   transcendental_instructions.cpp  operands and exceptions; the values are transcendental.h's
//   control.cpp                      control word, environment, save and restore
#pragma once

#include <cstdint>
#include <initializer_list>

#include "hw_model/cpu/fpu/fpu.h"
#include "hw_model/cpu/fpu/host.h"
#include "hw_model/cpu/fpu/memory_formats.h"
#include "hw_model/cpu/fpu/number.h"
#include "hw_model/cpu/fpu/transcendental.h"

namespace rc::cpu::fpu {

inline constexpr std::uint16_t kConditions = kC0 | kC1 | kC2 | kC3;

constexpr bool is_compare(Arithmetic op) {
  return op == Arithmetic::compare || op == Arithmetic::compare_pop;
}

class Execution {
 public:
  Execution(FpuState& state, std::uint8_t* memory, std::uint16_t& ax)
      : s_(state), memory_(memory), ax_(ax) {}

  // Both return whether the memory operand is to be stored.
  bool memory_form(std::uint8_t opcode, unsigned reg, bool operand16);
  void register_form(std::uint8_t opcode, std::uint8_t modrm);

 private:
  // Operations of host.h.
  using Store = std::uint16_t (*)(const FpuRegister&, std::uint8_t*, HostControl);
  using Unary = std::uint16_t (*)(const FpuRegister&, FpuRegister&, HostControl);

  FpuRegister& st(unsigned i) { return s_.registers[(s_.top + i) & 7]; }
  bool empty(unsigned i) const { return ((s_.used >> ((s_.top + i) & 7)) & 1) == 0; }
  void mark_used(unsigned i) { s_.used |= static_cast<std::uint8_t>(1 << ((s_.top + i) & 7)); }
  void mark_empty(unsigned i) { s_.used &= static_cast<std::uint8_t>(~(1 << ((s_.top + i) & 7))); }
  void set(unsigned i, const FpuRegister& value) {
    st(i) = value;
    mark_used(i);
  }
  void push(const FpuRegister& value) {
    s_.top = (s_.top - 1) & 7;
    set(0, value);
  }
  void pop() {
    mark_empty(0);
    s_.top = (s_.top + 1) & 7;
  }

  HostControl host() const { return {s_.control, s_.status}; }
  void conditions(std::uint16_t mask, std::uint16_t value) {
    s_.status = static_cast<std::uint16_t>((s_.status & ~mask) | (value & mask));
  }
  // Records exceptions; true if one of them keeps the instruction from being performed.
  bool raise(std::uint16_t exceptions) {
    s_.status |= exceptions & (kAllExceptions | kStackFault);
    const auto unmasked = exceptions & ~s_.control & kAllExceptions;
    if (unmasked != 0) s_.status |= kSummary | kBusy;
    return (unmasked & (kInvalid | kDenormal | kZeroDivide)) != 0;
  }
  // The same, and sets C1: result rounded up, or direction of a stack fault.
  bool raise_with_c1(std::uint16_t status) {
    conditions(kC1, status);
    return raise(status);
  }
  bool underflow() { return raise_with_c1(kInvalid | kStackFault); }
  bool overflow() { return raise_with_c1(kInvalid | kStackFault | kC1); }
  void update_summary() {
    const bool pending = (s_.status & ~s_.control & kAllExceptions) != 0;
    s_.status = static_cast<std::uint16_t>(s_.status & ~(kSummary | kBusy));
    if (pending) s_.status |= kSummary | kBusy;
  }

  // arithmetic.cpp
  void arithmetic_with(Arithmetic op, const FpuRegister& other);
  void arithmetic_m32_m64(Arithmetic op, bool m64);
  void arithmetic_registers(Arithmetic op, unsigned other, unsigned destination, bool pops);
  void compare_result(std::uint16_t status, unsigned pops);
  void compare_empty(unsigned pops);
  void compare_registers(unsigned other, bool unordered, unsigned pops);
  void test();
  void examine();
  void change_sign_or_abs(bool absolute);
  void unary(Unary operation);
  void scale_by_power();
  void extract();
  void remainder(bool nearest);

  // transfer.cpp
  void load(const Loaded& loaded);
  void load_register(unsigned i);
  void store_register(unsigned i, bool pops);
  void store_register_unchecked(unsigned i);
  bool store_converted(Store store, std::initializer_list<std::uint64_t> indefinite, bool pops);
  bool store_m80();
  void exchange(unsigned i);
  void free_register(unsigned i);

  // transcendental_instructions.cpp
  void trigonometric(std::uint8_t modrm);
  void two_operands(std::uint8_t modrm);
  void power();
  bool propagate_special(const FpuRegister& a, const FpuRegister& b, unsigned destination,
                         bool pops);
  void finish(const Rounded& result, std::uint16_t exceptions, unsigned destination, bool pops);
  void invalid(unsigned destination, bool pops);

  // control.cpp
  void initialise();
  void set_control(std::uint16_t control);
  std::uint16_t status_word() const { return fpu::status_word(s_); }
  std::uint16_t tag_word() const;
  void set_status_word(std::uint16_t status);
  std::uint8_t* save_environment(std::uint8_t* image, bool operand16) const;
  const std::uint8_t* load_environment(const std::uint8_t* image, bool operand16);
  void save_all(bool operand16);
  void restore_all(bool operand16);

  FpuState& s_;
  std::uint8_t* memory_;
  std::uint16_t& ax_;
};

}  // namespace rc::cpu::fpu
