// SPDX-License-Identifier: Apache-2.0
// The instructions that are too rare or too large for the executor's fast path. Each is a member
// function of Core::Impl and listed here once.
#pragma once

#include <cstdint>

namespace rc::cpu {

// One group for each file of execute/.
// clang-format off
#define RC_FUNCTIONS(X) \
  /* move.cpp */ \
  X(move_extended_16) X(lea_16) X(exchange) X(exchange_add) X(compare_exchange) \
  X(compare_exchange_8) X(byte_swap) X(push) X(pop) X(leave) X(pop_memory) X(push_all) X(pop_all) \
  X(push_flags) X(pop_flags) X(load_ah) X(store_ah) X(translate_byte) X(convert_byte) \
  X(convert_word) X(enter) X(set_condition_memory) \
  /* arithmetic.cpp */ \
  X(locked_update) X(shift) X(double_shift) X(multiply_divide) X(multiply_16) X(bit_test) \
  X(bit_scan) X(decimal) X(flag_operation) \
  /* string.cpp */ \
  X(string_move) X(string_store) X(string_load) X(string_compare) X(string_scan) \
  /* control.cpp */ \
  X(software_interrupt) X(overflow_interrupt) X(bound) X(near_jump) X(near_jump_to) X(near_call) \
  X(near_return) X(near_loop) X(undefined) X(too_long) X(beyond_limit) \
  /* far.cpp */ \
  X(far_jump) X(far_call) X(far_return) X(interrupt_return) \
  /* segment.cpp */ \
  X(push_segment) X(pop_segment) X(move_from_segment) X(move_to_segment) X(load_far_pointer) \
  X(descriptor_registers) X(descriptor_tables) X(access_rights) \
  /* port.cpp */ \
  X(port_input) X(port_output) X(string_input) X(string_output) \
  /* system.cpp */ \
  X(clear_interrupts) X(set_interrupts) X(halt) X(move_from_control) X(move_to_control) \
  X(move_from_debug) X(move_to_debug) X(clear_task_switched) X(machine_status_word) \
  X(invalidate_page) X(write_back_caches) X(invalidate_caches) X(read_time_stamp) \
  X(read_model_register) X(write_model_register) X(identify) X(invalidate_mpbt) \
  /* x87.cpp */ \
  X(x87) X(wait_x87)
// clang-format on

enum class Function : std::uint16_t {
#define RC_ENUMERATOR(name) name,
  RC_FUNCTIONS(RC_ENUMERATOR)
#undef RC_ENUMERATOR
      count,
};

}  // namespace rc::cpu
