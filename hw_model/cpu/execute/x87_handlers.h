// The executor's handlers of x87 instructions: labels for RC_X87_CODES, as macros to be expanded in
// Core::Impl::execute(). Each goes to L_generic before it has changed anything, or to x87_elsewhere
// with its memory operand loaded, where direct.h does not hold.
#pragma once

#include "hw_model/cpu/fpu/direct.h"

#define RC_X87_DIRECT \
  fpu::Direct { fpu.state() }

#define RC_X87_REGISTER(name, condition, expression)                                   \
  L_x87_##name : {                                                                     \
    if (!x87_ready(*op) || !fpu::condition(fpu.state()) || !(expression)) [[unlikely]] \
      goto L_generic;                                                                  \
    x87_note(*op);                                                                     \
    RC_NEXT;                                                                           \
  }

#define RC_X87_ARITHMETIC_REGISTER(name, form, i, destination, pops)                         \
  L_x87_##name##_##form : {                                                                  \
    if (!x87_ready(*op) || !fpu::rounds_as_reset(fpu.state()) ||                             \
        !RC_X87_DIRECT.arithmetic<fpu::Arithmetic::name>(i, destination, pops)) [[unlikely]] \
      goto L_generic;                                                                        \
    x87_note(*op);                                                                           \
    x87_occupy(*op);                                                                         \
    RC_NEXT;                                                                                 \
  }

// `direct` uses value, the operand in memory as a Number.
#define RC_X87_OPERAND(name, condition, allowed, TYPE, WIDEN, direct)               \
  L_x87_##name : {                                                                  \
    if (!x87_ready(*op) || !fpu::condition(fpu.state()) || !(allowed)) [[unlikely]] \
      goto L_generic;                                                               \
    const std::uint32_t address = RC_EA;                                            \
    TYPE bits;                                                                      \
    RC_ACCESS(mem.load<TYPE>(address, op->offset, bits));                           \
    fpu::Number value;                                                              \
    if ((WIDEN) != 0 || !(direct)) [[unlikely]] {                                   \
      x87_operand = bits;                                                           \
      goto x87_elsewhere;                                                           \
    }                                                                               \
    x87_note(*op, address);                                                         \
    x87_occupy(*op);                                                                \
    RC_NEXT_MEMORY;                                                                 \
  }
#define RC_X87_WIDEN_32 (fpu::widen<23, 8>(bits, value))
#define RC_X87_WIDEN_64 (fpu::widen<52, 11>(bits, value))
#define RC_X87_WIDEN_INTEGER(TYPE) \
  (value = fpu::number(fpu::from_integer(static_cast<TYPE>(bits))), 0)

#define RC_X87_ARITHMETIC(name)                                                              \
  RC_X87_ARITHMETIC_REGISTER(name, st0, op->dst, 0, false)                                   \
  RC_X87_ARITHMETIC_REGISTER(name, sti, op->dst, op->dst, false)                             \
  RC_X87_ARITHMETIC_REGISTER(name, pop, op->dst, op->dst, true)                              \
  RC_X87_OPERAND(name##_m32, rounds_as_reset, RC_X87_DIRECT.used(0), std::uint32_t,          \
                 RC_X87_WIDEN_32, RC_X87_DIRECT.arithmetic<fpu::Arithmetic::name>(value, 0)) \
  RC_X87_OPERAND(name##_m64, rounds_as_reset, RC_X87_DIRECT.used(0), std::uint64_t,          \
                 RC_X87_WIDEN_64, RC_X87_DIRECT.arithmetic<fpu::Arithmetic::name>(value, 0))

#define RC_X87_COMPARE(bits)                                                              \
  RC_X87_OPERAND(compare_m##bits, all_masked, RC_X87_DIRECT.used(0), std::uint##bits##_t, \
                 RC_X87_WIDEN_##bits, RC_X87_DIRECT.compare(value, op->dst))

#define RC_X87_LOAD(name, TYPE, WIDEN)                                           \
  RC_X87_OPERAND(load_##name, all_masked, RC_X87_DIRECT.may_push(), TYPE, WIDEN, \
                 (RC_X87_DIRECT.push(value), true))

// `CONVERT` makes `bits` of `value`, which is ST(0).
#define RC_X87_STORE(name, condition, TYPE, CONVERT)                                     \
  L_x87_store_##name : {                                                                 \
    fpu::Direct direct = RC_X87_DIRECT;                                                  \
    if (!x87_ready(*op) || !fpu::condition(fpu.state()) || !direct.used(0)) [[unlikely]] \
      goto L_generic;                                                                    \
    const fpu::Number value = fpu::number(direct.st(0));                                 \
    std::uint64_t bits;                                                                  \
    const std::uint32_t stored_flags = CONVERT;                                          \
    if (stored_flags == fpu::kElsewhere) [[unlikely]]                                    \
      goto L_generic;                                                                    \
    const std::uint32_t address = RC_EA;                                                 \
    RC_ACCESS(mem.store<TYPE>(address, op->offset, static_cast<TYPE>(bits)));            \
    direct.stored(stored_flags, op->dst != 0);                                           \
    x87_note(*op, address);                                                              \
    RC_NEXT_MEMORY;                                                                      \
  }
