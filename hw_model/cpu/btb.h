// Branch target buffer of the P54C: 256 entries, 4 ways, a 2-bit counter each; a branch enters it
// when it is taken for the first time. No return stack. Replacement is round robin in each set (the
// silicon's is not published). Source: Agner Fog, microarchitecture, "Branch prediction in P1".
//
// A branch is named by the address of the instruction after it: unique, and at hand everywhere.
#pragma once

#include <cstdint>
#include <vector>

namespace rc::cpu {

class BranchPredictor {
 public:
  static constexpr unsigned kWays = 4;

  struct Entry {
    std::uint32_t tag = 0;
    std::uint32_t target = 0;
    std::uint8_t counter = 0;  // 2 and 3 predict taken
    bool valid = false;
  };

  explicit BranchPredictor(std::uint32_t entries)
      : entries_(entries), next_way_(entries / kWays), set_mask_(entries / kWays - 1) {}

  void reset() {
    entries_.assign(entries_.size(), Entry{});
    next_way_.assign(next_way_.size(), 0);
  }

  // Predicts the branch, learns its outcome and tells whether the prediction was right. `hint` is
  // the entry in which the caller saw this branch last: it saves the search and decides nothing.
  bool branch(std::uint32_t after, bool taken, std::uint32_t target, std::uint16_t& hint) {
    Entry* entry = &entries_[hint];
    if (!(entry->valid && entry->tag == after)) [[unlikely]] {
      entry = find(after);
      if (!entry) {
        if (taken) hint = allocate(after, target);
        return !taken;
      }
      hint = static_cast<std::uint16_t>(entry - entries_.data());
    }
    const bool predicted = entry->counter >= 2;
    if (taken) {
      const bool right = predicted && entry->target == target;
      if (entry->counter < 3) ++entry->counter;
      entry->target = target;
      return right;
    }
    if (entry->counter > 0) --entry->counter;
    return !predicted;
  }

  void append_state(std::vector<std::uint8_t>& image) const {
    for (const Entry& entry : entries_) {
      if (!entry.valid) {
        image.push_back(0xff);
        continue;
      }
      image.push_back(entry.counter);
      for (unsigned i = 0; i < 4; ++i) {
        image.push_back(static_cast<std::uint8_t>(entry.tag >> (8 * i)));
        image.push_back(static_cast<std::uint8_t>(entry.target >> (8 * i)));
      }
    }
    image.insert(image.end(), next_way_.begin(), next_way_.end());
  }

 private:
  Entry* find(std::uint32_t after) {
    Entry* set = &entries_[(after & set_mask_) * kWays];
    for (unsigned way = 0; way < kWays; ++way) {
      if (set[way].valid && set[way].tag == after) return &set[way];
    }
    return nullptr;
  }
  std::uint16_t allocate(std::uint32_t after, std::uint32_t target) {
    const std::uint32_t set = after & set_mask_;
    std::uint8_t& way = next_way_[set];
    const std::uint32_t slot = set * kWays + way;
    way = static_cast<std::uint8_t>((way + 1) % kWays);
    entries_[slot] = {after, target, 3, true};
    return static_cast<std::uint16_t>(slot);
  }

  std::vector<Entry> entries_;
  std::vector<std::uint8_t> next_way_;
  std::uint32_t set_mask_;
};

}  // namespace rc::cpu
