// SPDX-License-Identifier: Apache-2.0
// An image of state as bytes, for the question whether two states are the same. It is recorded
// once; later states are compared with it as they are listed, without a copy, and whoever lists
// them may stop at the first difference.
//
// Every box with such state has a function that appends what decides its future, in a fixed order,
// with times relative to the present.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace rc::kernel {

class StateImage {
 public:
  // From now on append() records, from the beginning.
  void record() {
    comparing_ = differs_ = false;
    size_ = 0;
  }
  // From now on append() compares with what was recorded, from the beginning.
  void compare() {
    comparing_ = true;
    differs_ = false;
    position_ = 0;
  }

  template <class T>
  void append(const T& value) {
    static_assert(std::has_unique_object_representations_v<T>);
    // Of a size that the compiler knows: a few instructions instead of a call.
    comparing_ ? compare(&value, sizeof value) : append(&value, sizeof value);
  }
  void append(const void* data, std::size_t bytes) {
    if (comparing_) return compare(data, bytes);
    if (bytes > bytes_.size() - size_) bytes_.resize(2 * (size_ + bytes));
    std::memcpy(bytes_.data() + size_, data, bytes);
    size_ += bytes;
  }

  // `bytes` that are the same as before as long as `changes` is: then they need no comparison.
  void append_changing(std::uint64_t changes, const void* data, std::size_t bytes) {
    if (!comparing_) {
      append(changes);
    } else if (!differs_) {
      const std::size_t left = size_ - position_;
      differs_ = left < sizeof changes || left - sizeof changes < bytes;
      if (differs_) return;
      std::uint64_t recorded;
      std::memcpy(&recorded, bytes_.data() + position_, sizeof recorded);
      position_ += sizeof recorded;
      if (recorded == changes) {
        position_ += bytes;
        return;
      }
    }
    append(data, bytes);
  }

  // Comparing: a difference was found; nothing that is appended now is looked at.
  bool differs() const { return differs_; }
  // Comparing: everything was appended, and all of it is as recorded.
  bool same() const { return !differs_ && position_ == size_; }

  friend bool operator==(const StateImage& a, const StateImage& b) {
    return a.size_ == b.size_ && std::memcmp(a.bytes_.data(), b.bytes_.data(), a.size_) == 0;
  }

 private:
  [[gnu::always_inline]] void compare(const void* data, std::size_t bytes) {
    if (differs_) return;
    differs_ =
        bytes > size_ - position_ || std::memcmp(bytes_.data() + position_, data, bytes) != 0;
    position_ += bytes;
  }

  std::vector<std::uint8_t> bytes_ = std::vector<std::uint8_t>(64);
  std::size_t size_ = 0;      // recorded
  std::size_t position_ = 0;  // compared
  bool comparing_ = false;
  bool differs_ = false;
};

}  // namespace rc::kernel
