// SPDX-License-Identifier: Apache-2.0
// Task switches: by a jump or call to a task state segment or a task gate, by IRET from a nested
// task, by an interrupt through a task gate.
//
// A switch has two parts, each of which can be retried. The first one saves the old task and loads
// the registers of the new one. The second one, an event, loads its segments: what it finds wrong is
// an exception of the new task.
//
// Source: Intel, Pentium Processor Family Developer's Manual, vol. 3, chapter 13.
#include <algorithm>
#include <array>

#include "hw_model/cpu/execute/stack.h"
#include "hw_model/cpu/timing/timing.h"

namespace rc::cpu {
namespace {

constexpr unsigned kTssWide = 8, kTssBusy = 2;  // of the type

// Where a task state segment has what.
struct TaskLayout {
  std::uint32_t bytes;  // of a field
  std::uint32_t eip, general, segments, ldt, last;
  unsigned segment_count;
};
constexpr TaskLayout kWideTask{4, 0x20, 0x28, 0x48, 0x60, 0x67, 6};
constexpr TaskLayout kNarrowTask{2, 0x0e, 0x12, 0x22, 0x2a, 0x2b, 4};

const TaskLayout& layout_of(const SegmentRegister& task) {
  return task.rights & kTssWide ? kWideTask : kNarrowTask;
}

}  // namespace

Step Core::Impl::load_task_field(const SegmentRegister& task, std::uint32_t at, std::uint32_t bytes,
                                 std::uint32_t cycle, std::uint32_t& value) {
  if (bytes == 4) {
    RC_TRY(mem.load(task.base + at, cycle, value));
    return Step::next;
  }
  std::uint16_t half;
  RC_TRY(mem.load(task.base + at, cycle, half));
  value = half;
  return Step::next;
}

Step Core::Impl::store_task_field(const SegmentRegister& task, std::uint32_t at,
                                  std::uint32_t bytes, std::uint32_t cycle, std::uint32_t value) {
  RC_TRY(bytes == 2 ? mem.store(task.base + at, cycle, static_cast<std::uint16_t>(value))
                    : mem.store(task.base + at, cycle, value));
  return Step::next;
}

// The task state segment behind `sel`; returning: by IRET.
Step Core::Impl::find_task(std::uint16_t sel, bool returning, std::uint32_t cycle,
                           SegmentRegister& task) {
  constexpr std::uint16_t kLocal = 4;
  const std::uint8_t vector = returning ? kInvalidTss : kGeneralProtection;
  const std::uint32_t error = sel & ~3u;
  if (sel & kLocal) return raise(vector, error);
  std::uint64_t descriptor;
  RC_TRY_STEP(read_descriptor(sel, cycle, descriptor, vector));
  task = segment_of(sel, descriptor);
  const unsigned wanted = returning ? 1 | kTssBusy : 1;
  if ((task.type() & ~kTssWide) != wanted) return raise(vector, error);
  if (!task.has(SegmentRegister::kPresent)) return raise(kSegmentNotPresent, error);
  return task.limit < layout_of(task).last ? raise(kInvalidTss, error) : Step::next;
}

Step Core::Impl::switch_task(std::uint16_t sel, TaskChange change, std::uint32_t next_eip,
                             std::uint32_t cycle) {
  const Supervisor rights(mem);
  const bool nests = change == TaskChange::call || change == TaskChange::interrupt;
  SegmentRegister task;
  RC_TRY_STEP(find_task(sel, change == TaskChange::back, cycle, task));
  const TaskLayout& from = layout_of(task);
  std::uint32_t new_cr3 = cr3, new_eip, new_eflags, new_ldt, trap = 0;
  std::array<std::uint32_t, 8> general;
  std::array<std::uint32_t, 6> selectors{};
  if (from.bytes == 4) {
    RC_TRY_STEP(load_task_field(task, 0x1c, 4, cycle, new_cr3));
    RC_TRY_STEP(load_task_field(task, 0x64, 2, cycle, trap));
  }
  RC_TRY_STEP(load_task_field(task, from.eip, from.bytes, cycle, new_eip));
  RC_TRY_STEP(load_task_field(task, from.eip + from.bytes, from.bytes, cycle, new_eflags));
  for (std::uint32_t i = 0; i < 8; ++i) {
    RC_TRY_STEP(
        load_task_field(task, from.general + i * from.bytes, from.bytes, cycle, general[i]));
    if (from.bytes == 2) general[i] |= 0xffff0000;
  }
  for (std::uint32_t i = 0; i < from.segment_count; ++i) {
    RC_TRY_STEP(load_task_field(task, from.segments + i * from.bytes, 2, cycle, selectors[i]));
  }
  RC_TRY_STEP(load_task_field(task, from.ldt, 2, cycle, new_ldt));

  // The old task. What is stored below has not been loaded above, and nothing is stored twice.
  const TaskLayout& to = layout_of(tr);
  if (tr.selector == 0) fail("a task switch without a task");
  if (tr.limit < to.last) return raise(kInvalidTss, tr.selector & ~3u);
  std::uint32_t saved = packed_eflags();
  if (change != TaskChange::interrupt) saved &= ~std::uint32_t{kRf};
  if (change == TaskChange::interrupt && event.fault) saved |= kRf;
  if (change == TaskChange::back) saved &= ~std::uint32_t{kNt};
  RC_TRY_STEP(store_task_field(tr, to.eip, to.bytes, cycle, code_offset(next_eip)));
  RC_TRY_STEP(store_task_field(tr, to.eip + to.bytes, to.bytes, cycle, saved));
  for (std::uint32_t i = 0; i < 8; ++i) {
    RC_TRY_STEP(store_task_field(tr, to.general + i * to.bytes, to.bytes, cycle, reg[i]));
  }
  for (std::uint32_t i = 0; i < to.segment_count; ++i) {
    RC_TRY_STEP(store_task_field(tr, to.segments + i * to.bytes, 2, cycle, segment[i].selector));
  }
  if (nests) RC_TRY_STEP(store_task_field(task, 0, 2, cycle, tr.selector));
  if (!nests) {
    SegmentRegister left = tr;
    left.rights = static_cast<std::uint16_t>(left.rights & ~kTssBusy);
    RC_TRY(store_rights(left, cycle));
  }
  task.rights |= kTssBusy;
  if (change != TaskChange::back) RC_TRY(store_rights(task, cycle));

  x87_leave();
  tr = task;
  std::copy(general.begin(), general.end(), reg.begin());
  if (from.bytes == 2) new_eflags |= eflags & 0xffff0000 & ~std::uint32_t{kVm};
  set_eflags(new_eflags, ~0u);
  if (nests) eflags |= kNt;
  cr0 |= kCr0Ts;
  x87_gate = kNever;
  if ((cr0 & kCr0Pg) && new_cr3 != cr3) {
    cr3 = new_cr3;
    mem.set_paging(cr0, cr3, cr4);
    flush_blocks = true;
  }
  for (unsigned i = 0; i < 6; ++i) segment[i] = {static_cast<std::uint16_t>(selectors[i]), 0, 0, 0};
  ldtr = {static_cast<std::uint16_t>(new_ldt), 0, 0, 0};
  dr[7] &= ~0x155u;  // the local breakpoints
  watch();
  segments_changed();
  // The selectors stay until an event has loaded what they name.
  if (change != TaskChange::interrupt) event = Event{};
  event.software = event.software || change != TaskChange::interrupt;
  event.length = 0;
  event.active = event.loads_task = true;
  event.task_trap = trap & 1;
  eip = new_eip;
  charge(from.bytes == 2    ? cost::kTaskSwitch16
         : new_eflags & kVm ? cost::kTaskSwitchVirtual
                            : cost::kTaskSwitch);
  return Step::end;
}

Step Core::Impl::task_code(std::uint32_t cycle, SegmentRegister& code) {
  const std::uint16_t sel = segment[kCs].selector;
  if ((sel & ~3u) == 0) return raise(kInvalidTss, 0);
  std::uint64_t descriptor;
  RC_TRY_STEP(read_descriptor(sel, cycle, descriptor, kInvalidTss));
  code = segment_of(sel, descriptor);
  RC_TRY_STEP(check_code(code, sel & 3u, true, kInvalidTss));
  return mark_accessed(code, cycle);
}

Step Core::Impl::find_task_segments(std::array<SegmentRegister, 6>& found, std::uint32_t& esp) {
  if ((ldtr.selector & ~3u) != 0) {
    constexpr unsigned kLdt = 2;
    const std::uint32_t error = ldtr.selector & ~3u;
    if (ldtr.selector & 4) return raise(kInvalidTss, error);
    std::uint64_t descriptor;
    RC_TRY_STEP(read_descriptor(ldtr.selector, 0, descriptor, kInvalidTss));
    const SegmentRegister local = segment_of(ldtr.selector, descriptor);
    if (local.type() != kLdt || !local.has(SegmentRegister::kPresent)) {
      return raise(kInvalidTss, error);
    }
    ldtr = local;
  }
  if (virtual_8086()) {
    for (unsigned i = 0; i < 6; ++i) found[i] = real_segment(segment[i].selector, 3);
  } else {
    SegmentRegister each;
    RC_TRY_STEP(task_code(0, each));
    found[kCs] = each;
    RC_TRY_STEP(find_stack(segment[kSs].selector, cpl, kInvalidTss, 0, each));
    RC_TRY_STEP(mark_accessed(each, 0));
    found[kSs] = each;
    for (const unsigned i : {kDs, kEs, kFs, kGs}) {
      RC_TRY_STEP(find_data(segment[i].selector, 0, each, kInvalidTss));
      RC_TRY_STEP(mark_accessed(each, 0));
      found[i] = each;
    }
  }
  if (event.has_error) {
    Stack stack(*this, found[kSs], reg[4], found[kSs].selector & ~3u, 0, 0);
    RC_TRY_STEP(stack.push(event.error, layout_of(tr).bytes));
    esp = stack.esp();
  }
  return Step::next;
}

// The second part. The registers name segments that are not loaded yet. A fault is one of the new task
// and finds loaded what was good before it: code and stack, when a data segment is bad.
Step Core::Impl::load_task_segments() {
  std::array<SegmentRegister, 6> found = segment;
  std::uint32_t esp = reg[4];
  set_privilege(virtual_8086() ? 3u : segment[kCs].selector & 3u);
  mem.set_user_mode(false);
  const Step step = find_task_segments(found, esp);
  if (step == Step::retry || step == Step::restart) return step;
  segment = found;
  segments_changed();
  reg[4] = esp;
  set_privilege(cpl);
  const std::uint32_t offset = eip;
  eip = code_base() + offset;
  if (step != Step::next) return step;
  if (!segment[kCs].holds(offset, 1) || virtual_interrupt_waits())
    return raise(kGeneralProtection, 0);
  return Step::next;
}

}  // namespace rc::cpu
