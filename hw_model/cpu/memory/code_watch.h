// Which memory holds code that the executor has decoded, so that every change of it is reported.
// Bookkeeping of the simulator without a counterpart in silicon: takes no cycle.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

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
    slots_.fill(nullptr);
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
      if (SeenPage* const known = find(paddr)) known->lines.reset();
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
    SeenPage* known = find(paddr);
    if (known == nullptr) {
      SeenPage*& slot = slot_of(paddr);
      known = seen_.emplace_back(new SeenPage{paddr >> 12, slot, {}, {}}).get();
      slot = known;
    }
    known->lines.set(line_in_page(paddr));
    std::memcpy(known->line(paddr), line, kLineBytes);
  }
  // What is known of [first, end), which holds code and lies in one page.
  template <class Archive>
  void archive(Archive& archive, std::uint32_t first, std::uint32_t end) {
    if (archive.loading()) mark(first, true);
    for (std::uint32_t line = line_of(first); line < end; line += kLineBytes) {
      const SeenPage* const known = find(line);
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
    SeenPage* const known = find(paddr);
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
  // Of a page, the lines that the decoder has seen, and what they held.
  struct SeenPage {
    std::uint32_t number;
    SeenPage* next;  // in its slot
    std::bitset<4096 / kLineBytes> lines;
    std::array<std::uint8_t, 4096> bytes;

    std::uint8_t* line(std::uint32_t paddr) { return &bytes[line_of(paddr) % 4096]; }
    const std::uint8_t* line(std::uint32_t paddr) const { return &bytes[line_of(paddr) % 4096]; }
  };
  static std::uint32_t line_in_page(std::uint32_t paddr) { return paddr % 4096 / kLineBytes; }

  SeenPage*& slot_of(std::uint32_t paddr) { return slots_[(paddr >> 12) % kSlots]; }
  SeenPage* find(std::uint32_t paddr) const {
    SeenPage* page = slots_[(paddr >> 12) % kSlots];
    while (page != nullptr && page->number != paddr >> 12) page = page->next;
    return page;
  }

  static constexpr std::uint32_t kSlots = 64;
  ZeroedArray<std::uint64_t> pages_;  // one bit per physical page
  bool unused_ = true;                // since clear()
  std::array<bool, 4096> holders_{};  // pages 16 MB apart share one; never cleared one by one
  std::vector<std::unique_ptr<SeenPage>> seen_;
  std::array<SeenPage*, kSlots> slots_{};
};

}  // namespace rc::cpu
