// SPDX-License-Identifier: Apache-2.0
// Exceptions and interrupts: through the IDT to their handler and back with IRET. Delivery is
// treated like an instruction: nothing changes until all its accesses have succeeded, so it can be
// retried.
//
// Only 32-bit interrupt and trap gates; no task gates, no virtual-8086 mode.
#include "hw_model/cpu/execute/core_impl.h"
#include "hw_model/cpu/timing/timing.h"

namespace rc::cpu {
namespace {

constexpr unsigned kInterruptGate = 0xe, kTrapGate = 0xf;

// Classes of the double-fault rule.
bool contributory(std::uint8_t vector) {
  return vector == kDivideError || (vector >= kInvalidTss && vector <= kGeneralProtection);
}
bool makes_double_fault(std::uint8_t first, std::uint8_t second) {
  if (first == kPageFault) return second == kPageFault || contributory(second);
  return contributory(first) && contributory(second);
}

}  // namespace

Step Core::Impl::raise(std::uint8_t vector) {
  event = Event{};
  event.active = true;
  event.vector = event.first_vector = vector;
  return Step::raise;
}

Step Core::Impl::raise(std::uint8_t vector, std::uint32_t error) {
  raise(vector);
  event.has_error = true;
  event.error = error;
  return Step::raise;
}

void Core::Impl::page_fault() {
  raise(kPageFault, mem.fault().error_code);
  event.cr2 = mem.fault().cr2;
}

// One attempt to deliver `event`. next: done, or replaced by another event; retry: needs the bus.
Step Core::Impl::deliver() {
  const Event delivering = event;
  // Gate, descriptor, task state and the new stack are accessed with the handler's rights.
  if (cpl == 3) mem.set_user_mode(false);
  const Step step = deliver_through_gate();
  if (step == Step::retry) return step;
  clock.attention = false;
  mem.instruction_done(eip);
  if (step == Step::next) {
    event.active = false;
    halted = false;
    ++(delivering.external ? counters.interrupts : counters.exceptions);
    return step;
  }
  if (step == Step::fault) page_fault();
  const Event second = event;
  if (delivering.vector == kDoubleFault && !delivering.software) shut_down(delivering);
  if (!delivering.external && !delivering.software &&
      makes_double_fault(delivering.vector, second.vector)) {
    raise(kDoubleFault, 0);
    event.cr2 = second.vector == kPageFault ? second.cr2 : delivering.cr2;
  }
  event.first_vector = delivering.first_vector;
  return Step::next;
}

Step Core::Impl::deliver_through_gate() {
  const std::uint32_t external = event.external ? 1 : 0;
  const std::uint32_t gate_error = event.vector * 8u + 2 + external;
  if (event.vector * 8u + 7 > idt.limit) return missing_gate(kGeneralProtection, gate_error);
  std::uint64_t gate;
  RC_TRY(mem.load(idt.base + event.vector * 8u, 0, gate));
  const unsigned type = gate >> 40 & 0x1f;
  const unsigned gate_dpl = gate >> 45 & 3;
  if (event.software && gate_dpl < cpl) return raise(kGeneralProtection, gate_error);
  if (!(gate >> 47 & 1)) {
    return missing_gate(type == 0 ? kGeneralProtection : kSegmentNotPresent, gate_error);
  }
  if (type != kInterruptGate && type != kTrapGate) {
    fail("IDT entry " + std::to_string(event.vector) + " is no 32-bit interrupt or trap gate");
  }
  const auto sel = static_cast<std::uint16_t>(gate >> 16);
  const auto target = static_cast<std::uint32_t>((gate & 0xffff) | (gate >> 32 & 0xffff0000u));

  RC_TRY_STEP(check_code_segment(sel, 0));
  std::uint64_t descriptor;
  RC_TRY_STEP(read_descriptor(sel, 0, descriptor));
  const bool conforming = descriptor >> 42 & 1;
  const auto new_cpl = conforming ? cpl : static_cast<std::uint8_t>(descriptor >> 45 & 3);
  if (new_cpl > cpl) return raise(kGeneralProtection, (sel & ~3u) + external);

  std::uint32_t top = reg[4];
  std::uint16_t stack = selector[kSs];
  const auto push = [&](std::uint32_t value) {
    top -= 4;
    return mem.store(top, 0, value);
  };
  const bool outer = new_cpl < cpl;
  if (outer) {
    if (tss_base == 0) fail("interrupt from an outer ring without a task state segment");
    RC_TRY(mem.load(tss_base + 4 + 8u * new_cpl, 0, top));
    RC_TRY(mem.load(tss_base + 8 + 8u * new_cpl, 0, stack));
    RC_TRY(push(selector[kSs]));
    RC_TRY(push(reg[4]));
  }
  RC_TRY(push(packed_eflags()));
  RC_TRY(push(selector[kCs]));
  RC_TRY(push(eip));
  if (event.has_error) RC_TRY(push(event.error));

  reg[4] = top;
  selector[kSs] = stack;
  set_selector(kCs, static_cast<std::uint16_t>((sel & ~3u) | new_cpl));
  cpl = new_cpl;
  mem.set_user_mode(cpl == 3);
  eip = target;
  eflags &= ~(kTf | kNt | kRf | kVm);
  if (type == kInterruptGate) eflags &= ~std::uint32_t{kIf};
  if (event.vector == kPageFault) cr2 = event.cr2;
  charge(outer ? cost::kInterruptEntryOuter : cost::kInterruptEntry);
  return Step::next;
}

// Without a handler, an undefined instruction is reported as such rather than as a triple fault.
Step Core::Impl::missing_gate(std::uint8_t vector, std::uint32_t error) {
  if (event.vector == kInvalidOpcode) fail("unsupported instruction");
  return raise(vector, error);
}

void Core::Impl::shut_down(const Event& last) const {
  if (last.first_vector == kInvalidOpcode) fail("unsupported instruction");
  std::optional<std::uint32_t> unmapped;
  if (last.first_vector == kPageFault) unmapped = last.cr2;
  fail("triple fault; first exception " + std::to_string(last.first_vector) + ", CR2 " +
           hex(last.cr2),
       unmapped);
}

Step Core::Impl::interrupt_return(MicroOp& op) {
  if (eflags & kNt) fail("IRET from a nested task is not supported");
  RC_TRY(mem.serialise(op.offset));
  std::uint32_t new_eip, new_cs, new_eflags;
  RC_TRY(mem.load(reg[4], op.offset, new_eip));
  RC_TRY(mem.load(reg[4] + 4, op.offset + 1u, new_cs));
  RC_TRY(mem.load(reg[4] + 8, op.offset + 2u, new_eflags));
  if (new_eflags & kVm) fail("virtual-8086 mode is not supported");
  const auto sel = static_cast<std::uint16_t>(new_cs);
  const auto new_cpl = static_cast<std::uint8_t>(sel & 3);
  if (new_cpl < cpl) return raise(kGeneralProtection, sel & ~3u);
  RC_TRY_STEP(check_code_segment(sel, op.offset));
  std::uint32_t new_esp = reg[4] + 12;
  std::uint32_t new_ss = selector[kSs];
  if (new_cpl > cpl) {
    RC_TRY(mem.load(reg[4] + 12, op.offset + 3u, new_esp));
    RC_TRY(mem.load(reg[4] + 16, op.offset + 4u, new_ss));
    RC_TRY_STEP(load_segment(kSs, static_cast<std::uint16_t>(new_ss), op.offset));
  }
  const std::uint32_t mask = pop_flags_mask() | kRf;
  reg[4] = new_esp;
  set_selector(kCs, sel);
  cpl = new_cpl;
  mem.set_user_mode(cpl == 3);
  set_eflags(new_eflags, mask);
  nmi_blocked = false;
  return end_at(new_eip);
}

std::uint32_t Core::Impl::pop_flags_mask() const {
  std::uint32_t mask = kArithmeticFlags | kTf | kDf | kNt | kAc | kId;
  if (cpl <= (eflags & kIopl) >> 12) mask |= kIf;
  if (cpl == 0) mask |= kIopl;
  return mask;
}

void Core::Impl::set_eflags(std::uint32_t value, std::uint32_t mask) {
  const bool were_on = interrupts_on();
  const std::uint32_t whole = (packed_eflags() & ~mask) | (value & mask);
  flags.unpack(whole);
  eflags = (whole & ~kArithmeticFlags) | 2;
  if (!were_on && interrupts_on()) enabled_now = true;
}

}  // namespace rc::cpu
