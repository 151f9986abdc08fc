// SPDX-License-Identifier: Apache-2.0
// A translation look-aside buffer: 4 ways, first in first out within a set.
//
// Inaccuracy: the P54C replaces pseudo-LRU. With first in first out a hit changes no state, so the
// accesses that the L0 lookup table (l0_lookup_table.h) serves need not look here, and timing does
// not depend on whether they did. Of 96 misses of a barrier of 48 UEs, which polls 48 pages in turn,
// first in first out makes 99 and pseudo-LRU 94, if three more pages are used all the time.
//
// Errors: kernel::InputError if the number of entries is not 4 times a power of two.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/cpu/bus.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/state_image.h"

namespace rc::cpu {

constexpr std::uint32_t kPageBytes = 4096;
constexpr std::uint32_t page_of(std::uint32_t address) { return address & ~(kPageBytes - 1); }

class Tlb {
 public:
  struct alignas(16) Entry {  // a set is one line of the host's cache
    static constexpr std::uint32_t kNoPage = 1;

    std::uint32_t vpage = kNoPage;
    std::uint32_t ppage = 0;
    PageType type = PageType::write_back;
    bool user = false;
    bool writable = false;
    bool dirty = false;  // the page table entry's dirty bit is known to be set

    bool valid() const { return vpage != kNoPage; }

    template <class Archive>
    void archive(Archive& archive) {
      bool holds = valid();
      archive(vpage, ppage, type, holds, user, writable, dirty);
      if (!holds) vpage = kNoPage;
    }
  };

  Tlb(const std::string& name, std::uint32_t entries) : sets_(entries / kWays) {
    if (!std::has_single_bit(sets_) || sets_ * kWays != entries) {
      throw kernel::InputError(name + " must be 4 times a power of two, not " +
                               std::to_string(entries));
    }
    flush();
  }

  void flush() {
    entries_.assign(sets_ * kWays, Entry{});
    next_.assign(sets_, 0);
    ++changes_;
  }

  Entry* find(std::uint32_t vaddr) {
    return const_cast<Entry*>(static_cast<const Tlb*>(this)->find(vaddr));
  }
  const Entry* find(std::uint32_t vaddr) const {
    const Entry* set = &entries_[set_of(vaddr) * kWays];
    for (std::uint32_t way = 0; way < kWays; ++way) {
      if (set[way].vpage == page_of(vaddr)) return &set[way];
    }
    return nullptr;
  }

  // Where the translation of `vaddr` goes: its present entry, or the oldest of its set, still with
  // the old contents.
  Entry& place(std::uint32_t vaddr) {
    ++changes_;
    if (Entry* present = find(vaddr)) return *present;
    const std::uint32_t set = set_of(vaddr);
    Entry& oldest = entries_[set * kWays + next_[set]];
    next_[set] = static_cast<std::uint8_t>((next_[set] + 1) % kWays);
    return oldest;
  }

  void invalidate(std::uint32_t vaddr) {
    if (Entry* present = find(vaddr)) {
      *present = Entry{};
      ++changes_;
    }
  }

  // Of the same TLB with as many changes everything is the same.
  void append(kernel::StateImage& image) const { image.append(changes_); }
  template <class Archive>
  void archive(Archive& archive) {
    archive.fixed(entries_);
    archive.fixed(next_);
    archive.expect(std::ranges::all_of(next_, [](std::uint8_t way) { return way < kWays; }));
  }

 private:
  static constexpr std::uint32_t kWays = 4;
  std::uint32_t set_of(std::uint32_t vaddr) const { return (vaddr / kPageBytes) & (sets_ - 1); }

  std::uint32_t sets_;
  std::vector<Entry> entries_;
  std::vector<std::uint8_t> next_;
  std::uint64_t changes_ = 0;
};

}  // namespace rc::cpu
