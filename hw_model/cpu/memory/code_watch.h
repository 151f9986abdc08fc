// Which memory holds code that the executor has decoded, so that every change of it is reported.
// Bookkeeping of the simulator without a counterpart in silicon: takes no cycle.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <unordered_map>

#include "hw_model/cpu/memory/cache.h"
#include "hw_model/cpu/memory/zeroed_array.h"

namespace rc::cpu {

class CodeWatch {
 public:
  CodeWatch() : pages_((1u << 20) / 64) {}

  void clear() {
    if (unused_) return;
    unused_ = true;
    std::fill(pages_.begin(), pages_.end(), 0);
    holders_.fill(false);
    seen_.clear();
  }

  void mark(std::uint32_t paddr, bool holds_code) {
    const std::uint32_t page = paddr >> 12;
    const std::uint64_t bit = std::uint64_t{1} << (page & 63);
    if (holds_code) {
      unused_ = false;
      pages_[page >> 6] |= bit;
      fetched(paddr);
    } else {
      pages_[page >> 6] &= ~bit;
      for (std::uint32_t i = 0; i < 4096; i += kLineBytes) seen_.erase((page << 12) + i);
    }
  }
  bool marked(std::uint32_t paddr) const {
    return (pages_[paddr >> 18] >> ((paddr >> 12) & 63)) & 1;
  }

  // A line of this page entered the instruction cache or a fetch buffer.
  void fetched(std::uint32_t paddr) {
    unused_ = false;
    holders_[paddr >> 12 & 4095] = true;
  }
  // False: the page is not marked, and neither the instruction cache nor a fetch buffer has any of
  // it. Nearly every store can stop asking here.
  bool may_hold_code(std::uint32_t paddr) const { return holders_[paddr >> 12 & 4095]; }

  // The decoder has seen this line.
  void remember(std::uint32_t paddr, const std::uint8_t* line) {
    unused_ = false;
    std::memcpy(seen_[line_of(paddr)].data(), line, kLineBytes);
  }
  // What is known of [first, end), which holds code and lies in one page.
  template <class Archive>
  void archive(Archive& archive, std::uint32_t first, std::uint32_t end) {
    if (archive.loading()) mark(first, true);
    for (std::uint32_t line = line_of(first); line < end; line += kLineBytes) {
      const auto known = seen_.find(line);
      bool seen = known != seen_.end();
      archive(seen);
      if (seen) archive(known != seen_.end() ? known->second : seen_[line]);
    }
  }

  // A line enters the instruction cache: report(first byte, bytes) for every range that differs
  // from what the decoder saw. Not for the whole line: the core's own stores were reported when
  // they happened, and must not invalidate unchanged code beside them.
  template <class F>
  void compare(std::uint32_t paddr, const std::uint8_t* line, F report) {
    const auto seen = seen_.find(line_of(paddr));
    if (seen == seen_.end() || std::memcmp(seen->second.data(), line, kLineBytes) == 0) return;
    const std::array<std::uint8_t, kLineBytes> old = seen->second;
    std::memcpy(seen->second.data(), line, kLineBytes);
    for (std::uint32_t first = 0; first < kLineBytes; ++first) {
      if (old[first] == line[first]) continue;
      std::uint32_t end = first + 1;
      while (end < kLineBytes && old[end] != line[end]) ++end;
      report(line_of(paddr) + first, end - first);
      first = end;
    }
  }

 private:
  ZeroedArray<std::uint64_t> pages_;  // one bit per physical page
  bool unused_ = true;                // since clear()
  std::array<bool, 4096> holders_{};  // pages 16 MB apart share one; never cleared one by one
  std::unordered_map<std::uint32_t, std::array<std::uint8_t, kLineBytes>> seen_;
};

}  // namespace rc::cpu
