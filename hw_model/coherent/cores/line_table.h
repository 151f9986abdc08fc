// SPDX-License-Identifier: Apache-2.0
// What is known of each line, by its number: a hash table without removal, whose values stay where
// they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "hw_model/coherent/cores/access.h"

namespace rc::coherent {

template <class Value>
class LineTable {
 public:
  LineTable() : slots_(kLeast) {}

  // A new one if there is none. The reference stays valid.
  Value& operator[](Line line) {
    Slot* slot = &slots_[place(line)];
    if (slot->value != nullptr) return *slot->value;
    if (2 * (values_.size() + 1) > slots_.size()) {
      grow();
      slot = &slots_[place(line)];
    }
    *slot = {line, &values_.emplace_back()};
    return *slot->value;
  }
  // Null if there is none.
  const Value* find(Line line) const { return slots_[place(line)].value; }

 private:
  static constexpr std::size_t kLeast = 64;  // a power of two
  struct Slot {
    Line line = 0;
    Value* value = nullptr;
  };

  // Where the line is, or would be.
  std::size_t place(Line line) const {
    const std::size_t mask = slots_.size() - 1;
    // Multiplied by 2^64 / golden ratio: neighbours and powers of two spread.
    std::size_t at = (line * 0x9e3779b97f4a7c15u >> 32) & mask;
    while (slots_[at].value != nullptr && slots_[at].line != line) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
    for (const Slot& slot : old)
      if (slot.value != nullptr) slots_[place(slot.line)] = slot;
  }

  std::vector<Slot> slots_;  // at most half of them taken
  std::deque<Value> values_;
};

}  // namespace rc::coherent