#define RC_X87_STORE_INTEGER(bits_)                        \
  RC_X87_STORE(i##bits_, all_masked, std::uint##bits_##_t, \
               fpu::to_integer<bits_>(value, fpu.state().control >> 10 & 3, bits))

// FNSTSW AX, FLDCW and FNSTCW leave the pointers alone.
#define RC_X87_HANDLERS                                                                         \
  RC_X87_ARITHMETIC(add)                                                                        \
  RC_X87_ARITHMETIC(multiply)                                                                   \
  RC_X87_ARITHMETIC(subtract)                                                                   \
  RC_X87_ARITHMETIC(subtract_reversed)                                                          \
  RC_X87_ARITHMETIC(divide)                                                                     \
  RC_X87_ARITHMETIC(divide_reversed)                                                            \
  RC_X87_REGISTER(compare_st, all_masked,                                                       \
                  RC_X87_DIRECT.used(0) && RC_X87_DIRECT.used(op->dst) &&                       \
                      RC_X87_DIRECT.compare(fpu::number(RC_X87_DIRECT.st(op->dst)), op->index)) \
  RC_X87_REGISTER(compare_zero, all_masked,                                                     \
                  RC_X87_DIRECT.used(0) && RC_X87_DIRECT.compare(fpu::Number{}, 0))             \
  RC_X87_COMPARE(32)                                                                            \
  RC_X87_COMPARE(64)                                                                            \
  RC_X87_REGISTER(load_st, all_masked, RC_X87_DIRECT.load_register(op->dst))                    \
  RC_X87_LOAD(m32, std::uint32_t, RC_X87_WIDEN_32)                                              \
  RC_X87_LOAD(m64, std::uint64_t, RC_X87_WIDEN_64)                                              \
  RC_X87_LOAD(i16, std::uint16_t, RC_X87_WIDEN_INTEGER(std::int16_t))                           \
  RC_X87_LOAD(i32, std::uint32_t, RC_X87_WIDEN_INTEGER(std::int32_t))                           \
  RC_X87_LOAD(i64, std::uint64_t, RC_X87_WIDEN_INTEGER(std::int64_t))                           \
  RC_X87_REGISTER(store_st, all_masked, RC_X87_DIRECT.store_register(op->dst, op->index != 0))  \
  RC_X87_STORE(m32, rounds_to_nearest, std::uint32_t, (fpu::narrow<23, 8>(value, bits)))        \
  RC_X87_STORE(m64, rounds_to_nearest, std::uint64_t, (fpu::narrow<52, 11>(value, bits)))       \
  RC_X87_STORE_INTEGER(16)                                                                      \
  RC_X87_STORE_INTEGER(32)                                                                      \
  RC_X87_STORE_INTEGER(64)                                                                      \
  RC_X87_REGISTER(exchange, all_masked, RC_X87_DIRECT.exchange(op->dst))                        \
  RC_X87_REGISTER(change_sign, all_masked, RC_X87_DIRECT.change_sign())                         \
  RC_X87_REGISTER(drop_sign, all_masked, RC_X87_DIRECT.drop_sign())                             \
  L_x87_status_to_ax : {                                                                        \
    if (!x87_ready(*op)) [[unlikely]]                                                           \
      goto L_generic;                                                                           \
    gpr<std::uint16_t>(0) = fpu::status_word(fpu.state());                                      \
    RC_NEXT;                                                                                    \
  }                                                                                             \
  L_x87_load_control : {                                                                        \
    if (!x87_ready(*op) || !fpu::all_masked(fpu.state())) [[unlikely]]                          \
      goto L_generic;                                                                           \
    std::uint16_t control;                                                                      \
    RC_ACCESS(mem.load<std::uint16_t>(RC_EA, op->offset, control));                             \
    if ((control & 0x3f) != 0x3f) [[unlikely]] {                                                \
      x87_operand = control;                                                                    \
      goto x87_elsewhere;                                                                       \
    }                                                                                           \
    fpu.state().control = fpu::control_word(control);                                           \
    RC_NEXT_MEMORY;                                                                             \
  }                                                                                             \
  L_x87_store_control : {                                                                       \
    if (!x87_ready(*op)) [[unlikely]]                                                           \
      goto L_generic;                                                                           \
    RC_ACCESS(mem.store<std::uint16_t>(RC_EA, op->offset, fpu.state().control));                \
    RC_NEXT_MEMORY;                                                                             \
  }
