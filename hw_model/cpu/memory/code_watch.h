// SPDX-License-Identifier: Apache-2.0
// Which memory holds code that the executor has decoded, so that every change of it is reported.
// Bookkeeping of the simulator without a counterpart in silicon: takes no cycle.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "hw_model/cpu/memory/cache.h"

namespace rc::cpu {

class CodeWatch {
 public:
  void clear() {
    if (unused_) return;
    unused_ = true;
    holders_.fill(false);
    pages_.clear();
    slots_.fill(nullptr);
  }

  void mark(std::uint32_t paddr, bool holds_code) {
    if (holds_code) {
      fetched(paddr);
      page_of(paddr).marked = true;
    } else if (Page* const known = find(paddr)) {
      known->marked = false;
      known->lines.reset();
    }
  }
  bool marked(std::uint32_t paddr) const {
    const Page* const known = find(paddr);
    return known != nullptr && known->marked;
  }

  // A line of this page entered the instruction cache or a fetch buffer.
  void fetched(std::uint32_t paddr) {
    unused_ = false;
    holders_[holder_of(paddr)] = true;
  }
  // False: the page is not marked, and neither the instruction cache nor a fetch buffer has any of
  // it. Nearly every store can stop asking here.
  bool may_hold_code(std::uint32_t paddr) const { return holders_[holder_of(paddr)]; }

  // The decoder has seen this line.
  void remember(std::uint32_t paddr, const std::uint8_t* line) {
    unused_ = false;
    Page& page = page_of(paddr);
    page.lines.set(line_in_page(paddr));
    std::memcpy(page.line(paddr), line, kLineBytes);
  }
  // What is known of [first, end), which holds code and lies in one page.
  template <class Archive>
  void archive(Archive& archive, std::uint32_t first, std::uint32_t end) {
    if (archive.loading()) mark(first, true);
    for (std::uint32_t line = line_of(first); line < end; line += kLineBytes) {
      const Page* const known = find(line);
      bool seen = known != nullptr && known->lines[line_in_page(line)];
      archive(seen);
      if (!seen) continue;
      std::array<std::uint8_t, kLineBytes> bytes{};
      if (!archive.loading()) std::memcpy(bytes.data(), known->line(line), kLineBytes);
      archive(bytes);
      if (archive.loading()) remember(line, bytes.data());
    }
  }

  // A line enters the instruction cache: report(first byte, bytes) for every range that differs
  // from what the decoder saw. Not for the whole line: the core's own stores were reported when
  // they happened, and must not invalidate unchanged code beside them.
  template <class F>
  void compare(std::uint32_t paddr, const std::uint8_t* line, F report) {
    Page* const known = find(paddr);
    if (known == nullptr || !known->lines[line_in_page(paddr)]) return;
    std::uint8_t* const seen = known->line(paddr);
    if (std::memcmp(seen, line, kLineBytes) == 0) return;
    std::array<std::uint8_t, kLineBytes> old;
    std::memcpy(old.data(), seen, kLineBytes);
    std::memcpy(seen, line, kLineBytes);
    for (std::uint32_t first = 0; first < kLineBytes; ++first) {
      if (old[first] == line[first]) continue;
      std::uint32_t end = first + 1;
      while (end < kLineBytes && old[end] != line[end]) ++end;
      report(line_of(paddr) + first, end - first);
      first = end;
    }
  }

 private:
  static constexpr std::uint32_t kPageBytes = 4096, kHolders = 4096, kSlots = 64;

  struct Page {
    std::uint32_t number;
    Page* next;  // in its slot
    bool marked = false;
    std::bitset<kPageBytes / kLineBytes> lines{};  // that the decoder has seen
    std::array<std::uint8_t, kPageBytes> bytes{};  // of these lines

    std::uint8_t* line(std::uint32_t paddr) { return &bytes[line_of(paddr) % kPageBytes]; }
    const std::uint8_t* line(std::uint32_t paddr) const {
      return &bytes[line_of(paddr) % kPageBytes];
    }
  };
  static std::uint32_t line_in_page(std::uint32_t paddr) { return paddr % kPageBytes / kLineBytes; }
  static std::uint32_t holder_of(std::uint32_t paddr) { return paddr / kPageBytes % kHolders; }

  Page* find(std::uint32_t paddr) const {
    Page* page = slots_[paddr / kPageBytes % kSlots];
    while (page != nullptr && page->number != paddr / kPageBytes) page = page->next;
    return page;
  }
  Page& page_of(std::uint32_t paddr) {
    if (Page* const known = find(paddr)) return *known;
    Page*& slot = slots_[paddr / kPageBytes % kSlots];
    slot = pages_.emplace_back(new Page{paddr / kPageBytes, slot}).get();
    return *slot;
  }

  bool unused_ = true;  // since clear()
  std::vector<std::unique_ptr<Page>> pages_;
  std::array<Page*, kSlots> slots_{};
  std::array<bool, kHolders> holders_{};  // pages 16 MB apart share one; never cleared one by one
};

}  // namespace rc::cpu
