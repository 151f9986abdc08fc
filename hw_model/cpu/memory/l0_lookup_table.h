// SPDX-License-Identifier: Apache-2.0
// The L0 lookup table: finds the line of an L1 cache by virtual address, so that a hit takes a few
// host instructions. It has no counterpart in silicon. MemoryPath keeps it a subset of what TLB and
// cache would answer without a stall, a fault or a change of state other than the touch of the
// replacement tree, which the entry does itself. So its contents change no cycle and no value.
//
// An entry that is dropped during an instruction leaves a copy: if the instruction is retried, it
// must read the same value again (see replay_log.h).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "hw_model/cpu/memory/cache.h"

namespace rc::cpu {

class L0LookupTable {
 public:
  static constexpr std::uint32_t kSlots = 512;
  // Bit 4 is set in no tag an access can compare with (see tag_of).
  static constexpr std::uint32_t kNoTag = 0x10;

  struct alignas(32) Entry {
    std::uint32_t load_tag = kNoTag;   // virtual line address
    std::uint32_t store_tag = kNoTag;  // the same if a store may go straight to the line
    std::uintptr_t bias = 0;  // what a virtual address in the line lacks to that of its data
    std::uint8_t* tree = nullptr;
    std::uint8_t keep = 0, set = 0;
    std::uint32_t line = 0;  // index in the cache

    std::uint8_t* place(std::uint32_t vaddr) const {
      return reinterpret_cast<std::uint8_t*>(bias + vaddr);
    }
    // Precondition: load_tag is set.
    const std::uint8_t* data() const { return place(load_tag); }
    // Precondition: `line` and load_tag are set.
    void find_line(Cache& cache) {
      bias = reinterpret_cast<std::uintptr_t>(cache.data(line)) - load_tag;
      tree = cache.tree(line);
      keep = cache.keep(line);
      set = cache.set(line);
    }
    // As Cache::touch().
    void touch() const { *tree = static_cast<std::uint8_t>((*tree & keep) | set); }
  };
  static_assert(sizeof(Entry) == 32);
  using Entries = std::array<Entry, kSlots>;

  static const Entries& no_entries() { return kNoEntries; }

  explicit L0LookupTable(std::uint32_t lines) : slot_of_line_(lines, kNoSlot) {}

  static constexpr std::uint32_t slot_of(std::uint32_t vaddr) {
    return (vaddr / kLineBytes) & (kSlots - 1);
  }
  // entries[slot_of(vaddr)]. An entry is as large as a line, which makes its place one mask.
  static const Entry& entry(const Entries& entries, std::uint32_t vaddr) {
    static_assert(sizeof(Entry) == kLineBytes);
    const auto* const first = reinterpret_cast<const std::byte*>(entries.data());
    return *reinterpret_cast<const Entry*>(first + (vaddr & (kSlots - 1) * kLineBytes));
  }
  // Equal to an entry's tag only for an aligned access of `bytes` <= 8 to that line.
  static constexpr std::uint32_t tag_of(std::uint32_t vaddr, std::uint32_t bytes) {
    return vaddr & (~(kLineBytes - 1) | (bytes - 1));
  }

  const Entries& entries() const { return entries_; }

  void grant_load(std::uint32_t vaddr, Cache& cache, std::uint32_t line) {
    Entry& entry = entries_[slot_of(vaddr)];
    if (entry.load_tag == line_of(vaddr) && entry.line == line) return;
    drop(entry);
    drop_line(line);  // one alias only, so that drop_line() finds it
    slot_of_line_[line] = static_cast<std::uint16_t>(slot_of(vaddr));
    entry.load_tag = line_of(vaddr);
    entry.line = line;
    entry.find_line(cache);
  }
  void grant_store(std::uint32_t vaddr, Cache& cache, std::uint32_t line) {
    grant_load(vaddr, cache, line);
    const std::uint32_t slot = slot_of(vaddr);
    entries_[slot].store_tag = line_of(vaddr);
    for_stores_[slot / 64] |= std::uint64_t{1} << slot % 64;
  }

  // Stores to the line of `vaddr` may go straight to the write-combine buffer while it holds that
  // line. One line at a time.
  void grant_combining(std::uint32_t vaddr) { combine_tag_ = line_of(vaddr); }
  void deny_combining() { combine_tag_ = kNoTag; }
  bool may_combine(std::uint32_t vaddr, std::uint32_t bytes) const {
    return combine_tag_ == tag_of(vaddr, bytes);
  }

