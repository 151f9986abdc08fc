// SPDX-License-Identifier: Apache-2.0
#include "hw_model/cpu/timing/timing.h"

#include <algorithm>
#include <utility>

namespace rc::cpu {
namespace {

constexpr std::uint8_t kEspBit = 1u << 4;

// Clocks of a pair whose members take 1 (register), 2 (load) or 3 (load and store) clocks alone.
// Source: [M] in the P54C facts: RM/RM 2, RM/RMW 4, RMW/RM 3, RMW/RMW 5.
std::uint32_t pair_cycles(std::uint32_t u, std::uint32_t v) {
  constexpr std::uint8_t table[3][3] = {{1, 2, 3}, {2, 2, 4}, {3, 3, 5}};
  if (u > 3 || v > 3) return std::max(u, v);
  return table[u - 1][v - 1];
}

}  // namespace

bool Scheduler::pairs(const IssueInfo& v) const {
  if (!open_) return false;
  if (v.cost.pair != Pair::uv && v.cost.pair != Pair::pv) return false;
  if (v.prefixes != 0 || v.displacement_and_immediate) return false;
  if (v.x87 != u_.x87 && v.x87) return false;  // FXCH pairs with an x87 instruction only
  if (v.x87 && v.x87_exchange == 0) return false;
  if (u_.x87 && !v.x87) return false;
  if (u_.writes & (v.reads | v.writes | v.address) & ~(u_.stack && v.stack ? kEspBit : 0)) {
    return false;
  }
  if (u_.stack && !v.stack && ((v.reads | v.writes | v.address) & kEspBit)) return false;
  if (u_.writes_flags && v.reads_flags && !v.branch) return false;
  return (v.address & previous_writes_) == 0;
}

std::uint32_t Scheduler::x87_ready(const IssueInfo& info) const {
  std::uint32_t ready = 0;
  for (unsigned i = 0; i < 8; ++i) {
    if (info.x87_reads >> i & 1) ready = std::max(ready, x87_ready_[i]);
  }
  return ready;
}

void Scheduler::x87_retire(const IssueInfo& info, std::uint32_t start) {
  if (info.x87_push) {
    std::rotate(x87_ready_.begin(), x87_ready_.end() - 1, x87_ready_.end());
    x87_ready_[0] = 0;
  }
  if (info.x87_exchange) std::swap(x87_ready_[0], x87_ready_[info.x87_exchange]);
  for (unsigned i = 0; i < 8; ++i) {
    if (info.x87_writes >> i & 1) x87_ready_[i] = start + info.x87_latency;
  }
  for (unsigned i = 0; i < info.x87_pop; ++i) {
    std::rotate(x87_ready_.begin(), x87_ready_.begin() + 1, x87_ready_.end());
  }
}

Scheduler::Slot Scheduler::issue(const IssueInfo& next) {
  if (pairs(next)) {
    const bool conflict = u_.memory && next.memory && u_.memory_key == next.memory_key &&
                          ((u_.displacement ^ next.displacement) & 0x1c) == 0;
    group_cycles_ = pair_cycles(group_cycles_, next.cost.cycles) + conflict;
    group_writes_ |= next.writes;
    open_ = false;
    if (next.x87) x87_retire(next, group_start_);
    return {group_start_, false, true};
  }
  const std::uint32_t earliest = end();
  const bool address_stall = (next.address & group_writes_) != 0;
  std::uint32_t start = earliest + std::max<std::uint32_t>(next.prefixes, address_stall);
  if (next.x87) start = std::max(start, x87_ready(next));
  previous_writes_ = start == earliest ? group_writes_ : 0;
  group_start_ = start;
  group_cycles_ = next.cost.cycles;
  group_writes_ = next.writes;
  u_ = next;
  open_ = (next.cost.pair == Pair::uv || next.cost.pair == Pair::pu) && !next.branch &&
          !next.displacement_and_immediate;
  if (next.x87) x87_retire(next, start);
  return {start, true, false};
}

}  // namespace rc::cpu
