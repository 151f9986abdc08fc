// SPDX-License-Identifier: Apache-2.0
// The unbounded injection queue (FIFO) of a network interface. It keeps its memory, so that a
// packet costs no allocation.
#pragma once

#include <vector>

#include "hw_model/noc/packet.h"

namespace rc::noc {

class PacketQueue {
 public:
  std::size_t size() const { return packets_.size() - first_; }
  const Packet& front() const { return packets_[first_]; }
  const Packet& operator[](std::size_t i) const { return packets_[first_ + i]; }
  void push(const Packet& packet) { packets_.push_back(packet); }
  void pop() {
    ++first_;
    if (2 * first_ < packets_.size()) return;
    // At least half of the entries have left: the cost of moving the rest is spread over them.
    packets_.erase(packets_.begin(), packets_.begin() + static_cast<std::ptrdiff_t>(first_));
    first_ = 0;
  }

  template <class Archive>
  void archive(Archive& archive) {
    archive(packets_, first_);
    archive.expect(first_ <= packets_.size());
  }

 private:
  std::vector<Packet> packets_;
  std::size_t first_ = 0;
};

}  // namespace rc::noc