  // Stores to the line of `vaddr`, which is at `paddr`, may go straight to line `line` of L2, since
  // L1D lacks it. One line at a time, until L1D or L2 is filled.
  void grant_below(std::uint32_t vaddr, std::uint32_t paddr, std::uint32_t line) {
    below_ = {line_of(vaddr), line_of(paddr), line};
  }
  void deny_below() { below_.tag = kNoTag; }
  bool may_store_below(std::uint32_t vaddr, std::uint32_t bytes) const {
    return below_.tag == tag_of(vaddr, bytes);
  }
  // Of the line for which that is true.
  std::uint32_t paddr_below() const { return below_.paddr; }
  std::uint32_t line_below() const { return below_.line; }

  // The line of `vaddr` as the present instruction may have read it; null if it was not in the
  // table.
  const std::uint8_t* recall(std::uint32_t vaddr) const {
    for (const Copy& copy : copies_) {
      if (copy.tag == line_of(vaddr)) return copy.data.data();
    }
    const Entry& entry = entries_[slot_of(vaddr)];
    return entry.load_tag == line_of(vaddr) ? entry.data() : nullptr;
  }
  void forget_copies() { copies_.clear(); }

  void drop_line(std::uint32_t line) {
    if (slot_of_line_[line] != kNoSlot) drop(entries_[slot_of_line_[line]]);
  }
  // The same for a line that the present instruction has not read.
  void drop_unread_line(std::uint32_t line) {
    if (slot_of_line_[line] != kNoSlot) clear(entries_[slot_of_line_[line]]);
  }
  void drop_line_stores(std::uint32_t line) {
    if (slot_of_line_[line] != kNoSlot) entries_[slot_of_line_[line]].store_tag = kNoTag;
  }
  void drop_page(std::uint32_t vpage) {
    if (combine_tag_ / 4096 == vpage / 4096) deny_combining();
    if (below_.tag / 4096 == vpage / 4096) deny_below();
    const std::uint32_t first = slot_of(vpage);
    for (std::uint32_t i = 0; i < kLinesPerPage; ++i) {
      Entry& entry = entries_[first + i];
      if (entry.load_tag == vpage + i * kLineBytes) drop(entry);
    }
  }
  void drop_stores() {
    for (std::uint32_t word = 0; word < for_stores_.size(); ++word) {
      for (std::uint64_t bits = std::exchange(for_stores_[word], 0); bits != 0; bits &= bits - 1)
        entries_[64 * word + static_cast<unsigned>(std::countr_zero(bits))].store_tag = kNoTag;
    }
  }
  // For changes between instructions.
  void drop_all() {
    for (Entry& entry : entries_) drop(entry);
    forget_copies();
    deny_combining();
    deny_below();
  }

  // `cache`: the one whose lines it finds. An instruction that is retried reads again through it.
  template <class Archive>
  void archive(Archive& archive, Cache& cache) {
    for (Entry& entry : entries_) {
      archive(entry.load_tag, entry.store_tag, entry.line);
      archive.expect(entry.load_tag == kNoTag || entry.line < cache.lines());
      archive.expect(entry.store_tag == kNoTag || entry.store_tag == entry.load_tag);
      if (archive.loading() && entry.load_tag != kNoTag) entry.find_line(cache);
    }
    if (archive.loading()) for_stores_.fill(~std::uint64_t{0});
    archive.fixed(slot_of_line_);
    for (const std::uint16_t slot : slot_of_line_)
      archive.expect(slot == kNoSlot || slot < entries_.size());
    archive(copies_);
    if (!archive.loading()) return;
    deny_combining();
    deny_below();
  }

 private:
  static constexpr std::uint16_t kNoSlot = 0xFFFF;
  static constexpr std::uint32_t kLinesPerPage = 4096 / kLineBytes;

  struct Copy {
    std::uint32_t tag;
    std::array<std::uint8_t, kLineBytes> data;

    template <class Archive>
    void archive(Archive& archive) {
      archive(tag, data);
    }
  };

  struct Below {
    std::uint32_t tag = kNoTag, paddr = 0, line = 0;
  };

  void drop(Entry& entry) {
    if (entry.load_tag == kNoTag) return;
    Copy& copy = copies_.emplace_back();
    copy.tag = entry.load_tag;
    std::memcpy(copy.data.data(), entry.data(), kLineBytes);
    clear(entry);
  }
  void clear(Entry& entry) {
    slot_of_line_[entry.line] = kNoSlot;
    entry.load_tag = entry.store_tag = kNoTag;
  }

  static const Entries kNoEntries;

  std::vector<std::uint16_t> slot_of_line_;
  std::vector<Copy> copies_;
  std::uint32_t combine_tag_ = kNoTag;
  Below below_;
  std::array<std::uint64_t, kSlots / 64> for_stores_{};  // slots that may have a store tag, as bits
  Entries entries_{};
};

inline constexpr L0LookupTable::Entries L0LookupTable::kNoEntries{};

}  // namespace rc::cpu
