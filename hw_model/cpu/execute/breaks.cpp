// SPDX-License-Identifier: Apache-2.0
// Breaks: which blocks are entered with a check before every instruction, and what stops there.
//
// A marked block says that its last issue group lies beyond every limit. So each entry takes the
// path with checks, which a run without breaks takes only near the limit, and nothing else is any
// slower. A core that stops between two instructions of one issue group has begun the second one,
// as far as interrupts and limits are concerned: they cannot come between.
#include <algorithm>

#include "hw_model/cpu/execute/core_impl.h"

namespace rc::cpu {

void Core::Impl::set_breaks(const BreakConditions& conditions) {
  breaks = Breaks{};
  breaks.on = conditions;
  std::sort(breaks.on.addresses.begin(), breaks.on.addresses.end());
  mem.watch_accesses(
      breaks.on.watches,
      [](void* context, std::uint32_t vaddr, bool write, kernel::Cycle cycle) {
        static_cast<Impl*>(context)->watched(vaddr, write, cycle);
      },
      this);
  mark_blocks();
}

void Core::Impl::mark_blocks() {
  blocks.for_each([this](Block& each) { mark(each); });
}

void Core::Impl::mark(Block& each) {
  if (!each.valid()) return;
  MicroOp* const first = each.ops();
  MicroOp* const end = first + each.op_count;
  bool marked = breaks.on.instructions != BreakConditions::kNever || breaks.stop_next;
  for (MicroOp* op = first; op != end && !marked; ++op) marked = breaks_here(op->eip);
  each.last_group = 0;
  for (MicroOp* op = first; op != end; ++op) {
    if (op->bits & kStartsGroup) each.last_group = op->offset;
  }
  if (marked) each.last_group = Block::kMarked;
}

bool Core::Impl::breaks_here(std::uint32_t address) const {
  return std::binary_search(breaks.on.addresses.begin(), breaks.on.addresses.end(), address);
}

// Whether the core stops before `op`, of a marked block.
bool Core::Impl::stops_before(const MicroOp& op) {
  if (op.code == Code::fetch || op.code == Code::fetch_more || op.code == Code::end_block) {
    return false;
  }
  const bool second = &op != block->ops() && (&op)[-1].code == Code::address16;
  if (second || repeating) return false;
  if (&op == breaks.passed) {
    breaks.passed = nullptr;
    return false;
  }
  using Reason = BreakReport::Reason;
  BreakReport& report = breaks.report;
  if (breaks.stop_next) {
    report.reason = Reason::watch;
  } else if (counters.instructions + op.number >= breaks.on.instructions) {
    report.reason = Reason::count;
  } else if (breaks_here(op.eip) && counts(clock.base + op.offset, false)) {
    report.reason = Reason::address;
  } else {
    return false;
  }
  breaks.standing = true;
  return true;
}

// Whether a hit of an address or a watch stops the core.
bool Core::Impl::counts(kernel::Cycle cycle, bool watch) {
  BreakReport& report = breaks.report;
  ++report.hits;
  report.last_hit = cycle;
  report.last_was_watch = watch;
  if (breaks.on.count_only) return false;
  if (breaks.on.ignore == 0) return true;
  --breaks.on.ignore;
  return false;
}

// Stops before the next instruction.
void Core::Impl::watched(std::uint32_t vaddr, bool write, kernel::Cycle cycle) {
  if (breaks.stop_next || !counts(cycle, true)) return;
  breaks.report.watched = vaddr;
  breaks.report.write = write;
  breaks.stop_next = true;
  mark_blocks();
}

void Core::Impl::pass_break() {
  breaks.passed = started ? nullptr : resume;
  breaks.report = BreakReport{};
  breaks.standing = false;
  if (!breaks.stop_next) return;
  breaks.stop_next = false;
  mark_blocks();
}

}  // namespace rc::cpu
