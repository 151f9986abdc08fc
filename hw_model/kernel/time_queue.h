// SPDX-License-Identifier: Apache-2.0
// Numbered things, each due at a time, in order of that; of equal times, in an order that comes
// with them, and then as they were pushed. The unit of time is the user's: picoseconds for events
// (event_queue.h), cycles for the mesh.
//
// A few lie in a short sorted ring. More make it a calendar queue until it is empty again: the near
// future lies in a ring of buckets of 2^kBucketBits units, each a list in order, what is farther
// away in a heap until the ring reaches it. So push and pop cost the same however many there are.
// Numbers are small and each is there once at a time; they index the nodes of the lists.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rc::kernel {

template <class Value, std::size_t kBuckets, unsigned kBucketBits = 0>
class TimeQueue {
 public:
  using Number = std::uint32_t;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  struct Item {
    std::uint64_t time = 0, order = 0;
    Number number = 0;
    Value value{};

    template <class Archive>
    void archive(Archive& archive) {
      archive(time, order, number, value);
    }
  };

  TimeQueue() { buckets_.fill({kNone, kNone}); }

  // The time of the first one; kNever if there is none.
  std::uint64_t next() const { return next_; }
  // The only one, if there is no other; for a queue that is not empty.
  bool holds_one() const { return !many_ && few_ == 1; }
  Number one() const { return few(0).number; }
  // Of number `number`, the last time that it was pushed.
  const Value& value(Number number) const { return nodes_[number].value; }

  void push(Number number, std::uint64_t time, std::uint64_t order, const Value& value) {
    if (number >= nodes_.size()) nodes_.resize(number + 1);
    Node& node = nodes_[number];
    node.time = time;
    node.order = order;
    node.value = value;
    next_ = std::min(next_, time);
    if (!many_) {
      if (few_ != kFew) return push_few({time, order, number});
      spread();
    }
    push_many(time, number);
  }

  // Takes the first one out; there is one.
  Number pop() {
    if (!many_) return pop_few();
    Bucket& bucket = go_to_next();
    const Number number = bucket.first;
    bucket.first = nodes_[number].next;
    find_next(bucket);
    return number;
  }
  // Takes all with the time next() out, and calls use(number) for each, in order. It may push what
  // is due later.
  template <class Use>
  void take(Use&& use) {
    const std::uint64_t time = next_;
    if (!many_) {
      std::array<Number, kFew> due;
      std::size_t count = 0;
      do due[count++] = pop_few();
      while (next_ == time);
      for (std::size_t i = 0; i != count; ++i) use(due[i]);
      return;
    }
    Bucket& bucket = go_to_next();
    do {
      const Number number = bucket.first;
      bucket.first = nodes_[number].next;
      use(number);
    } while (bucket.first != kNone && nodes_[bucket.first].time == time);
    find_next(bucket);
  }
  // Calls use(number) for all with the time next(), in order.
  template <class Use>
  void look(Use&& use) {
    for (std::size_t i = 0; !many_ && i != few_ && few(i).time == next_; ++i) use(few(i).number);
    if (!many_) return;
    for (Number at = go_to_next().first; at != kNone && nodes_[at].time == next_;
         at = nodes_[at].next)
      use(at);
  }

  // In order.
  std::vector<Item> all() const {
    std::vector<Item> items;
    const auto add = [&](Number number) {
      const Node& node = nodes_[number];
      items.push_back({node.time, node.order, number, node.value});
    };
    for (std::size_t i = 0; !many_ && i != few_; ++i) add(few(i).number);
    for (std::uint64_t bucket = first_; many_ && bucket != first_ + kBuckets; ++bucket) {
      for (Number at = buckets_[bucket % kBuckets].first; at != kNone; at = nodes_[at].next)
        add(at);
    }
    const std::size_t near = items.size();
    for (const Number number : far_) add(number);
    std::sort(items.begin() + static_cast<std::ptrdiff_t>(near), items.end(),
              [](const Item& a, const Item& b) {
                return a.time != b.time ? a.time < b.time : a.order < b.order;
              });
    return items;
  }
  // All numbers are below `end`.
  template <class Archive>
  void archive(Archive& archive, std::size_t end) {
    std::vector<Item> items = all();
    archive(items);
    if (!archive.loading()) return;
    *this = TimeQueue();
    std::vector<bool> there(end);
    for (const Item& each : items) {
      archive.expect(each.number < end && !there[each.number] && each.time != kNever);
      there[each.number] = true;
      push(each.number, each.time, each.order, each.value);
    }
  }

 private:
  static constexpr std::size_t kFew = 8;
  static constexpr std::size_t kWords = kBuckets / 64;
  static_assert(kBuckets % 64 == 0 && kWords <= 64 && (kWords & (kWords - 1)) == 0);
  static constexpr Number kNone = ~Number{0};

  struct Node {
    std::uint64_t time = 0, order = 0;
    Number next = kNone;  // of its bucket
    [[no_unique_address]] Value value{};
  };
  // A list; `last` counts if there is a first.
  struct Bucket {
    Number first, last;
  };
  struct Few {
    std::uint64_t time, order;
    Number number;
  };
  template <class One, class Other>
  static bool before(const One& a, const Other& b) {
    return a.time != b.time ? a.time < b.time : a.order < b.order;
  }
  struct Later {
    const std::vector<Node>& nodes;
    bool operator()(Number a, Number b) const { return before(nodes[b], nodes[a]); }
  };

