// Events in order of time; of equal times, in the order in which they were pushed. At most 2^32 at
// a time.
//
// Those of the next half microsecond lie in buckets of a nanosecond, each a short list in order:
// to push and to pop costs the same however many there are. What is farther away, or before what
// was popped last, lies in a heap.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw_model/kernel/time.h"

namespace rc::kernel {

template <class Event>
class EventQueue {
 public:
  EventQueue() { buckets_.fill({kNone, kNone}); }

  void push(Picos time, const Event& event) {
    const Key key{time.value, pushed_++, keep(event)};
    const std::uint64_t bucket = time.value >> kBucketBits;
    if (bucket - first_ < kBuckets) {
      insert(buckets_[bucket % kBuckets], key);
      full_[bucket % kBuckets / 64] |= std::uint64_t{1} << bucket % 64;
    } else {
      far_.push_back(key);
      std::push_heap(far_.begin(), far_.end(), later);
    }
    next_ = std::min(next_, time);
  }
  Picos next() const { return next_; }
  // Precondition: there is one.
  Event pop() {
    const std::size_t bucket = nearest();
    const bool near = bucket != kBuckets &&
                      (far_.empty() || later(far_.front(), nodes_[buckets_[bucket].first].key));
    const Key key = near ? nodes_[buckets_[bucket].first].key : far_.front();
    const std::uint32_t slot = key.slot;
    if (near) {
      buckets_[bucket].first = nodes_[slot].next;
      if (nodes_[slot].next == kNone) full_[bucket / 64] &= ~(std::uint64_t{1} << bucket % 64);
    } else {
      std::pop_heap(far_.begin(), far_.end(), later);
      far_.pop_back();
    }
    first_ = std::max(first_, key.time >> kBucketBits);
    find_next();
    nodes_[slot].next = unused_;
    unused_ = slot;
    return nodes_[slot].event;
  }

 private:
  static constexpr unsigned kBucketBits = 10;  // 1.024 ns
  static constexpr std::size_t kBuckets = 512;
  static constexpr std::size_t kWords = kBuckets / 64;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Key {
    std::uint64_t time;
    std::uint64_t order;
    std::uint32_t slot;
  };
  struct Node {
    Key key;
    std::uint32_t next;  // of the bucket, or of what is unused
    Event event;
  };
  struct Bucket {
    std::uint32_t first, last;  // valid if there is a first
  };

  static bool later(const Key& a, const Key& b) {
    return a.time != b.time ? a.time > b.time : a.order > b.order;
  }

  std::uint32_t keep(const Event& event) {
    if (unused_ == kNone) {
      nodes_.push_back({{}, kNone, event});
      return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    const std::uint32_t slot = unused_;
    unused_ = nodes_[slot].next;
    nodes_[slot].event = event;
    return slot;
  }

  // After all that are not later.
  void insert(Bucket& bucket, const Key& key) {
    Node& node = nodes_[key.slot];
    node.key = key;
    node.next = kNone;
    if (bucket.first == kNone) {
      bucket = {key.slot, key.slot};
    } else if (nodes_[bucket.last].key.time <= key.time) {
      nodes_[bucket.last].next = key.slot;
      bucket.last = key.slot;
    } else {
      std::uint32_t* at = &bucket.first;
      while (nodes_[*at].key.time <= key.time) at = &nodes_[*at].next;
      node.next = *at;
      *at = key.slot;
    }
  }

  // The bucket of the earliest event that is in one; kBuckets if none is. No bucket is before that
  // of first_, from which they go round.
  std::size_t nearest() const {
    const std::size_t from = first_ % kBuckets;
    const std::uint64_t head = full_[from / 64] >> from % 64 << from % 64;
    if (head != 0) return from / 64 * 64 + static_cast<std::size_t>(std::countr_zero(head));
    for (std::size_t i = 1; i <= kWords; ++i) {
      const std::size_t word = (from / 64 + i) % kWords;
      if (full_[word] != 0)
        return word * 64 + static_cast<std::size_t>(std::countr_zero(full_[word]));
    }
    return kBuckets;
  }
  void find_next() {
    const std::size_t bucket = nearest();
    next_ = bucket == kBuckets ? Picos::never() : Picos{nodes_[buckets_[bucket].first].key.time};
    if (!far_.empty()) next_ = std::min(next_, Picos{far_.front().time});
  }

  std::array<Bucket, kBuckets> buckets_;      // by time, modulo their number
  std::array<std::uint64_t, kWords> full_{};  // a bit for each that is not empty
  std::uint64_t first_ = 0;                   // bucket, not modulo, of what was popped last
  std::vector<Key> far_;                      // a heap
  std::vector<Node> nodes_;
  std::uint32_t unused_ = kNone;
  std::uint64_t pushed_ = 0;
  Picos next_ = Picos::never();
};

}  // namespace rc::kernel
