// Messages under way inside one block. They are built once and stay where they are; queues hold
// their slots.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "hw_model/transaction/message.h"

namespace rc::tile {

class MessagePool {
 public:
  using Slot = std::uint32_t;

  // A slot with whatever message it had before. References to other slots stay valid.
  Slot take() {
    if (free_.empty()) {
      messages_.emplace_back();
      return static_cast<Slot>(messages_.size() - 1);
    }
    const Slot slot = free_.back();
    free_.pop_back();
    return slot;
  }
  void release(Slot slot) { free_.push_back(slot); }

  Message& operator[](Slot slot) { return messages_[slot]; }
  const Message& operator[](Slot slot) const { return messages_[slot]; }
  // Slots that are taken.
  std::size_t taken() const { return messages_.size() - free_.size(); }
  template <class Archive>
  void archive(Archive& archive) {
    archive(messages_, free_);
  }

 private:
  std::deque<Message> messages_;
  std::vector<Slot> free_;
};

}  // namespace rc::tile