  Few& few(std::size_t i) { return ring_[(head_ + i) % kFew]; }
  const Few& few(std::size_t i) const { return ring_[(head_ + i) % kFew]; }
  void push_few(const Few& item) {
    std::size_t place = few_++;
    for (; place != 0 && before(item, few(place - 1)); --place) few(place) = few(place - 1);
    few(place) = item;
  }
  Number pop_few() {
    const Number number = few(0).number;
    ++head_;
    next_ = --few_ == 0 ? kNever : few(0).time;
    return number;
  }
  // Those in the short ring go to the buckets, which are empty.
  [[gnu::noinline]] void spread() {
    many_ = true;
    first_ = few(0).time >> kBucketBits;
    for (std::size_t i = 0; i != kFew; ++i) push_many(few(i).time, few(i).number);
    few_ = 0;
  }
  [[gnu::always_inline]] void push_many(std::uint64_t time, Number number) {
    const std::uint64_t bucket = time >> kBucketBits;
    if (bucket < first_ + kBuckets) {
      insert(std::max(bucket, first_), number);
    } else {
      push_far(number);
    }
  }
  [[gnu::noinline]] void push_far(Number number) {
    far_.push_back(number);
    std::push_heap(far_.begin(), far_.end(), Later{nodes_});
  }

  // Behind all that are not after it.
  [[gnu::always_inline]] void insert(std::uint64_t at, Number number) {
    const std::size_t place = at % kBuckets;
    Bucket& bucket = buckets_[place];
    Node& node = nodes_[number];
    node.next = kNone;
    if (bucket.first == kNone) {
      bucket = {number, number};
      words_[place / 64] |= std::uint64_t{1} << place % 64;
      full_words_ |= std::uint64_t{1} << place / 64;
    } else if (!before(node, nodes_[bucket.last])) {
      nodes_[bucket.last].next = number;
      bucket.last = number;
    } else {
      Number* link = &bucket.first;
      while (!before(node, nodes_[*link])) link = &nodes_[*link].next;
      node.next = *link;
      *link = number;
    }
  }

  // The ring begins with the bucket of next(), which is returned.
  Bucket& go_to_next() {
    const std::uint64_t bucket = next_ >> kBucketBits;
    if (bucket > first_) {
      first_ = bucket;
      if (!far_.empty()) fetch_far();
    }
    return buckets_[first_ % kBuckets];
  }
  // What the ring has reached.
  [[gnu::noinline]] void fetch_far() {
    while (!far_.empty() && nodes_[far_.front()].time >> kBucketBits < first_ + kBuckets) {
      std::pop_heap(far_.begin(), far_.end(), Later{nodes_});
      insert(nodes_[far_.back()].time >> kBucketBits, far_.back());
      far_.pop_back();
    }
  }

  // After something was taken out of the ring's first bucket.
  void find_next(const Bucket& bucket) {
    if (bucket.first != kNone) {
      next_ = nodes_[bucket.first].time;
      return;
    }
    const std::size_t place = first_ % kBuckets;
    if ((words_[place / 64] &= ~(std::uint64_t{1} << place % 64)) == 0)
      full_words_ &= ~(std::uint64_t{1} << place / 64);
    next_ = full_words_ != 0 ? nodes_[buckets_[nearest()].first].time
            : far_.empty()   ? kNever
                             : nodes_[far_.front()].time;
    many_ = next_ != kNever;
  }
  // The first bucket that is not empty, from first_ on, round the ring. There is one.
  std::size_t nearest() const {
    const std::size_t from = first_ % kBuckets, word = from / 64;
    if (const std::uint64_t bits = words_[word] >> from % 64; bits != 0)
      return from + static_cast<unsigned>(std::countr_zero(bits));
    const std::uint64_t behind = full_words_ & ~std::uint64_t{1} << word;
    const auto next = static_cast<unsigned>(std::countr_zero(behind != 0 ? behind : full_words_));
    return 64 * next + static_cast<unsigned>(std::countr_zero(words_[next]));
  }

  std::uint64_t next_ = kNever;
  bool many_ = false;     // they lie in the buckets
  std::size_t few_ = 0;   // if not, so many in ring_, in order
  std::size_t head_ = 0;  // the first of them, modulo kFew
  std::array<Few, kFew> ring_{};
  std::uint64_t first_ = 0;                    // bucket, not modulo: the ring begins there
  std::uint64_t full_words_ = 0;               // a bit for each word that is not 0
  std::array<std::uint64_t, kWords> words_{};  // a bit for each bucket that is not empty
  std::array<Bucket, kBuckets> buckets_;       // by time, modulo their number
  std::vector<Node> nodes_;                    // by number
  std::vector<Number> far_;                    // a heap
};

// For numbers that mean all that there is to know.
struct NoValue {
  template <class Archive>
  void archive(Archive&) {}
};

}  // namespace rc::kernel
