// SPDX-License-Identifier: Apache-2.0
// Exceptions and interrupts, and their way to the handler: through the IDT, or in real mode through
// the table of far pointers that IDTR names. Delivery is treated like an instruction: nothing
// changes until all its accesses have succeeded, so it can be retried.
//
// Source: Intel, Pentium Processor Family Developer's Manual, vol. 3, chapters 9 (real mode) and 14.
#include "hw_model/cpu/execute/stack.h"
#include "hw_model/cpu/timing/timing.h"

namespace rc::cpu {
namespace {

// Types of gates; the 16-bit ones lack bit 3.
constexpr unsigned kTaskGateType = 5, kInterruptGate = 0xe, kTrapGate = 0xf, kWideGate = 8;

// Classes of the double-fault rule.
bool contributory(std::uint8_t vector) {
  return vector == kDivideError || (vector >= kInvalidTss && vector <= kGeneralProtection);
}
bool makes_double_fault(std::uint8_t first, std::uint8_t second) {
  if (first == kPageFault) return second == kPageFault || contributory(second);
  return contributory(first) && contributory(second);
}

}  // namespace

void Core::Impl::begin_event(std::uint8_t vector) {
  event = Event{};
  event.active = true;
  event.vector = event.first_vector = vector;
  raised_at = kNever;
}

Step Core::Impl::raise(std::uint8_t vector) {
  begin_event(vector);
  event.fault = vector != kDoubleFault;
  return Step::raise;
}

Step Core::Impl::raise(std::uint8_t vector, std::uint32_t error) {
  raise(vector);
  event.has_error = true;
  event.error = error;
  return Step::raise;
}

void Core::Impl::page_fault() {
  if (mem.fault().misaligned) {
    raise(kAlignmentCheck, 0);
    return;
  }
  raise(kPageFault, mem.fault().error_code);
  cr2 = event.cr2 = mem.fault().cr2;  // whatever becomes of its delivery
}

// One attempt to deliver `event`. next: done, or replaced by another event; retry: needs the bus.
Step Core::Impl::deliver() {
  const Event delivering = event;
  if (raised_at == kNever) raised_at = now();  // the first attempt
  // Gate, descriptor, task state and the new stack are accessed with the handler's rights.
  if (cpl == 3) mem.set_user_mode(event.redirected);
  const bool vectored = !(cr0 & kCr0Pe) || event.redirected;
  const Step step = event.loads_task ? load_task_segments()
                    : vectored       ? deliver_through_vector()
                                     : deliver_through_gate();
  if (step == Step::retry) return step;
  clock.attention = false;
  mem.instruction_done(eip);
  if (step == Step::restart || step == Step::end)
    return Step::next;  // end: a task's segments follow
  if (step == Step::next) {
    event.active = false;
    halted = false;
    const bool switched = delivering.loads_task && delivering.software;
    if (!switched) ++(delivering.external ? counters.interrupts : counters.exceptions);
    if (delivering.vector == kDebug && !delivering.software) debug_entered();
    if (delivering.task_trap) task_trapped();
    return step;
  }
  if (step == Step::fault) page_fault();
  Event second = event;
  if (delivering.vector == kDoubleFault && !delivering.software) shut_down(delivering);
  const bool names_selector = second.vector >= kInvalidTss && second.vector <= kGeneralProtection;
  if (delivering.software) {
    eip -= delivering.length;
  } else {
    if (names_selector) event.error |= 1;
    if (!delivering.external && makes_double_fault(delivering.vector, second.vector)) {
      raise(kDoubleFault, 0);
      event.cr2 = second.vector == kPageFault ? second.cr2 : delivering.cr2;
    }
  }
  // A switch of tasks by an instruction is no exception.
  if (!delivering.loads_task || !delivering.software) event.first_vector = delivering.first_vector;
  return Step::next;
}

// Real mode, and INT n that stays in virtual-8086 mode.
Step Core::Impl::deliver_through_vector() {
  const std::uint32_t at = event.vector * 4u;
  if (!event.redirected && at + 3 > idt.limit) return raise(kGeneralProtection, 0);
  std::uint32_t pointer;
  RC_TRY(mem.load(event.redirected ? at : idt.base + at, 0, pointer));
  Stack stack(*this, 0, 0);
  RC_TRY_STEP(stack.push(virtual_flags(), 2));
  RC_TRY_STEP(stack.push(segment[kCs].selector, 2));
  RC_TRY_STEP(stack.push(code_offset(eip), 2));
  reg[4] = stack.esp();
  enter_code(paragraph(kCs, static_cast<std::uint16_t>(pointer >> 16)), pointer & 0xffff);
  const std::uint32_t off = virtual_interrupt_flag() ? kVif : kIf;
  eflags &= ~(off | kTf | kRf | (event.redirected ? 0u : std::uint32_t{kAc}));
  alignment_changed();
  charge(cost::kInterruptEntry);
  return Step::next;
}

Step Core::Impl::deliver_through_gate() {
  const std::uint32_t gate_error = event.vector * 8u + 2;
  if (event.vector * 8u + 7 > idt.limit) return raise(kGeneralProtection, gate_error);
  std::uint64_t gate;
  RC_TRY(mem.load(idt.base + event.vector * 8u, 0, gate));
  const unsigned type = gate >> 40 & 0x1f;
  const unsigned gate_dpl = gate >> 45 & 3;
  const bool known = (type | kWideGate) == kInterruptGate || (type | kWideGate) == kTrapGate;
  if (!known && type != kTaskGateType) return raise(kGeneralProtection, gate_error);
  if (event.software && !event.unchecked && gate_dpl < cpl)
    return raise(kGeneralProtection, gate_error);
  if (!(gate >> 47 & 1)) return raise(kSegmentNotPresent, gate_error);
  if (type == kTaskGateType) {
    return switch_task(static_cast<std::uint16_t>(gate >> 16), TaskChange::interrupt, eip, 0);
  }
  const unsigned bytes = type & kWideGate ? 4 : 2;
  const auto sel = static_cast<std::uint16_t>(gate >> 16);
  const std::uint64_t high = bytes == 4 ? gate >> 32 & 0xffff0000u : 0;
  const auto target = static_cast<std::uint32_t>((gate & 0xffff) | high);

  if ((sel & ~3u) == 0) return raise(kGeneralProtection, 0);
  std::uint64_t descriptor;
  RC_TRY_STEP(read_descriptor(sel, 0, descriptor));
  SegmentRegister code = segment_of(sel, descriptor);
  RC_TRY_STEP(check_code(code, cpl, false));
  const unsigned level = code.conforming() ? cpl : code.dpl();
  const bool outer = level < cpl;
  const bool was_virtual = virtual_8086();
  if (was_virtual && level != 0) return raise(kGeneralProtection, sel & ~3u);
  RC_TRY_STEP(mark_accessed(code, 0));
  code.selector = static_cast<std::uint16_t>((sel & ~3u) | level);

  SegmentRegister inner = segment[kSs];
  std::uint32_t esp = reg[4];
  if (outer) {
    RC_TRY_STEP(inner_stack(level, 0, inner, esp));
    RC_TRY_STEP(mark_accessed(inner, 0));
  }
  Stack stack(*this, inner, esp, outer ? inner.selector & ~3u : 0, 0, 0);
  if (level == 3) mem.set_user_mode(true);
  if (was_virtual) {
    for (const unsigned i : {kGs, kFs, kDs, kEs}) {
      RC_TRY_STEP(stack.push(segment[i].selector, bytes));
    }
  }
  if (outer) {
    RC_TRY_STEP(stack.push(segment[kSs].selector, bytes));
    RC_TRY_STEP(stack.push(reg[4], bytes));
  }
  RC_TRY_STEP(stack.push(packed_eflags() | (event.fault ? std::uint32_t{kRf} : 0), bytes));
  RC_TRY_STEP(stack.push(segment[kCs].selector, bytes));
  RC_TRY_STEP(stack.push(code_offset(eip), bytes));
  if (event.has_error) RC_TRY_STEP(stack.push(event.error, bytes));
  if (!code.holds(target, 1)) return raise(kGeneralProtection, 0);

  reg[4] = stack.with_esp(reg[4]);
  if (was_virtual) {
    for (const unsigned i : {kGs, kFs, kDs, kEs}) segment[i] = {};
  }
  if (outer) set_segment(kSs, inner);
  set_privilege(level);
  enter_code(code, target);
  eflags &= ~(kTf | kNt | kRf | kVm);
  if ((type | kWideGate) == kInterruptGate) eflags &= ~std::uint32_t{kIf};
  charge(outer ? cost::kInterruptEntryOuter : cost::kInterruptEntry);
  return Step::next;
}

// Without a handler, an undefined instruction is reported as such rather than as a triple fault.
void Core::Impl::shut_down(const Event& last) const {
  if (last.first_vector == kInvalidOpcode) fail("unsupported instruction");
  std::optional<std::uint32_t> unmapped;
  if (last.first_vector == kPageFault) unmapped = last.cr2;
  fail("triple fault; first exception " + std::to_string(last.first_vector) + ", CR2 " +
           hex(last.cr2),
       unmapped);
}

std::uint32_t Core::Impl::pop_flags_mask() const {
  std::uint32_t mask = kArithmeticFlags | kTf | kDf | kNt | kAc | kId;
  if (cpl <= privilege_of_io()) mask |= kIf;
  if (cpl == 0) mask |= kIopl;
  return mask;
}

Step Core::Impl::load_virtual_flags(std::uint32_t value) {
  if ((value & kTf) || ((value & kIf) && (eflags & kVip))) return raise(kGeneralProtection, 0);
  if (value & kIf) value |= kVif;
  set_eflags(value, (pop_flags_mask() & 0xffff) | kVif);
  return Step::next;
}

void Core::Impl::set_eflags(std::uint32_t value, std::uint32_t mask) {
  const bool were_on = interrupts_on();
  const std::uint32_t whole = (packed_eflags() & ~mask) | (value & mask);
  flags.unpack(whole);
  eflags = (whole & ~kArithmeticFlags) | 2;
  if (!were_on && interrupts_on()) enabled_now = true;
  // Nothing looks at RF while no breakpoint is enabled and no trap follows.
  if (!single && (dr[7] & kBreakpointsEnabled) == 0) eflags &= ~std::uint32_t{kRf};
  if (value & mask & eflags & kRf) resume_flag_loaded = true;
  alignment_changed();
}

}  // namespace rc::cpu
