// The messages that wait for their mesh cycle: a calendar queue with a list for each of the next
// 256 cycles, in order of end point and sequence, and a sorted list for what is farther away.
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

  void add(const Waiting& waiting) {
    if (next_ == kNever) passed_ = waiting.cycle - 1;
    next_ = std::min(next_, waiting.cycle);
    if (waiting.cycle - passed_ - 1 >= kLists) {
      far_.insert(std::upper_bound(far_.begin(), far_.end(), waiting, later), waiting);
      return;
    }
    const std::uint32_t node = keep(waiting);
    const std::size_t place = waiting.cycle % kLists;
    std::uint32_t* at = &lists_[place];
    while (*at != kNone && nodes_[*at].waiting.order < waiting.order) at = &nodes_[*at].next;
    nodes_[node].next = *at;
    *at = node;
    full_[place / 64] |= std::uint64_t{1} << place % 64;
  }

  // Takes those of cycle next() and calls use(slot) for each, in their order. It adds none.
  template <class Use>
  void take(Use&& use) {
    const kernel::Cycle cycle = next_;
    std::uint32_t* const list = &lists_[cycle % kLists];
    // A list holds one cycle: its messages wait less than once round.
    bool near = *list != kNone && nodes_[*list].waiting.cycle == cycle;
    bool far = !far_.empty() && far_.back().cycle == cycle;
    while (near || far) {
      const bool first = near && (!far || nodes_[*list].waiting.order < far_.back().order);
      if (first) {
        const std::uint32_t node = *list;
        *list = nodes_[node].next;
        near = *list != kNone;
        nodes_[node].next = unused_;
        unused_ = node;
        use(nodes_[node].waiting.slot);
      } else {
        use(far_.back().slot);
        far_.pop_back();
        far = !far_.empty() && far_.back().cycle == cycle;
      }
    }
    if (*list == kNone) full_[cycle % kLists / 64] &= ~(std::uint64_t{1} << cycle % 64);
    passed_ = std::max(passed_, cycle);
    next_ = std::min(nearest(), far_.empty() ? kNever : far_.back().cycle);
  }

  // In no order.
  std::vector<Waiting> all() const {
    std::vector<Waiting> all = far_;
    for (std::uint32_t node : lists_) {
      for (; node != kNone; node = nodes_[node].next) all.push_back(nodes_[node].waiting);
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
  static constexpr std::size_t kLists = 256;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Node {
    Waiting waiting;
    std::uint32_t next;  // of the list, or of what is unused
  };

  static bool later(const Waiting& a, const Waiting& b) {
    return a.cycle != b.cycle ? a.cycle > b.cycle : a.order > b.order;
  }

  std::uint32_t keep(const Waiting& waiting) {
    if (unused_ == kNone) {
      nodes_.push_back({waiting, kNone});
      return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    const std::uint32_t node = unused_;
    Waiting& place = nodes_[node].waiting;
    unused_ = nodes_[node].next;
    // As they were written: for a copy of wider parts the host waits.
    place.cycle = waiting.cycle;
    place.ready = waiting.ready;
    place.order = waiting.order;
    place.slot = waiting.slot;
    return node;
  }

  // The first cycle with a list, from passed_ + 1 on.
  kernel::Cycle nearest() const {
    const std::size_t from = (passed_ + 1) % kLists;
    std::size_t word = from / 64;
    std::uint64_t bits = full_[word] >> from % 64 << from % 64;
    for (std::size_t looked = 0; looked <= full_.size(); ++looked) {
      if (bits != 0) {
        const std::size_t place = 64 * word + static_cast<unsigned>(std::countr_zero(bits));
        return passed_ + 1 + (place + kLists - from) % kLists;
      }
      word = (word + 1) % full_.size();
      bits = full_[word];
    }
    return kNever;
  }

  kernel::Cycle next_ = kNever;
  kernel::Cycle passed_ = 0;                       // the lists are of the cycles behind this one
  std::array<std::uint32_t, kLists> lists_;        // first node, by cycle modulo their number
  std::array<std::uint64_t, kLists / 64> full_{};  // a bit for each that is not empty
  std::vector<Node> nodes_;
  std::uint32_t unused_ = kNone;
  std::vector<Waiting> far_;  // the next one last
};

}  // namespace rc::systemc
