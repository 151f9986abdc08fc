// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/core_profile.h"

#include <algorithm>

namespace rc::sim::observe {
namespace {

std::uint64_t pair_key(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

std::uint64_t stalls(const Events& e) {
  return e[kFetchStall] + e[kL2Stall] + e[kReadStall] + e[kWriteStall] + e[kHalted];
}

}  // namespace

// Blocks are decoded anew now and then; the same instructions keep their number.
std::uint32_t CoreProfile::describe(std::span<const cpu::CoreObserver::Instruction> block) {
  const std::uint64_t key =
      pair_key(block.front().eip, block.back().eip) * 31 + block.back().offset;
  const auto next = static_cast<std::uint32_t>(blocks_.size());
  const auto [known, is_new] = numbers_.emplace(key, next);
  if (is_new) blocks_.push_back({{block.begin(), block.end()}, {}});
  return known->second;
}

void CoreProfile::charge(std::uint32_t eip, const Events& what) {
  Site& site = sites_[eip];
  site_watch_.changes(site);
  add(site.sum, what);
}

void CoreProfile::used_bus(std::uint32_t eip, Event event) {
  if (paused_) return;
  Events one{};
  one[event] = 1;
  charge(eip != 0 ? eip : last_site_, one);
  ++mark_[event];
}

void CoreProfile::spent(std::uint32_t eip, const Events& now) {
  last_site_ = eip;
  Events what = difference(now, mark_);
  // Both are counted block by block.
  what[kInstructions] = what[kMispredicts] = 0;
  if (what == Events{}) return;
  charge(eip, what);
  add(mark_, what);
}

void CoreProfile::fetched(std::uint32_t eip, const Events& now) {
  const Events what = difference(now, mark_);
  if (const std::uint64_t own = what[kCycles] - stalls(what);
      own != 0 || what[kInstructions] != 0) {
    leave_block(own, now[kInstructions], now[kMispredicts]);
    --block_->sums.sum[kBlockEntries];  // entered() counts it
  }
  const std::uint32_t last = last_site_;
  spent(eip, now);
  if (what == Events{}) last_site_ = last;  // nothing was fetched: the core only stopped here
}

void CoreProfile::pause(std::uint32_t eip, const Events& now) {
  const Events what = difference(now, mark_);
  leave_block(what[kCycles] - stalls(what), now[kInstructions], now[kMispredicts]);
  spent(eip, now);
  paused_ = true;
}

void CoreProfile::finish(const Events& now) {
  if (!paused_) {
    spent(block_->text.empty() ? 0 : block_->text.back().eip, now);
    leave_block(0, now[kInstructions], now[kMispredicts]);
  }
  while (!calls_.empty()) pop(now);
}

void CoreProfile::push(std::uint32_t site, std::uint32_t esp, kernel::Cycle since,
                       const Events& now) {
  const std::uint32_t callee = block_->text.front().eip;
  ++active_[callee];
  calls_.push_back({site, callee, esp, since, watching_, now});
}

void CoreProfile::pop(const Events& now) {
  const Frame& frame = calls_.back();
  Arc& arc = arcs_[pair_key(frame.site, frame.callee)];
  arc_watch_.changes(arc);
  const Events whole = difference(now, frame.begin);
  if (--active_[frame.callee] == 0)
    for (std::size_t i = 0; i < kEventCount; ++i) arc.sum[i] += whole[i];
  if (whole != Events{}) ++arc.sum[kCalls];  // else nothing of it counts
  calls_.pop_back();
}

void CoreProfile::watch(bool on) {
  watching_ = on;
  if (on) {
    block_watch_.begin();
    site_watch_.begin();
    arc_watch_.begin();
    for (Frame& frame : calls_) frame.in_watch = false;
  } else {
    block_watch_.end();
    site_watch_.end();
    arc_watch_.end();
  }
}

void CoreProfile::repeated(std::uint64_t periods, const Events& more) {
  for (Frame& frame : calls_)
    if (frame.in_watch) frame.since += more[kCycles];
  if (paused_) return;
  block_watch_.repeat(periods);
  site_watch_.repeat(periods);
  arc_watch_.repeat(periods);
  add(mark_, more);
  for (Frame& frame : calls_)
    if (frame.in_watch) add(frame.begin, more);
}

void CoreProfile::divide(const BlockPlace& block, std::map<std::uint32_t, Events>& into) {
  const auto& sum = block.sums.sum;
  if (block.text.empty()) return;
  const std::uint64_t entries = sum[kBlockEntries];
  std::uint64_t cycles = sum[kBlockCycles], issued = sum[kBlockIssued];
  for (std::size_t i = 0; i < block.text.size(); ++i) {
    const bool last = i + 1 == block.text.size();
    const std::uint64_t own =
        last ? cycles
             : std::min(cycles, entries * (block.text[i + 1].offset - block.text[i].offset));
    const std::uint64_t count = last ? issued : std::min(issued, entries);
    Events& at = into[block.text[i].eip];
    at[kCycles] += own;
    at[kInstructions] += count;
    if (last) at[kMispredicts] += sum[kBlockWrong];
    cycles -= own;
    issued -= count;
  }
}

std::map<std::uint32_t, Events> CoreProfile::instructions() const {
  std::map<std::uint32_t, Events> all;
  for (const BlockPlace& block : blocks_) divide(block, all);
  for (const auto& [eip, site] : sites_) add(all[eip], site.sum);
  // What came before the first block, the release from reset, goes to the entry.
  if (!blocks_[0].text.empty() || blocks_.size() < 2) return all;
  Events& first = all[blocks_[1].text.front().eip];
  first[kCycles] += blocks_[0].sums.sum[kBlockCycles];
  first[kInstructions] += blocks_[0].sums.sum[kBlockIssued];
  return all;
}

std::map<std::pair<std::uint32_t, std::uint32_t>, CallArc> CoreProfile::arcs() const {
  std::map<std::pair<std::uint32_t, std::uint32_t>, CallArc> all;
  for (const auto& [key, arc] : arcs_) {
    if (arc.sum[kCalls] == 0) continue;
    CallArc& to = all[{static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)}];
    to.calls = arc.sum[kCalls];
    std::copy_n(arc.sum.begin(), kEventCount, to.inclusive.begin());
  }
  return all;
}

}  // namespace rc::sim::observe
