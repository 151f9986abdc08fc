// SPDX-License-Identifier: Apache-2.0
// Branch target buffer of the P54C: 256 entries, 4 ways, a 2-bit counter each; a branch enters it
// when it is taken for the first time. No return stack. Replacement is round robin in each set (the
// silicon's is not published). Source: Agner Fog, microarchitecture, "Branch prediction in P1".
//
// A branch is identified by the address of the instruction after it.
//
// Errors: kernel::InputError if the number of entries is not 4 times a power of two.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/state_image.h"

namespace rc::cpu {

class BranchPredictor {
 public:
  static constexpr unsigned kWays = 4;

  struct alignas(16) Entry {
    std::uint32_t tag = 0;  // 0: empty; no branch ends at address 0
    std::uint32_t target = 0;
    std::uint32_t counter = 0;  // 2 and 3 predict taken
    std::uint32_t unused = 0;   // entries are compared as bytes

    template <class Archive>
    void archive(Archive& archive) {
      archive(tag, target, counter);
    }
  };

  explicit BranchPredictor(std::uint32_t entries)
      : entries_(checked(entries)), next_way_(entries / kWays), set_mask_(entries / kWays - 1) {}

  // Numbers that a branch may have as its slot.
  std::uint32_t slots() const { return static_cast<std::uint32_t>(entries_.size()); }

  void reset() {
    ++changes_;
    entries_.assign(entries_.size(), Entry{});
    next_way_.assign(next_way_.size(), 0);
  }

  // Whether branch() of this outcome would answer "right" and change nothing, as nearly always: the
  // counter is at its end, or the branch is not in the buffer and not taken.
  template <bool kTaken>
  [[gnu::always_inline]] bool settled(std::uint32_t after, std::uint32_t target, std::uint16_t slot,
                                      std::uint32_t absent_at) const {
    const Entry& entry = entries_[slot];
    if (entry.tag != after) [[unlikely]]
      return !kTaken && absent_at == allocations_;
    if (kTaken && entry.target != target) [[unlikely]]
      return false;
    return entry.counter == (kTaken ? 3u : 0u);
  }

  // Predicts the branch, learns its outcome and returns whether the prediction was right. The
  // caller keeps `slot` and `absent_at` for each branch: its last entry, and the number of
  // allocations when it last had none. They save searches and change no result.
  [[gnu::always_inline]] bool branch(std::uint32_t after, bool taken, std::uint32_t target,
                                     std::uint16_t& slot, std::uint32_t& absent_at) {
    ++changes_;
    Entry& entry = entries_[slot];
    if (entry.tag != after) [[unlikely]] {
      if (!taken && absent_at == allocations_) return true;
      return search(after, taken, target, slot, absent_at);
    }
    return known(entry, taken, target);
  }

  void append_state(kernel::StateImage& image) const {
    image.append_changing(changes_, entries_.data(), entries_.size() * sizeof(Entry));
    image.append(next_way_.data(), next_way_.size());
  }
  template <class Archive>
  void archive(Archive& archive) {
    archive.fixed(entries_);
    archive.fixed(next_way_);
    archive.expect(std::ranges::all_of(next_way_, [](std::uint8_t way) { return way < kWays; }));
    archive(allocations_);
    ++changes_;
  }

 private:
  static std::uint32_t checked(std::uint32_t entries) {
    if (std::has_single_bit(entries) && entries >= kWays) return entries;
    throw kernel::InputError("core.btb_entries = " + std::to_string(entries) +
                             ": expected 4 times a power of two");
  }

  // Branch-free: an unpredictable branch of the guest must not mispredict on the host as well.
  [[gnu::always_inline]] static bool known(Entry& entry, bool taken, std::uint32_t target) {
    const bool predicted = entry.counter >= 2;
    if (taken) {
      const bool right = predicted & (entry.target == target);
      entry.counter += entry.counter < 3;
      entry.target = target;
      return right;
    }
    entry.counter -= entry.counter > 0;
    return !predicted;
  }

  [[gnu::noinline]] bool search(std::uint32_t after, bool taken, std::uint32_t target,
                                std::uint16_t& slot, std::uint32_t& absent_at) {
    const std::uint32_t first = (after & set_mask_) * kWays;
    for (std::uint32_t i = first; i < first + kWays; ++i) {
      if (entries_[i].tag != after) continue;
      slot = static_cast<std::uint16_t>(i);
      return known(entries_[i], taken, target);
    }
    if (taken) slot = allocate(after, target);
    absent_at = allocations_;
    return !taken;
  }
  std::uint16_t allocate(std::uint32_t after, std::uint32_t target) {
    const std::uint32_t set = after & set_mask_;
    std::uint8_t& way = next_way_[set];
    const std::uint32_t slot = set * kWays + way;
    way = static_cast<std::uint8_t>((way + 1) % kWays);
    entries_[slot] = {after, target, 3, 0};
    ++allocations_;
    return static_cast<std::uint16_t>(slot);
  }

  std::vector<Entry> entries_;
  std::vector<std::uint8_t> next_way_;
  std::uint32_t set_mask_;
  std::uint32_t allocations_ = 0;
  std::uint64_t changes_ = 0;  // at most, of entries_
};

}  // namespace rc::cpu
