// SPDX-License-Identifier: Apache-2.0
// The executor's handlers of x87 instructions: labels for RC_X87_CODES, as macros to be expanded in
// Core::Impl::execute(). They run the same instruction on the host's x87, which holds the guest's
// state (Fpu::enter_host) when x87_gate has passed; until then they go to x87_prepare.
//
// An access to memory that does not succeed leaves no trace: operands are loaded before the host's
// instruction, and a store computes what it stores without popping (status word saved) before.
#pragma once

#include "hw_model/cpu/fpu/number.h"
#include "hw_model/cpu/fpu/register_forms.h"

#define RC_X87_GATE                                      \
  do {                                                   \
    if (clock.base + op->offset < x87_gate) [[unlikely]] \
      goto x87_prepare;                                  \
  } while (false)

// The host's instruction reads and writes the line itself if the L0 lookup table knows it. Either
// way x87_prepare may have left something to attend to.
#define RC_X87_READ(name, TYPE, instruction, after)                                      \
  L_x87_##name : {                                                                       \
    RC_X87_GATE;                                                                         \
    const std::uint32_t address = RC_EA;                                                 \
    if (std::uint8_t * place; mem.hit<false>(address, sizeof(TYPE), place)) [[likely]] { \
      ++counters.l1d_hits;                                                               \
      asm volatile(instruction " %0" : : "m"(*reinterpret_cast<const TYPE*>(place)));    \
      x87_note(*op, address);                                                            \
      after;                                                                             \
      RC_NEXT_MEMORY;                                                                    \
    }                                                                                    \
    TYPE value;                                                                          \
    RC_ACCESS(mem.load_elsewhere<false>(address, op->offset, value));                    \
    asm volatile(instruction " %0" : : "m"(value));                                      \
    x87_note(*op, address);                                                              \
    after;                                                                               \
    RC_NEXT_MEMORY;                                                                      \
  }
#define RC_X87_ARITHMETIC(format, TYPE, prefix, suffix)                    \
  RC_X87_READ(add_##format, TYPE, prefix "add" suffix, )                   \
  RC_X87_READ(multiply_##format, TYPE, prefix "mul" suffix, )              \
  RC_X87_READ(compare_##format, TYPE, prefix "com" suffix, )               \
  RC_X87_READ(compare_pop_##format, TYPE, prefix "comp" suffix, )          \
  RC_X87_READ(subtract_##format, TYPE, prefix "sub" suffix, )              \
  RC_X87_READ(subtract_reversed_##format, TYPE, prefix "subr" suffix, )    \
  RC_X87_READ(divide_##format, TYPE, prefix "div" suffix, x87_occupy(*op)) \
  RC_X87_READ(divide_reversed_##format, TYPE, prefix "divr" suffix, x87_occupy(*op))

// The instruction that pops sets the same flags once more.
#define RC_X87_WRITE(name, TYPE, instruction, final, pop)                               \
  L_x87_##name : {                                                                      \
    RC_X87_GATE;                                                                        \
    const std::uint32_t address = RC_EA;                                                \
    if (std::uint8_t * place; mem.hit<true>(address, sizeof(TYPE), place)) [[likely]] { \
      ++counters.l1d_hits;                                                              \
      asm volatile(final " %0" : "=m"(*reinterpret_cast<TYPE*>(place)));                \
      x87_note(*op, address);                                                           \
      RC_NEXT_MEMORY;                                                                   \
    }                                                                                   \
    const std::uint16_t status = x87_status();                                          \
    TYPE value;                                                                         \
    asm volatile(instruction " %0" : "=m"(value));                                      \
    access = mem.store_elsewhere<TYPE>(address, op->offset, value);                     \
    if (access != Access::ok) [[unlikely]] {                                            \
      x87_take_back(status, access);                                                    \
      goto aborted;                                                                     \
    }                                                                                   \
    x87_owes_status = false;                                                            \
    pop;                                                                                \
    x87_note(*op, address);                                                             \
    RC_NEXT_MEMORY;                                                                     \
  }
#define RC_X87_STORE(format, TYPE, instruction, popping)         \
  RC_X87_WRITE(store_##format, TYPE, instruction, instruction, ) \
  RC_X87_WRITE(store_pop_##format, TYPE, instruction, popping,   \
               asm volatile(popping " %0"                        \
                            : "=m"(value)))

// FNSTSW AX, FLDCW and FNSTCW leave the pointers alone.
#define RC_X87_HANDLERS                                                          \
  RC_X87_ARITHMETIC(m32, std::uint32_t, "f", "s")                                \
  RC_X87_ARITHMETIC(m64, std::uint64_t, "f", "l")                                \
  RC_X87_ARITHMETIC(i32, std::uint32_t, "fi", "l")                               \
  RC_X87_ARITHMETIC(i16, std::uint16_t, "fi", "s")                               \
  RC_X87_READ(load_m32, std::uint32_t, "flds", )                                 \
  RC_X87_READ(load_m64, std::uint64_t, "fldl", )                                 \
  RC_X87_READ(load_i16, std::uint16_t, "filds", )                                \
  RC_X87_READ(load_i32, std::uint32_t, "fildl", )                                \
  RC_X87_READ(load_i64, std::uint64_t, "fildll", )                               \
  RC_X87_STORE(m32, std::uint32_t, "fsts", "fstps")                              \
  RC_X87_STORE(m64, std::uint64_t, "fstl", "fstpl")                              \
  RC_X87_STORE(i16, std::uint16_t, "fists", "fistps")                            \
  RC_X87_STORE(i32, std::uint32_t, "fistl", "fistpl")                            \
  L_x87_register : {                                                             \
    RC_X87_GATE;                                                                 \
    fpu::run_register_form(op->displacement);                                    \
    x87_note(*op);                                                               \
    x87_occupy(*op);                                                             \
    RC_NEXT_MEMORY;                                                              \
  }                                                                              \
  L_x87_status_to_ax : {                                                         \
    RC_X87_GATE;                                                                 \
    asm volatile("fnstsw %0" : "=a"(gpr<std::uint16_t>(0)));                     \
    RC_NEXT_MEMORY;                                                              \
  }                                                                              \
  L_x87_load_control : {                                                         \
    RC_X87_GATE;                                                                 \
    std::uint16_t control;                                                       \
    RC_ACCESS(mem.load<std::uint16_t>(RC_EA, op->offset, control));              \
    if ((control & 0x3f) != 0x3f) [[unlikely]] {                                 \
      step_result = x87_unmask(*op, control);                                    \
      goto generic_done;                                                         \
    }                                                                            \
    control = fpu::control_word(control);                                        \
    asm volatile("fldcw %0" : : "m"(control));                                   \
    fpu.state().control = control;                                               \
    RC_NEXT_MEMORY;                                                              \
  }                                                                              \
  L_x87_store_control : {                                                        \
    RC_X87_GATE;                                                                 \
    RC_ACCESS(mem.store<std::uint16_t>(RC_EA, op->offset, fpu.state().control)); \
    RC_NEXT_MEMORY;                                                              \
  }
