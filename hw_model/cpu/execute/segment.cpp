// SPDX-License-Identifier: Apache-2.0
// Instructions that load and store segment registers and descriptor tables.
#include <algorithm>

#include "hw_model/cpu/execute/stack.h"

namespace rc::cpu {
namespace {

constexpr std::uint32_t kTableIndicator = 4;
constexpr unsigned kLdtType = 2, kBusy = 2;

}  // namespace

// LOADs into SS hold off interrupts for one instruction, so that ESP can follow.
Step Core::Impl::pop_segment(MicroOp& op) {
  Stack stack(*this, op.offset);
  std::uint32_t sel;
  RC_TRY_STEP(stack.pop(sel, 2));
  RC_TRY_STEP(load_segment(op.sub, static_cast<std::uint16_t>(sel), op.offset));
  stack.skip(op.bytes - 2u);
  reg[4] = stack.esp();
  shadow = op.sub == kSs;
  return end_after(op);
}

Step Core::Impl::push_segment(MicroOp& op) {
  Stack stack(*this, op.offset);
  RC_TRY_STEP(stack.push(segment[op.sub].selector, op.bytes));
  reg[4] = stack.esp();
  return Step::next;
}

Step Core::Impl::move_from_segment(MicroOp& op) {
  if (op.sub > kGs) return raise(kInvalidOpcode);
  if (op.bytes == 2) {
    RC_TRY(write_rm(op, segment[op.sub].selector));
  } else {
    gpr<std::uint32_t>(op.dst) = segment[op.sub].selector;
  }
  return Step::next;
}

Step Core::Impl::move_to_segment(MicroOp& op) {
  std::uint16_t sel;
  RC_TRY(read_rm(op, sel));
  RC_TRY_STEP(load_segment(op.sub, sel, op.offset));
  shadow = op.sub == kSs;
  return end_after(op);
}

Step Core::Impl::load_far_pointer(MicroOp& op) {
  std::uint32_t offset;
  std::uint16_t sel;
  RC_TRY_STEP(load_pointer(op, sel, offset));
  RC_TRY_STEP(load_segment(op.sub, sel, op.offset));
  if (op.bytes == 2) {
    gpr<std::uint16_t>(op.src) = static_cast<std::uint16_t>(offset);
  } else {
    gpr<std::uint32_t>(op.src) = offset;
  }
  return end_after(op);
}

// Group 6: sub 0 sldt, 1 str, 2 lldt, 3 ltr.
Step Core::Impl::descriptor_registers(MicroOp& op) {
  RC_TRY_STEP(permit(op));
  if (op.sub < 2) {
    const std::uint16_t value = op.sub == 0 ? ldtr.selector : tr.selector;
    if (op.bytes == 2) {
      RC_TRY(write_rm(op, value));
    } else {
      gpr<std::uint32_t>(op.dst) = value;
    }
    return Step::next;
  }
  std::uint16_t sel;
  RC_TRY(read_rm(op, sel));
  const bool task = op.sub == 3;
  SegmentRegister found{sel, 0, 0, 0};
  if ((sel & ~3u) == 0) {
    if (task) return raise(kGeneralProtection, 0);
  } else {
    const std::uint32_t error = sel & ~3u;
    if (sel & kTableIndicator) return raise(kGeneralProtection, error);
    std::uint64_t descriptor;
    RC_TRY_STEP(read_descriptor(sel, op.offset, descriptor));
    found = segment_of(sel, descriptor);
    // An available task state segment has type 1 or 9.
    const bool right = task ? (found.type() & 0x17) == 1 : found.type() == kLdtType;
    if (!right) return raise(kGeneralProtection, error);
    if (!found.has(SegmentRegister::kPresent)) return raise(kSegmentNotPresent, error);
  }
  RC_TRY(mem.serialise(op.offset));
  if (task) {
    found.rights |= kBusy;
    RC_TRY(store_rights(found, op.offset));
    tr = found;
  } else {
    ldtr = found;
  }
  return end_after(op);
}

// Group 7: sub 0 sgdt, 1 sidt, 2 lgdt, 3 lidt. With 16-bit operands a base has 24 bits.
Step Core::Impl::descriptor_tables(MicroOp& op) {
  RC_TRY_STEP(permit(op));
  const std::uint32_t address = address_of(op);
  const std::uint32_t mask = op.bytes == 2 ? 0xffffff : ~0u;
  DescriptorTable& table = op.sub & 1 ? idt : gdt;
  if (op.sub < 2) {
    RC_TRY(mem.store(address, op.offset, table.limit));
    RC_TRY(mem.store(address + 2, op.offset + 1u, table.base & mask));
    return Step::next;
  }
  std::uint16_t new_limit;
  std::uint32_t new_base;
  RC_TRY(mem.load(address, op.offset, new_limit));
  RC_TRY(mem.load(address + 2, op.offset + 1u, new_base));
  RC_TRY(mem.serialise(op.offset));
  table = {new_base & mask, new_limit};
  return end_after(op);
}

// sub: 0 lar, 1 lsl, 2 verr, 3 verw, 4 arpl. ZF says whether the selector is good.
Step Core::Impl::access_rights(MicroOp& op) {
  RC_TRY_STEP(permit(op));
  std::uint16_t sel;
  if (op.sub == 4) {
    RC_TRY(read_rm(op, sel, true));
    const unsigned wanted = gpr<std::uint16_t>(op.src) & 3;
    const bool adjust = (sel & 3u) < wanted;
    if (adjust) RC_TRY(write_rm(op, static_cast<std::uint16_t>((sel & ~3u) | wanted)));
    flags.set_zf(adjust);
    return Step::next;
  }
  if (op.bits & kMemoryOperand) {
    RC_TRY(mem.load(address_of(op), op.offset, sel));
  } else {
    sel = gpr<std::uint16_t>(op.dst);
  }
  const std::uint32_t limit_of_table = sel & kTableIndicator ? ldtr.limit : gdt.limit;
  std::uint64_t descriptor = 0;
  SegmentRegister named;
  bool good = (sel & ~3u) != 0 && (sel | 7u) <= limit_of_table;
  if (good) {
    RC_TRY_STEP(read_descriptor(sel, op.offset, descriptor));
    named = segment_of(sel, descriptor);
    const bool ordinary = named.has(SegmentRegister::kOrdinary);
    const bool code = named.has(SegmentRegister::kCodeKind);
    const bool middle = named.has(SegmentRegister::kMiddle);
    if (!named.conforming() && named.dpl() < std::max<unsigned>(cpl, sel & 3)) good = false;
    if (!ordinary) {
      // LAR: segments, gates of calls and tasks; LSL: what has a limit; VERR, VERW: none.
      constexpr unsigned kKnown[4] = {0x1a3e, 0x0a0e, 0, 0};
      if (!(kKnown[op.sub] >> named.type() & 1)) good = false;
    }
    if (op.sub == 2 && code && !middle) good = false;
    if (op.sub == 3 && (code || !middle)) good = false;
  }
  if (good && op.sub < 2) {
    const std::uint32_t value =
        op.sub == 0 ? static_cast<std::uint32_t>(descriptor >> 32) & 0x00ffff00u : named.limit;
    if (op.bytes == 2) {
      gpr<std::uint16_t>(op.src) = static_cast<std::uint16_t>(value);
    } else {
      gpr<std::uint32_t>(op.src) = value;
    }
  }
  flags.set_zf(good);
  return Step::next;
}

}  // namespace rc::cpu
