// SPDX-License-Identifier: Apache-2.0
// Watched ranges of virtual memory: MemoryPath reports accesses to them and keeps their lines out
// of the L0 lookup table, so that every access is seen. Takes no cycle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw_model/cpu/breaks.h"
#include "hw_model/cpu/memory/cache.h"
#include "hw_model/kernel/time.h"

namespace rc::cpu {

class AccessWatch {
 public:
  using Hook = void (*)(void* context, std::uint32_t vaddr, bool write, kernel::Cycle cycle);

  void set(std::vector<WatchedRange> ranges, Hook hook, void* context) {
    ranges_ = std::move(ranges);
    hook_ = hook;
    context_ = context;
  }
  const std::vector<WatchedRange>& ranges() const { return ranges_; }

  // Whether the line of `vaddr` has a watched byte.
  bool covers_line(std::uint32_t vaddr) const {
    if (ranges_.empty()) return false;
    return std::any_of(ranges_.begin(), ranges_.end(), [&](const WatchedRange& range) {
      return overlap(range, line_of(vaddr), kLineBytes);
    });
  }
  void accessed(std::uint32_t vaddr, std::uint32_t bytes, bool write, kernel::Cycle cycle) const {
    for (const WatchedRange& range : ranges_) {
      if (!(write ? range.writes : range.reads) || !overlap(range, vaddr, bytes)) continue;
      hook_(context_, std::max(vaddr, range.first), write, cycle);
    }
  }

 private:
  static bool overlap(const WatchedRange& range, std::uint32_t first, std::uint32_t bytes) {
    return range.first - first < bytes || first - range.first < range.bytes;
  }

  std::vector<WatchedRange> ranges_;
  Hook hook_ = nullptr;
  void* context_ = nullptr;
};

}  // namespace rc::cpu
