// Messages under way inside one block. They are built once and stay where they are; queues hold
// their slots.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw_model/transaction/message.h"

namespace rc::tile {

class MessagePool {
 public:
  using Slot = std::uint32_t;

  // A slot with whatever message it had before. References to other slots stay valid.
  Slot take() {
    if (free_.empty()) return add();
    const Slot slot = free_.back();
    free_.pop_back();
    return slot;
  }
  void release(Slot slot) { free_.push_back(slot); }

  Message& operator[](Slot slot) { return (*blocks_[slot / kBlock])[slot % kBlock]; }
  const Message& operator[](Slot slot) const { return (*blocks_[slot / kBlock])[slot % kBlock]; }
  // Slots that are taken.
  std::size_t taken() const { return size_ - free_.size(); }
  template <class Archive>
  void archive(Archive& archive) {
    std::vector<Message> messages;
    for (Slot slot = 0; slot < size_; ++slot) messages.push_back((*this)[slot]);
    archive(messages, free_);
    if (!archive.loading()) return;
    size_ = 0;
    for (const Message& message : messages) (*this)[add()] = message;
  }

 private:
  static constexpr Slot kBlock = 64;

  Slot add() {
    if (size_ / kBlock == blocks_.size())
      blocks_.push_back(std::make_unique<std::array<Message, kBlock>>());
    return size_++;
  }

  std::vector<std::unique_ptr<std::array<Message, kBlock>>> blocks_;
  Slot size_ = 0;
  std::vector<Slot> free_;
};

}  // namespace rc::tile
