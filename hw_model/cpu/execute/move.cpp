// SPDX-License-Identifier: Apache-2.0
// Data movement without a fast form in the executor.
#include <algorithm>

#include "hw_model/cpu/execute/core_impl.h"

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

Step Core::Impl::push_16(MicroOp& op) {
  std::uint16_t value = static_cast<std::uint16_t>(op.immediate);
  if (!op.sub) RC_TRY(read_rm(op, value));
  RC_TRY(mem.store<std::uint16_t>(reg[4] - 2, op.offset, value));
  reg[4] -= 2;
  return Step::next;
}

Step Core::Impl::pop_16(MicroOp& op) {
  std::uint16_t value;
  RC_TRY(mem.load<std::uint16_t>(reg[4], op.offset, value));
  reg[4] += 2;
  gpr<std::uint16_t>(op.dst) = value;
  return Step::next;
}

// An address based on ESP uses the incremented ESP.
Step Core::Impl::pop_memory(MicroOp& op) {
  const std::uint32_t top = reg[4];
  const auto store = [&](auto value) {
    RC_TRY(mem.load(top, op.offset, value));
    reg[4] = top + sizeof(value);
    const Access access = write_rm(op, value);
    if (access != Access::ok) reg[4] = top;
    RC_TRY(access);
    return Step::next;
  };
  return op.bytes == 2 ? store(std::uint16_t{}) : store(std::uint32_t{});
}

Step Core::Impl::push_all(MicroOp& op) {
  const std::uint32_t top = reg[4];
  for (std::uint32_t i = 0; i < 8; ++i) {
    const std::uint32_t address = top - (i + 1) * op.bytes;
    RC_TRY(op.bytes == 2 ? mem.store(address, op.offset + i, static_cast<std::uint16_t>(reg[i]))
                         : mem.store(address, op.offset + i, reg[i]));
  }
  reg[4] = top - 8u * op.bytes;
  return Step::next;
}

Step Core::Impl::pop_all(MicroOp& op) {
  const std::uint32_t top = reg[4];
  std::array<std::uint32_t, 8> values;
  std::copy_n(reg.begin(), 8, values.begin());
  for (std::uint32_t i = 0; i < 8; ++i) {
    const unsigned number = 7 - i;
    if (number == 4) continue;
    const std::uint32_t address = top + i * op.bytes;
    if (op.bytes == 2) {
      std::uint16_t value;
      RC_TRY(mem.load(address, op.offset + i, value));
      values[number] = (values[number] & 0xffff0000u) | value;
    } else {
      RC_TRY(mem.load(address, op.offset + i, values[number]));
    }
  }
  values[4] = top + 8u * op.bytes;
  std::copy(values.begin(), values.end(), reg.begin());
  return Step::next;
}

Step Core::Impl::push_flags(MicroOp& op) {
  const std::uint32_t value = packed_eflags() & ~(kVm | kRf);
  const std::uint32_t top = reg[4] - op.bytes;
  RC_TRY(op.bytes == 2 ? mem.store(top, op.offset, static_cast<std::uint16_t>(value))
                       : mem.store(top, op.offset, value));
  reg[4] = top;
  return Step::next;
}

Step Core::Impl::pop_flags(MicroOp& op) {
  if (op.bytes == 2) {
    std::uint16_t value;
    RC_TRY(mem.load(reg[4], op.offset, value));
    set_eflags(value, pop_flags_mask() & 0xffff);
  } else {
    std::uint32_t value;
    RC_TRY(mem.load(reg[4], op.offset, value));
    set_eflags(value, pop_flags_mask());
  }
  reg[4] += op.bytes;
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
  std::uint32_t top = reg[4] - 4;
  std::uint32_t offset = op.offset;
  RC_TRY(mem.store(top, offset++, reg[5]));
  const std::uint32_t frame = top;
  std::uint32_t outer = reg[5];
  for (unsigned level = 1; level < op.sub; ++level) {
    std::uint32_t link;
    outer -= 4;
    RC_TRY(mem.load(outer, offset++, link));
    top -= 4;
    RC_TRY(mem.store(top, offset++, link));
  }
  if (op.sub > 0) {
    top -= 4;
    RC_TRY(mem.store(top, offset++, frame));
  }
  reg[5] = frame;
  reg[4] = top - op.immediate;
  charge(op.sub);
  return Step::next;
}

Step Core::Impl::set_condition_memory(MicroOp& op) {
  RC_TRY(mem.store(address_of(op), op.offset, static_cast<std::uint8_t>(flags.test(op.sub))));
  return Step::next;
}

}  // namespace rc::cpu
