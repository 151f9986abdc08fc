// SPDX-License-Identifier: Apache-2.0
// Software interrupts, far transfers, and undefined instructions.
#include "hw_model/cpu/execute/core_impl.h"

namespace rc::cpu {

Step Core::Impl::software_interrupt(MicroOp& op) {
  event = Event{};
  event.active = true;
  event.software = true;
  event.vector = event.first_vector = op.sub;
  return end_after(op);
}

Step Core::Impl::overflow_interrupt(MicroOp& op) {
  if (flags.of()) {
    event = Event{};
    event.active = true;
    event.software = true;
    event.vector = event.first_vector = kOverflow;
  }
  return end_after(op);
}

Step Core::Impl::bound(MicroOp& op) {
  const std::uint32_t address = address_of(op);
  std::int32_t lower, upper, index;
  if (op.bytes == 2) {
    std::uint16_t low, high;
    RC_TRY(mem.load(address, op.offset, low));
    RC_TRY(mem.load(address + 2, op.offset + 1u, high));
    lower = static_cast<std::int16_t>(low);
    upper = static_cast<std::int16_t>(high);
    index = gpr<std::int16_t>(op.src);
  } else {
    std::uint32_t low, high;
    RC_TRY(mem.load(address, op.offset, low));
    RC_TRY(mem.load(address + 4, op.offset + 1u, high));
    lower = static_cast<std::int32_t>(low);
    upper = static_cast<std::int32_t>(high);
    index = gpr<std::int32_t>(op.src);
  }
  return index < lower || index > upper ? raise(kBoundRange) : Step::next;
}

// The target is immediate:target, or in memory if sub is set.
Step Core::Impl::far_target(MicroOp& op, std::uint16_t& sel, std::uint32_t& offset) {
  sel = static_cast<std::uint16_t>(op.immediate);
  offset = op.target;
  if (op.sub) {
    const std::uint32_t address = address_of(op);
    RC_TRY(mem.load(address, op.offset, offset));
    RC_TRY(mem.load(address + 4, op.offset + 1u, sel));
  }
  return check_code_segment(sel, op.offset);
}

Step Core::Impl::far_jump(MicroOp& op) {
  std::uint16_t sel;
  std::uint32_t offset;
  RC_TRY_STEP(far_target(op, sel, offset));
  set_selector(kCs, static_cast<std::uint16_t>((sel & ~3u) | cpl));
  return end_at(offset);
}

Step Core::Impl::far_call(MicroOp& op) {
  std::uint16_t sel;
  std::uint32_t offset;
  RC_TRY_STEP(far_target(op, sel, offset));
  RC_TRY(mem.store(reg[4] - 4, op.offset + 2u, std::uint32_t{selector[kCs]}));
  RC_TRY(mem.store(reg[4] - 8, op.offset + 3u, op.eip + op.length));
  reg[4] -= 8;
  set_selector(kCs, static_cast<std::uint16_t>((sel & ~3u) | cpl));
  return end_at(offset);
}

Step Core::Impl::far_return(MicroOp& op) {
  std::uint32_t offset, sel;
  RC_TRY(mem.load(reg[4], op.offset, offset));
  RC_TRY(mem.load(reg[4] + 4, op.offset + 1u, sel));
  if ((sel & 3) > cpl) fail("far return to an outer ring is not supported");
  RC_TRY_STEP(check_code_segment(static_cast<std::uint16_t>(sel), op.offset));
  set_selector(kCs, static_cast<std::uint16_t>(sel));
  reg[4] += 8 + op.immediate;
  return end_at(offset);
}

Step Core::Impl::undefined(MicroOp&) { return raise(kInvalidOpcode); }

Step Core::Impl::unsupported(MicroOp&) { fail("unsupported instruction"); }

}  // namespace rc::cpu
