// SPDX-License-Identifier: Apache-2.0
// The events of a machine that somebody asked for, kept in its process until they are fetched. They come
// in the order of the simulation, in which an agent may be ahead of others, and leave in order of time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "sim/debug/event.h"

namespace rc::sim::debug {

class EventLog {
 public:
  bool messages = false;  // whether those are asked for

  void add(Event event) { events_.push_back(std::move(event)); }
  // Of a boundary between two instructions at which a core may stand more than once.
  void add_once(Event event, std::uint64_t instructions) {
    auto& last = last_[{event.rank, event.kind}];
    if (std::exchange(last, instructions + 1) != instructions + 1) add(std::move(event));
  }
  // The next ones of those before `end`, which has not come down since the last one; none: no more.
  std::vector<Event> take(std::uint64_t end) {
    constexpr std::ptrdiff_t kMost = 500;
    if (ready_.empty()) {
      const auto later = std::stable_partition(
          events_.begin(), events_.end(), [end](const Event& event) { return event.time >= end; });
      ready_.assign(std::make_move_iterator(later), std::make_move_iterator(events_.end()));
      events_.erase(later, events_.end());
      std::sort(ready_.begin(), ready_.end(), [](const Event& a, const Event& b) { return b < a; });
    }
    const auto first =
        ready_.end() - std::min<std::ptrdiff_t>(kMost, ready_.end() - ready_.begin());
    std::vector<Event> taken(std::make_move_iterator(first), std::make_move_iterator(ready_.end()));
    ready_.erase(first, ready_.end());
    std::reverse(taken.begin(), taken.end());
    return taken;
  }

 private:
  std::vector<Event> events_;
  std::vector<Event> ready_;  // the next is last
  // By core: up to which boundary its events are here.
  std::map<std::pair<int, Event::Kind>, std::uint64_t> last_;
};

}  // namespace rc::sim::debug
