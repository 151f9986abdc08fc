// SPDX-License-Identifier: Apache-2.0
// Software interrupts, near transfers, and what is no instruction.
#include "hw_model/cpu/execute/stack.h"

namespace rc::cpu {

Step Core::Impl::software(const MicroOp& op, std::uint8_t vector) {
  begin_event(vector);
  event.software = true;
  event.length = op.length;
  eflags &= ~std::uint32_t{kRf};  // for its instruction only
  return end_after(op);
}

// Virtual-8086 mode with CR4.VME: whether INT n stays there. The bit map of 32 bytes before that of the
// ports has a 0 for a vector that does. Source: Intel, Pentium Processor Family Developer's Manual, vol. 3,
// appendix H, which refers to what later manuals print: Intel 64 and IA-32 Architectures Software Developer's
// Manual, vol. 3, section 20.3.3.
Step Core::Impl::redirects(std::uint8_t vector, std::uint32_t offset, bool& redirected) {
  constexpr std::uint32_t kMapPointer = 0x66, kMapBytes = 32;
  redirected = false;
  if (!(cr4 & kCr4Vme)) return Step::next;
  if (tr.limit < kMapPointer + 1) return raise(kGeneralProtection, 0);
  const Supervisor rights(mem);
  std::uint16_t map = 0;
  std::uint8_t bits = 0;
  RC_TRY(mem.load(tr.base + kMapPointer, offset, map));
  const std::uint32_t at = map - kMapBytes + vector / 8u;
  if (at > tr.limit) return raise(kGeneralProtection, 0);
  RC_TRY(mem.load(tr.base + at, offset, bits));
  redirected = (bits >> vector % 8 & 1) == 0;
  return Step::next;
}

// sub: the vector; target: INT n, and not INT3 or INT1.
Step Core::Impl::software_interrupt(MicroOp& op) {
  bool redirected = false;
  if (virtual_8086() && op.target) {
    RC_TRY_STEP(redirects(op.sub, op.offset, redirected));
    if (!redirected && privilege_of_io() < 3) return raise(kGeneralProtection, 0);
  }
  const Step step = software(op, op.sub);
  event.unchecked = op.sub == kDebug && !op.target;
  event.redirected = redirected;
  return step;
}

Step Core::Impl::overflow_interrupt(MicroOp& op) {
  return flags.of() ? software(op, kOverflow) : end_after(op);
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

// --- near transfers without a short form: 16-bit operands, or segments that are not flat ----------

// Ends the instruction at `offset` of CS, or behind it. The branch target buffer knows linear
// addresses.
Step Core::Impl::near_to(MicroOp& op, std::uint32_t offset, bool taken) {
  if (op.bytes == 2) offset &= 0xffff;
  if (taken && offset > segment[kCs].limit) return raise(kGeneralProtection, 0);
  const std::uint32_t after = op.eip + op.length;
  const std::uint32_t target = code_base() + offset;
  ++counters.branches;
  std::uint16_t slot = 0;
  std::uint32_t never_absent = ~0u;
  if (params.caches && !btb.branch(after, taken, target, slot, never_absent)) {
    ++counters.mispredicts;
    charge(op.bits & kVPipe ? params.mispredict_v_cycles : params.mispredict_u_cycles);
  }
  return end_at(taken ? target : after);
}

// sub: the condition, or 16: none.
Step Core::Impl::near_jump(MicroOp& op) {
  return near_to(op, offset_after(op) + op.immediate, op.sub == 16 || flags.test(op.sub));
}

Step Core::Impl::near_jump_to(MicroOp& op) {
  std::uint32_t offset = 0;
  RC_TRY_STEP(near_operand(op, offset));
  return near_to(op, offset, true);
}

// The r/m operand, of 2 or 4 bytes.
Step Core::Impl::near_operand(MicroOp& op, std::uint32_t& value) {
  if (op.bytes == 2) {
    std::uint16_t half;
    RC_TRY(read_rm(op, half));
    value = half;
  } else {
    RC_TRY(read_rm(op, value));
  }
  return Step::next;
}

// sub: the target is relative.
Step Core::Impl::near_call(MicroOp& op) {
  std::uint32_t offset = offset_after(op) + op.immediate;
  if (!op.sub) RC_TRY_STEP(near_operand(op, offset));
  if (op.bytes == 2) offset &= 0xffff;
  if (offset > segment[kCs].limit) return raise(kGeneralProtection, 0);
  Stack stack(*this, op.offset + 1u);
  RC_TRY_STEP(stack.push(offset_after(op), op.bytes));
  reg[4] = stack.esp();
  call_site = op.eip;
  return near_to(op, offset, true);
}

Step Core::Impl::near_return(MicroOp& op) {
  std::uint32_t offset;
  Stack stack(*this, op.offset);
  RC_TRY_STEP(stack.pop(offset, op.bytes));
  if (offset > segment[kCs].limit) return raise(kGeneralProtection, 0);
  stack.skip(op.immediate);
  reg[4] = stack.esp();
  return near_to(op, offset, true);
}

// sub: 0 loopne, 1 loope, 2 loop, 3 jecxz.
Step Core::Impl::near_loop(MicroOp& op) {
  const std::uint32_t mask = op.bits & kAddressSize16 ? 0xffff : ~0u;
  std::uint32_t count = reg[1] & mask;
  bool taken = count == 0;
  if (op.sub != 3) {
    count = (count - 1) & mask;
    taken = count != 0 && (op.sub == 2 || flags.zf() == (op.sub == 1));
  }
  const Step step = near_to(op, offset_after(op) + op.immediate, taken);
  if (step == Step::end && op.sub != 3) reg[1] = (reg[1] & ~mask) | count;
  return step;
}

Step Core::Impl::undefined(MicroOp&) { return raise(kInvalidOpcode); }

// More than 15 bytes.
Step Core::Impl::too_long(MicroOp&) { return raise(kGeneralProtection, 0); }

// EIP lies behind the limit of CS, or the instruction goes on there.
Step Core::Impl::beyond_limit(MicroOp&) { return raise(kGeneralProtection, 0); }

}  // namespace rc::cpu
