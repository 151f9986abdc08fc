// SPDX-License-Identifier: Apache-2.0
// Events in order of time; of equal times, in the order in which they were pushed. At most 2^32 at
// a time. Those of the next half microsecond lie in buckets of a nanosecond (time_queue.h).
#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/kernel/time.h"
#include "hw_model/kernel/time_queue.h"

namespace rc::kernel {

template <class Event>
class EventQueue {
 public:
  void push(Picos time, const Event& event) {
    std::uint32_t number = numbers_;
    if (unused_.empty()) {
      ++numbers_;
    } else {
      number = unused_.back();
      unused_.pop_back();
    }
    events_.push(number, time.value, pushed_++, event);
  }
  // Of the first one; Picos::never() if there is none.
  Picos next() const { return {events_.next()}; }
  // Precondition: there is one.
  Event pop() {
    const std::uint32_t number = events_.pop();
    unused_.push_back(number);
    return events_.value(number);
  }

 private:
  TimeQueue<Event, 512, 10> events_;
  std::uint32_t numbers_ = 0;          // given out so far
  std::vector<std::uint32_t> unused_;  // of those
  std::uint64_t pushed_ = 0;
};

}  // namespace rc::kernel
