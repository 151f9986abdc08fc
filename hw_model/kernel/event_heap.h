// Events in order of time; of equal times, in the order in which they were pushed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw_model/kernel/time.h"

namespace rc::kernel {

template <class Event>
class EventHeap {
 public:
  void push(Picos time, const Event& event) {
    heap_.push_back({time, pushed_++, event});
    std::push_heap(heap_.begin(), heap_.end(), kLater);
  }
  Picos next() const { return heap_.empty() ? Picos::never() : heap_.front().time; }
  // Precondition: there is one.
  Event pop() {
    std::pop_heap(heap_.begin(), heap_.end(), kLater);
    const Event event = heap_.back().event;
    heap_.pop_back();
    return event;
  }

 private:
  struct Entry {
    Picos time;
    std::uint64_t order;
    Event event;
  };
  static constexpr auto kLater = [](const Entry& a, const Entry& b) {
    return a.time != b.time ? a.time > b.time : a.order > b.order;
  };
  std::vector<Entry> heap_;
  std::uint64_t pushed_ = 0;
};

}  // namespace rc::kernel
