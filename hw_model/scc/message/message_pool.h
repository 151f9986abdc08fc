// SPDX-License-Identifier: Apache-2.0
// Messages under way inside one block. They are built once and stay where they are; queues hold
// their slots.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw_model/scc/message/message.h"

namespace rc::scc {

class MessagePool {
 public:
  using Slot = std::uint32_t;

  // A slot with whatever message it had before. References to other slots stay valid.
  Slot take() { return unused_ == 0 ? add() : free_[--unused_]; }
  void release(Slot slot) { free_[unused_++] = slot; }

  Message& operator[](Slot slot) { return (*blocks_[slot / kBlock])[slot % kBlock]; }
  const Message& operator[](Slot slot) const { return (*blocks_[slot / kBlock])[slot % kBlock]; }
  Slot size() const { return size_; }
  // Whether `slot` is a taken one; for checks.
  bool holds(Slot slot) const {
    return slot < size_ &&
           std::find(free_.begin(), free_.begin() + unused_, slot) == free_.begin() + unused_;
  }
  // Slots that are taken.
  std::size_t taken() const { return size_ - unused_; }
  template <class Archive>
  void archive(Archive& archive) {
    std::vector<Message> messages;
    for (Slot slot = 0; slot < size_; ++slot) messages.push_back((*this)[slot]);
    std::vector<Slot> free(free_.begin(), free_.begin() + unused_);
    archive(messages, free);
    archive.expect(free.size() <= messages.size());
    std::vector<bool> taken(messages.size(), true);
    for (const Slot slot : free) {
      archive.expect(slot < messages.size() && taken[slot]);
      if (slot < taken.size()) taken[slot] = false;
    }
    if (!archive.loading()) return;
    size_ = unused_ = 0;
    for (const Message& message : messages) (*this)[add()] = message;
    for (const Slot slot : free) release(slot);
  }

 private:
  static constexpr Slot kBlock = 64;

  Slot add() {
    if (size_ / kBlock == blocks_.size())
      blocks_.push_back(std::make_unique<std::array<Message, kBlock>>());
    free_.resize(size_ + 1);
    return size_++;
  }

  std::vector<std::unique_ptr<std::array<Message, kBlock>>> blocks_;
  Slot size_ = 0;
  Slot unused_ = 0;
  std::vector<Slot> free_;  // the first unused_ ones; there is room for all
};

}  // namespace rc::scc
