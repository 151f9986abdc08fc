// SPDX-License-Identifier: Apache-2.0
// Far transfers: jumps, calls and returns to another code segment, also to another ring.
//
// Source: Intel, Pentium Processor Family Developer's Manual, vol. 3, chapter 12 (gates, stack
// switches) and chapter 25 (CALL, IRET, JMP, RET).
#include <algorithm>
#include <array>

#include "hw_model/cpu/execute/stack.h"

namespace rc::cpu {
namespace {

// Types of descriptors.
constexpr unsigned kTask16 = 1, kCallGate16 = 4, kTaskGate = 5, kTask32 = 9, kCallGate32 = 0xc;

std::uint32_t gate_offset(std::uint64_t gate, bool wide) {
  const std::uint64_t high = wide ? gate >> 32 & 0xffff0000u : 0;
  return static_cast<std::uint32_t>((gate & 0xffff) | high);
}

}  // namespace

struct Core::Impl::FarTarget {
  SegmentRegister code;
  std::uint32_t offset = 0;
  unsigned level = 0;  // its privilege
  unsigned bytes = 0;  // of what a call pushes
  unsigned words = 0;  // parameters that go to an inner stack
};

// From memory.
Step Core::Impl::load_pointer(MicroOp& op, std::uint16_t& sel, std::uint32_t& offset) {
  const std::uint32_t address = address_of(op);
  if (op.bytes == 2) {
    std::uint16_t half;
    RC_TRY(mem.load(address, op.offset, half));
    offset = half;
  } else {
    RC_TRY(mem.load(address, op.offset, offset));
  }
  RC_TRY(mem.load(address + op.bytes, op.offset + 1u, sel));
  return Step::next;
}

// The pointer is immediate:target, or in memory if sub is set.
Step Core::Impl::far_pointer(MicroOp& op, std::uint16_t& sel, std::uint32_t& offset) {
  if (op.sub) return load_pointer(op, sel, offset);
  sel = static_cast<std::uint16_t>(op.immediate);
  offset = op.bytes == 2 ? op.target & 0xffff : op.target;
  return Step::next;
}

// What the pointer of a far jump or call leads to. Whether its offset is within the limit comes
// later: behind the stack of a call.
Step Core::Impl::far_target(MicroOp& op, bool call, FarTarget& target) {
  std::uint16_t sel;
  RC_TRY_STEP(far_pointer(op, sel, target.offset));
  target.bytes = op.bytes;
  target.level = cpl;
  if (paragraphs()) {
    target.code = paragraph(kCs, sel);
    return Step::next;
  }
  if ((sel & ~3u) == 0) return raise(kGeneralProtection, 0);
  std::uint64_t descriptor;
  RC_TRY_STEP(read_descriptor(sel, op.offset, descriptor));
  target.code = segment_of(sel, descriptor);
  if (target.code.has(SegmentRegister::kOrdinary)) {
    const bool asked_from_outside = !target.code.conforming() && (sel & 3u) > cpl;
    if (asked_from_outside) return raise(kGeneralProtection, sel & ~3u);
    RC_TRY_STEP(check_code(target.code, cpl, true));
  } else {
    const SegmentRegister gate = target.code;
    const unsigned type = gate.type();
    const bool wide = type == kCallGate32;
    const bool to_task = type == kTaskGate || type == kTask16 || type == kTask32;
    if (!wide && type != kCallGate16 && !to_task) return raise(kGeneralProtection, sel & ~3u);
    if (gate.dpl() < std::max<unsigned>(cpl, sel & 3)) return raise(kGeneralProtection, sel & ~3u);
    if (!gate.has(SegmentRegister::kPresent)) return raise(kSegmentNotPresent, sel & ~3u);
    if (to_task) {
      if (type == kTaskGate) sel = static_cast<std::uint16_t>(descriptor >> 16);
      return switch_task(sel, call ? TaskChange::call : TaskChange::jump, op.eip + op.length,
                         op.offset);
    }
    target.offset = gate_offset(descriptor, wide);
    target.bytes = wide ? 4 : 2;
    target.words = descriptor >> 32 & 0x1f;
    sel = static_cast<std::uint16_t>(descriptor >> 16);
    if ((sel & ~3u) == 0) return raise(kGeneralProtection, 0);
    RC_TRY_STEP(read_descriptor(sel, op.offset, descriptor));
    target.code = segment_of(sel, descriptor);
    RC_TRY_STEP(check_code(target.code, cpl, !call));
    if (!target.code.conforming()) target.level = target.code.dpl();
  }
  RC_TRY_STEP(mark_accessed(target.code, op.offset));
  target.code.selector = static_cast<std::uint16_t>((sel & ~3u) | target.level);
  return Step::next;
}

// Stack pointer and segment that the task has for an inner ring.
Step Core::Impl::inner_stack(unsigned level, std::uint32_t offset, SegmentRegister& stack,
                             std::uint32_t& esp) {
  if (tr.selector == 0) fail("a transfer to an inner ring without a task state segment");
  constexpr unsigned k32Bit = 8;  // of the type
  const bool wide = tr.rights & k32Bit;
  const std::uint32_t at = wide ? 4 + 8 * level : 2 + 4 * level;
  if (at + (wide ? 5 : 3) > tr.limit) return raise(kInvalidTss, tr.selector & ~3u);
  std::uint16_t sel;
  if (wide) {
    RC_TRY(mem.load(tr.base + at, offset, esp));
    RC_TRY(mem.load(tr.base + at + 4, offset, sel));
  } else {
    std::uint16_t sp;
    RC_TRY(mem.load(tr.base + at, offset, sp));
    RC_TRY(mem.load(tr.base + at + 2, offset, sel));
    esp = sp;
  }
  return find_stack(sel, level, kInvalidTss, offset, stack);
}

Step Core::Impl::enter_code(const SegmentRegister& code, std::uint32_t offset) {
  set_segment(kCs, code);
  return end_at(code.base + offset);
}

Step Core::Impl::far_jump(MicroOp& op) {
  FarTarget target;
  RC_TRY_STEP(far_target(op, false, target));
  if (!target.code.holds(target.offset, 1)) return raise(kGeneralProtection, 0);
  return enter_code(target.code, target.offset);
}

Step Core::Impl::far_call(MicroOp& op) {
  FarTarget target;
  RC_TRY_STEP(far_target(op, true, target));
  if (target.level == cpl) {
    Stack stack(*this, op.offset + 2u);
    RC_TRY_STEP(stack.push(segment[kCs].selector, target.bytes));
    RC_TRY_STEP(stack.push(offset_after(op), target.bytes));
    if (!target.code.holds(target.offset, 1)) return raise(kGeneralProtection, 0);
    reg[4] = stack.esp();
    return enter_code(target.code, target.offset);
  }
  // The tables and the inner stack are accessed with the rights of the inner ring, the parameters
  // with those of the caller.
  Stack outer(*this, op.offset + 2u);
  std::array<std::uint32_t, 31> parameters{};
  for (unsigned i = 0; i < target.words; ++i) {
    RC_TRY_STEP(outer.pop(parameters[i], target.bytes));
  }
  const auto change_stack = [&] {
    const Supervisor rights(mem);
    SegmentRegister inner;
    std::uint32_t esp;
    RC_TRY_STEP(inner_stack(target.level, op.offset + 2u, inner, esp));
    RC_TRY_STEP(mark_accessed(inner, op.offset));
    Stack stack(*this, inner, esp, inner.selector & ~3u, op.offset + 3u, 1);
    RC_TRY_STEP(stack.push(segment[kSs].selector, target.bytes));
    RC_TRY_STEP(stack.push(reg[4], target.bytes));
    for (unsigned i = target.words; i-- > 0;) {
      RC_TRY_STEP(stack.push(parameters[i], target.bytes));
    }
    RC_TRY_STEP(stack.push(segment[kCs].selector, target.bytes));
    RC_TRY_STEP(stack.push(offset_after(op), target.bytes));
    if (!target.code.holds(target.offset, 1)) return raise(kGeneralProtection, 0);
    reg[4] = stack.with_esp(reg[4]);
    set_segment(kSs, inner);
    return Step::next;
  };
  RC_TRY_STEP(change_stack());
  set_privilege(target.level);
  return enter_code(target.code, target.offset);
}

// To `code` in an outer ring, whose stack pointer and segment come next on the stack; `dropped`: bytes
// of parameters there.
Step Core::Impl::return_outwards(const SegmentRegister& code, std::uint32_t offset, Stack& stack,
                                 unsigned bytes, std::uint32_t dropped, std::uint32_t cycle) {
  const unsigned level = code.selector & 3;
  std::uint32_t esp, sel;
  RC_TRY_STEP(stack.pop(esp, bytes));
  RC_TRY_STEP(stack.pop(sel, bytes));
  SegmentRegister outer;
  RC_TRY_STEP(find_stack(static_cast<std::uint16_t>(sel), level, kGeneralProtection, cycle, outer));
  RC_TRY_STEP(mark_accessed(outer, cycle));
  if (!code.holds(offset, 1)) return raise(kGeneralProtection, 0);
  Stack to(*this, outer, esp, 0, cycle, 1);
  to.skip(dropped);
  reg[4] = to.with_esp(reg[4]);
  set_segment(kSs, outer);
  set_privilege(level);
  set_segment(kCs, code);
  drop_inner_segments();
  return end_at(code.base + offset);
}

// CS of a return: the selector's ring may be an outer one.
Step Core::Impl::return_code(std::uint16_t sel, std::uint32_t cycle, SegmentRegister& code) {
  if (paragraphs()) {
    code = paragraph(kCs, sel);
    return Step::next;
  }
  if ((sel & ~3u) == 0) return raise(kGeneralProtection, 0);
  std::uint64_t descriptor;
  RC_TRY_STEP(read_descriptor(sel, cycle, descriptor));
  if ((sel & 3u) < cpl) return raise(kGeneralProtection, sel & ~3u);
  code = segment_of(sel, descriptor);
  RC_TRY_STEP(check_code(code, sel & 3u, true));
  return mark_accessed(code, cycle);
}

Step Core::Impl::far_return(MicroOp& op) {
  Stack stack(*this, op.offset);
  std::uint32_t offset, sel;
  RC_TRY_STEP(stack.pop(offset, op.bytes));
  RC_TRY_STEP(stack.pop(sel, op.bytes));
  SegmentRegister code;
  RC_TRY_STEP(return_code(static_cast<std::uint16_t>(sel), op.offset, code));
  stack.skip(op.immediate);
  if (!paragraphs() && (sel & 3) > cpl) {
    return return_outwards(code, offset, stack, op.bytes, op.immediate, op.offset);
  }
  if (!code.holds(offset, 1)) return raise(kGeneralProtection, 0);
  reg[4] = stack.esp();
  return enter_code(code, offset);
}

// IRET of ring 0 to virtual-8086 mode.
Step Core::Impl::return_to_virtual(Stack& stack, std::uint32_t offset, std::uint32_t sel,
                                   std::uint32_t new_eflags) {
  std::uint32_t esp;
  std::array<std::uint32_t, 6> selectors{};
  selectors[kCs] = sel;
  RC_TRY_STEP(stack.pop(esp, 4));
  for (const unsigned i : {kSs, kEs, kDs, kFs, kGs}) RC_TRY_STEP(stack.pop(selectors[i], 4));
  if (offset > 0xffff) return raise(kGeneralProtection, 0);
  set_eflags(new_eflags, ~0u);
  for (unsigned i = 0; i < 6; ++i) {
    set_segment(i, real_segment(static_cast<std::uint16_t>(selectors[i]), 3));
  }
  reg[4] = esp;
  set_privilege(3);
  nmi_blocked = false;
  if (virtual_interrupt_waits()) raise(kGeneralProtection, 0);  // of the next instruction
  return end_at(code_base() + offset);
}

Step Core::Impl::interrupt_return(MicroOp& op) {
  const bool beyond = virtual_8086() && privilege_of_io() < 3;
  if (beyond && !(virtual_interrupt_flag() && op.bytes == 2)) return raise(kGeneralProtection, 0);
  RC_TRY(mem.serialise(op.offset));
  if (!paragraphs() && (eflags & kNt)) {
    std::uint16_t link;
    {
      const Supervisor rights(mem);
      RC_TRY(mem.load(tr.base, op.offset, link));
    }
    return switch_task(link, TaskChange::back, op.eip + op.length, op.offset);
  }
  Stack stack(*this, op.offset);
  std::uint32_t offset, sel, new_eflags;
  RC_TRY_STEP(stack.pop(offset, op.bytes));
  RC_TRY_STEP(stack.pop(sel, op.bytes));
  RC_TRY_STEP(stack.pop(new_eflags, op.bytes));
  const bool to_virtual = !paragraphs() && cpl == 0 && op.bytes == 4 && (new_eflags & kVm);
  if (to_virtual) return return_to_virtual(stack, offset, sel, new_eflags);
  SegmentRegister code;
  RC_TRY_STEP(return_code(static_cast<std::uint16_t>(sel), op.offset, code));
  std::uint32_t mask = pop_flags_mask() | kRf;
  if (cpl == 0) mask |= kVif | kVip;
  if (op.bytes == 2) mask &= 0xffff;
  if (!paragraphs() && (sel & 3) > cpl) {
    const Step step = return_outwards(code, offset, stack, op.bytes, 0, op.offset);
    if (step != Step::end) return step;
  } else {
    if (!code.holds(offset, 1)) return raise(kGeneralProtection, 0);
    if (beyond) RC_TRY_STEP(load_virtual_flags(new_eflags));
    reg[4] = stack.esp();
    enter_code(code, offset);
  }
  if (!beyond) set_eflags(new_eflags, mask);
  nmi_blocked = false;
  if (virtual_interrupt_waits()) raise(kGeneralProtection, 0);  // of the next instruction
  return Step::end;
}

}  // namespace rc::cpu
