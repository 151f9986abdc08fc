// SPDX-License-Identifier: Apache-2.0
// Breaks: which blocks are entered with a check before every instruction, and what stops there.
//
// A marked block says that its last issue group lies beyond every limit. So each entry takes the
// path with checks, which a run without breaks takes only near the limit, and nothing else is any
// slower. A core that stops between two instructions of one issue group has begun the second one,
// as far as interrupts and limits are concerned: they cannot come between.
#include <algorithm>
#include <utility>

#include "hw_model/cpu/execute/core_impl.h"

namespace rc::cpu {

// An instruction under way may have accessed what is still watched.
void Core::Impl::set_breaks(const BreakConditions& conditions) {
  const Breaks::Access noted = breaks.noted;
  const bool asks_again = breaks.asks_again || (breaks.standing && started);
  breaks = Breaks{};
  breaks.on = conditions;
  breaks.noted = noted;
  breaks.asks_again = asks_again;
  breaks.everywhere = noted.made;
  std::sort(breaks.on.addresses.begin(), breaks.on.addresses.end());
  watch();
  mark_blocks();
}

void Core::Impl::mark_blocks() {
  blocks.for_each([this](Block& each) { mark(each); });
  if (block != nullptr) mark(*block);
}

void Core::Impl::mark(Block& each) {
  if (!each.valid()) return;
  MicroOp* const first = each.ops();
  MicroOp* const end = first + each.op_count;
  bool marked = breaks.on.instructions != BreakConditions::kNever || breaks.everywhere;
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

// Whether the present instruction accessed what is watched.
bool Core::Impl::watched_now() const {
  const Breaks::Access& noted = breaks.noted;
  return noted.made && std::ranges::any_of(breaks.on.watches, [&](const WatchedRange& each) {
           return noted.vaddr - each.first < each.bytes && (noted.write ? each.writes : each.reads);
         });
}

// Whether the core stops before `op`, of a marked block.
bool Core::Impl::stops_before(const MicroOp& op) {
  if (op.code == Code::fetch || op.code == Code::fetch_more || op.code == Code::end_block) {
    return false;
  }
  const bool second = &op != block->ops() && ((&op)[-1].code == Code::address16 ||
                                              (&op)[-1].code == Code::segment_address);
  if (second || repeating) return false;
  BreakReport report;
  report.instructions = counters.instructions + op.number;
  report.eip = op.eip;
  report.accessed = watched_now();
  report.counted = report.instructions >= breaks.on.instructions &&
                   op.eip - breaks.on.stay_first >= breaks.on.stay_bytes;
  report.at_address = breaks_here(op.eip);
  if (report.reason() != BreakReport::Reason::none) {
    report.cycle = clock.base + op.offset;
    report.paired = !(op.bits & kStartsGroup);
    report.watched = breaks.noted.vaddr;
    report.write = breaks.noted.write;
    report.outside = breaks.noted.outside;
    ++breaks.hits;
    const auto stops = breaks.on.stops;  // a copy: it may set other breaks and let the core go on
    if (!stops || stops(report)) {
      breaks.report = report;
      breaks.standing = true;
      return true;
    }
    if (report.counted) breaks.on.instructions = BreakConditions::kNever;
  }
  breaks.noted = {};
  return false;
}

// The core may stop before the next instruction.
void Core::Impl::watched(std::uint32_t vaddr, bool write) {
  debug_data(vaddr, write);
  const bool asked = std::ranges::any_of(
      breaks.on.watches, [&](const WatchedRange& each) { return vaddr - each.first < each.bytes; });
  if (!asked || breaks.noted.made) return;
  breaks.noted = {true, write, poking, vaddr};
  if (std::exchange(breaks.everywhere, true)) return;
  mark_blocks();
}

}  // namespace rc::cpu
