// SPDX-License-Identifier: Apache-2.0
// The tile's pending events in order of time; at equal times core 0, core 1, messages in order of
// delivery, then the clock. A short sorted list, since a tile rarely has more than four events:
// push and pop take the host 50 to 65 instructions, those of kernel/time_queue.h 136. It is also
// searched by core, and moves as a whole when the clock changes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hw_model/scc/message/message_pool.h"
#include "hw_model/scc/tile/miu.h"
#include "hw_model/scc/tile/snapshot.h"

namespace rc::scc {

enum class EventKind : std::uint8_t { accept, serve, clock };

struct Event {
  kernel::Picos time;
  std::uint64_t order;  // of events at the same time
  kernel::Cycle cycle;  // of `time`; stays when the clock changes
  EventKind kind;
  std::uint8_t unit;          // accept: which core; clock: the divider
  Path path;                  // serve: how the message came
  std::uint8_t refusals;      // serve: how often it was refused (request_queue.h)
  MessagePool::Slot message;  // serve

  template <class Archive>
  void archive(Archive& archive) {
    archive(time, order, cycle, kind, unit, path, refusals, message);
  }
};

class EventQueue {
 public:
  // `messages`: those that the events refer to.
  explicit EventQueue(const MessagePool& messages) : messages_(messages) {}

  void push(const Event& event) {
    events_.push_back(event);
    std::size_t place = events_.size() - 1;
    for (; place != 0 && later(event, events_[place - 1]); --place) {
      events_[place] = events_[place - 1];
    }
    events_[place] = event;
  }
  Event pop() {
    const Event event = events_.back();
    events_.pop_back();
    return event;
  }
  // The earliest event; there is one.
  const Event& first() const { return events_.back(); }
  // Takes out the event of core `unit` on its path to a target of its own tile, or to the MIU.
  std::optional<Event> take_of(unsigned unit) {
    const auto at = std::find_if(events_.begin(), events_.end(), [unit](const Event& event) {
      return event.unit == unit && (event.kind == EventKind::accept ||
                                    (event.kind == EventKind::serve && event.path != Path::mesh));
    });
    if (at == events_.end()) return std::nullopt;
    const Event event = *at;
    events_.erase(at);
    return event;
  }
  // Of the earliest event; Picos::never() if there is none.
  kernel::Picos next() const {
    return events_.empty() ? kernel::Picos::never() : events_.back().time;
  }

  // The request of core `unit` that the MIU has not taken yet, if any.
  const Event* request_of(unsigned unit) const {
    const auto at = std::find_if(events_.begin(), events_.end(), [unit](const Event& event) {
      return event.kind == EventKind::accept && event.unit == unit;
    });
    return at == events_.end() ? nullptr : &*at;
  }
  bool has(EventKind kind) const {
    return std::any_of(events_.begin(), events_.end(),
                       [kind](const Event& event) { return event.kind == kind; });
  }
  void drop_request_of(unsigned unit) {
    std::erase_if(events_, [unit](const Event& event) {
      return event.kind == EventKind::accept && event.unit == unit;
    });
  }

  template <class F>
  void each(F f) const {
    for (const Event& event : events_) f(event);
  }

  // The events keep their cycles; `clock` gives them new times.
  void change_clock(const kernel::ClockDomain& clock) {
    for (Event& event : events_) event.time = clock.time_of(event.cycle);
  }

  void snapshot(kernel::Picos now, Snapshot& snapshot) const {
    append(snapshot, events_.size());
    for (const Event& event : events_) {
      append(snapshot, event.time - now);
      append(snapshot, event.kind);
      append(snapshot, event.unit);
      if (event.kind != EventKind::serve) continue;
      const Message& message = messages_[event.message];
      append(snapshot, event.path);
      append(snapshot, message.command);
      append(snapshot, message.address);
      append(snapshot, message.unit);
    }
  }
  void skip(kernel::Picos time, kernel::Cycle cycles) {
    for (Event& event : events_) {
      event.time = event.time + time;
      event.cycle += cycles;
    }
  }
  template <class Archive>
  void archive(Archive& archive) {
    archive(events_);
  }

 private:
  static bool later(const Event& a, const Event& b) {
    return a.time != b.time ? a.time > b.time : a.order > b.order;
  }

  const MessagePool& messages_;
  std::vector<Event> events_;  // earliest last
};

}  // namespace rc::scc
