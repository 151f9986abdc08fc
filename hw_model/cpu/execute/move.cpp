// SPDX-License-Identifier: Apache-2.0
// Data movement without a fast form in the executor.
#include <algorithm>
#include <array>
#include <utility>

#include "hw_model/cpu/execute/stack.h"

namespace rc::cpu {

Step Core::Impl::move_extended_16(MicroOp& op) {
  std::uint16_t result;
  if (op.bytes == 1) {
    std::uint8_t value;
    RC_TRY(read_rm(op, value));
    result = op.sub ? static_cast<std::uint16_t>(static_cast<std::int8_t>(value)) : value;
  } else {
    RC_TRY(read_rm(op, result));
  }
  gpr<std::uint16_t>(op.src) = result;
  return Step::next;
}

Step Core::Impl::lea_16(MicroOp& op) {
  gpr<std::uint16_t>(op.dst) = static_cast<std::uint16_t>(address_of(op));
  return Step::next;
}

// XCHG with memory is locked without the prefix.
Step Core::Impl::exchange(MicroOp& op) {
  RC_BY_SIZE(op, {
    T value;
    const bool memory = op.bits & kMemoryOperand;
    if (memory) mem.set_locked(true);
    Access access = read_rm(op, value, true);
    if (access == Access::ok) access = write_rm(op, gpr<T>(op.src));
    if (memory) mem.set_locked(false);
    RC_TRY(access);
    gpr<T>(op.src) = value;
  });
  return Step::next;
}

Step Core::Impl::byte_swap(MicroOp& op) {
  gpr<std::uint32_t>(op.dst) = __builtin_bswap32(gpr<std::uint32_t>(op.dst));
  return Step::next;
}

// sub: 0 r/m operand, 1 immediate.
Step Core::Impl::push(MicroOp& op) {
  std::uint32_t value = op.immediate;
  if (!op.sub) RC_TRY_STEP(near_operand(op, value));
  Stack stack(*this, op.offset);
  RC_TRY_STEP(stack.push(value, op.bytes));
  reg[4] = stack.esp();
  return Step::next;
}

Step Core::Impl::pop(MicroOp& op) {
  std::uint32_t value;
  Stack stack(*this, op.offset);
  RC_TRY_STEP(stack.pop(value, op.bytes));
  reg[4] = stack.esp();
  RC_BY_SIZE(op, gpr<T>(op.dst) = static_cast<T>(value));
  return Step::next;
}

// An address based on ESP uses the incremented ESP.
Step Core::Impl::pop_memory(MicroOp& op) {
  std::uint32_t value;
  Stack stack(*this, op.offset);
  RC_TRY_STEP(stack.pop(value, op.bytes));
  const std::uint32_t before = std::exchange(reg[4], stack.esp());
  const Access access =
      op.bytes == 2 ? write_rm(op, static_cast<std::uint16_t>(value)) : write_rm(op, value);
  if (access != Access::ok) reg[4] = before;
  RC_TRY(access);
  return Step::next;
}

Step Core::Impl::push_all(MicroOp& op) {
  Stack stack(*this, op.offset);
  for (unsigned i = 0; i < 8; ++i) RC_TRY_STEP(stack.push(reg[i], op.bytes));
  reg[4] = stack.esp();
  return Step::next;
}

Step Core::Impl::pop_all(MicroOp& op) {
  Stack stack(*this, op.offset);
  std::array<std::uint32_t, 8> values;
  std::copy_n(reg.begin(), 8, values.begin());
  for (unsigned number = 8; number-- > 0;) {
    if (number == 4) {
      stack.pass(op.bytes);
      continue;
    }
    std::uint32_t value;
    RC_TRY_STEP(stack.pop(value, op.bytes));
    values[number] = op.bytes == 2 ? (values[number] & 0xffff0000u) | value : value;
  }
  values[4] = stack.esp();
  std::copy(values.begin(), values.end(), reg.begin());
  return Step::next;
}

Step Core::Impl::push_flags(MicroOp& op) {
  const bool beyond = virtual_8086() && privilege_of_io() < 3;
  if (beyond && !(virtual_interrupt_flag() && op.bytes == 2)) return raise(kGeneralProtection, 0);
  Stack stack(*this, op.offset);
  const std::uint32_t image = beyond ? virtual_flags() : packed_eflags();
  RC_TRY_STEP(stack.push(image & ~(kVm | kRf), op.bytes));
  reg[4] = stack.esp();
  return Step::next;
}

Step Core::Impl::pop_flags(MicroOp& op) {
  const bool beyond = virtual_8086() && privilege_of_io() < 3;
  if (beyond && !(virtual_interrupt_flag() && op.bytes == 2)) return raise(kGeneralProtection, 0);
  std::uint32_t value;
  Stack stack(*this, op.offset);
  RC_TRY_STEP(stack.pop(value, op.bytes));
  if (beyond) {
    RC_TRY_STEP(load_virtual_flags(value));
  } else {
    set_eflags(value, op.bytes == 2 ? pop_flags_mask() & 0xffff : pop_flags_mask());
  }
  reg[4] = stack.esp();
  return end_after(op);
}

Step Core::Impl::load_ah(MicroOp&) {
  gpr<std::uint8_t>(1) = static_cast<std::uint8_t>(flags.pack() | 2);
  return Step::next;
}

Step Core::Impl::store_ah(MicroOp&) {
  flags.unpack((flags.pack() & kOf) | gpr<std::uint8_t>(1));
  return Step::next;
}

Step Core::Impl::translate_byte(MicroOp& op) {
  std::uint32_t address = reg[3] + gpr<std::uint8_t>(0);
  if (op.bits & kAddressSize16) address &= 0xffff;
  if (op.target != 0) {
    RC_TRY_STEP(checked_address(op.target & ~kChecked, address, 1, false, address));
  }
  std::uint8_t value;
  RC_TRY(mem.load(address, op.offset, value));
  gpr<std::uint8_t>(0) = value;
  return Step::next;
}

Step Core::Impl::convert_byte(MicroOp&) {
  gpr<std::uint16_t>(0) = static_cast<std::uint16_t>(static_cast<std::int8_t>(reg[0]));
  return Step::next;
}

Step Core::Impl::convert_word(MicroOp&) {
  gpr<std::uint16_t>(2 * 4) =
      static_cast<std::uint16_t>(static_cast<std::int16_t>(reg[0]) < 0 ? 0xffff : 0);
  return Step::next;
}

// immediate: bytes of locals; sub: nesting level.
Step Core::Impl::enter(MicroOp& op) {
  Stack stack(*this, op.offset);
  RC_TRY_STEP(stack.push(reg[5], op.bytes));
  const std::uint32_t frame = stack.esp();
  Stack outer(*this, segment[kSs], reg[5], 0, op.offset + 1u, 2);
  Stack links(*this, segment[kSs], frame, 0, op.offset + 2u, 2);
  for (unsigned level = 1; level < op.sub; ++level) {
    std::uint32_t link;
    outer.skip(0u - op.bytes);
    RC_TRY_STEP(outer.read(link, op.bytes));
    RC_TRY_STEP(links.push(link, op.bytes));
  }
  Stack locals(*this, segment[kSs], links.esp(), 0, op.offset + 2u * op.sub - 1u, 1);
  if (op.sub > 0) RC_TRY_STEP(locals.push(frame, op.bytes));
  locals.skip(0u - op.immediate);
  RC_BY_SIZE(op, gpr<T>(5 * 4) = static_cast<T>(frame));
  reg[4] = locals.esp();
  charge(op.sub);
  return Step::next;
}

Step Core::Impl::leave(MicroOp& op) {
  Stack stack(*this, segment[kSs], reg[5], 0, op.offset, 1);
  std::uint32_t value;
  RC_TRY_STEP(stack.pop(value, op.bytes));
  reg[4] = stack.with_esp(reg[4]);
  RC_BY_SIZE(op, gpr<T>(5 * 4) = static_cast<T>(value));
  return Step::next;
}

Step Core::Impl::set_condition_memory(MicroOp& op) {
  RC_TRY(mem.store(address_of(op), op.offset, static_cast<std::uint8_t>(flags.test(op.sub))));
  return Step::next;
}

}  // namespace rc::cpu
