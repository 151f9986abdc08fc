// The messages that wait for their mesh cycle: a calendar queue with a list for each of the next
// 1024 cycles, in order of end point and sequence, and a sorted list for what is farther away.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "hw_model/kernel/time.h"
#include "hw_model/transaction/message_pool.h"

namespace rc::systemc {

class WaitingMessages {
 public:
  static constexpr kernel::Cycle kNever = ~kernel::Cycle{0};

  struct Waiting {
    kernel::Cycle cycle;
    kernel::Picos ready;  // from which the cycle follows
    std::uint64_t order;  // of those with the same cycle
    tile::MessagePool::Slot slot;

    template <class Archive>
    void archive(Archive& archive) {
      archive(cycle, ready, order, slot);
    }
  };

  WaitingMessages() { lists_.fill(kNone); }

  // Of the next one; kNever if there is none.
  kernel::Cycle next() const { return next_; }

  // No other one that waits has its slot.
  void add(const Waiting& waiting) {
    if (next_ == kNever) passed_ = waiting.cycle - 1;
    next_ = std::min(next_, waiting.cycle);
    if (waiting.cycle - passed_ - 1 >= kLists) {
      far_.insert(std::upper_bound(far_.begin(), far_.end(), waiting, later), waiting);
      return;
    }
    if (waiting.slot >= nodes_.size()) nodes_.resize(waiting.slot + 1);
    const std::size_t place = waiting.cycle % kLists;
    std::uint32_t* at = &lists_[place];
    while (*at != kNone && nodes_[*at].order < waiting.order) at = &nodes_[*at].next;
    // One by one: for a copy of the whole, which has just been put together, the host waits.
    Node& node = nodes_[waiting.slot];
    node.cycle = waiting.cycle;
    node.ready = waiting.ready;
    node.order = waiting.order;
    node.next = *at;
    *at = waiting.slot;
    words_[place / 64] |= std::uint64_t{1} << place % 64;
    full_words_ |= static_cast<std::uint16_t>(1u << place / 64);
  }

  // Takes those of cycle next() and calls use(slot) for each, in their order. It adds none.
  template <class Use>
  void take(Use&& use) {
    const kernel::Cycle cycle = next_;
    const std::size_t place = cycle % kLists;
    // A list holds one cycle, which may be a later one if this one's messages are far ones.
    const bool listed = lists_[place] != kNone && nodes_[lists_[place]].cycle == cycle;
    std::uint32_t near = listed ? lists_[place] : kNone;
    for (; !far_.empty() && far_.back().cycle == cycle; far_.pop_back()) {
      for (; near != kNone && nodes_[near].order < far_.back().order; near = nodes_[near].next)
        use(near);
      use(far_.back().slot);
    }
    for (; near != kNone; near = nodes_[near].next) use(near);
    if (listed) {
      lists_[place] = kNone;
      if ((words_[place / 64] &= ~(std::uint64_t{1} << place % 64)) == 0)
        full_words_ &= static_cast<std::uint16_t>(~(1u << place / 64));
    }
    passed_ = std::max(passed_, cycle);
    next_ = std::min(nearest(), far_.empty() ? kNever : far_.back().cycle);
  }

  // In no order.
  std::vector<Waiting> all() const {
    std::vector<Waiting> all = far_;
    for (std::uint32_t slot : lists_) {
      for (; slot != kNone; slot = nodes_[slot].next)
        all.push_back({nodes_[slot].cycle, nodes_[slot].ready, nodes_[slot].order, slot});
    }
    return all;
  }
  template <class Archive>
  void archive(Archive& archive) {
    std::vector<Waiting> waiting = all();
    std::sort(waiting.begin(), waiting.end(), later);
    archive(waiting);
    if (!archive.loading()) return;
    *this = WaitingMessages();
    for (const Waiting& each : waiting) add(each);
  }

 private:
  static constexpr std::size_t kLists = 1024;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Node {
    kernel::Cycle cycle;
    kernel::Picos ready;
    std::uint64_t order;
    std::uint32_t next;  // slot of the list
  };

  static bool later(const Waiting& a, const Waiting& b) {
    return a.cycle != b.cycle ? a.cycle > b.cycle : a.order > b.order;
  }

  // The first cycle with a list, from passed_ + 1 on.
  kernel::Cycle nearest() const {
    if (full_words_ == 0) return kNever;
    const std::size_t from = (passed_ + 1) % kLists;
    if (const std::uint64_t bits = words_[from / 64] >> from % 64; bits != 0)
      return passed_ + 1 + static_cast<unsigned>(std::countr_zero(bits));
    const std::size_t after = from / 64 + 1;
    const auto words = std::rotr(full_words_, static_cast<int>(after));
    const std::size_t word =
        (after + static_cast<unsigned>(std::countr_zero(words))) % words_.size();
    const std::size_t place = 64 * word + static_cast<unsigned>(std::countr_zero(words_[word]));
    return passed_ + 1 + (place + kLists - from) % kLists;
  }

  kernel::Cycle next_ = kNever;
  kernel::Cycle passed_ = 0;                        // the lists are of the cycles behind this one
  std::array<std::uint32_t, kLists> lists_;         // first slot, by cycle modulo their number
  std::array<std::uint64_t, kLists / 64> words_{};  // a bit for each that is not empty
  std::uint16_t full_words_ = 0;                    // a bit for each word that is not 0
  std::vector<Node> nodes_;                         // by slot
  std::vector<Waiting> far_;                        // the next one last
};

}  // namespace rc::systemc
