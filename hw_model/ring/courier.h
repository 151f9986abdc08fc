// Events of a model whose parts talk over transports: an event takes place after some time, or when
// a message that carries it arrives.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "hw_model/kernel/event_heap.h"
#include "hw_model/ring/transport.h"

namespace rc::ring {

template <class Event>
class Courier {
 public:
  // They must live as long.
  explicit Courier(std::vector<Transport*> networks) : networks_(std::move(networks)) {}

  const Transport& network(unsigned number) const { return *networks_[number]; }

  void at(kernel::Picos time, const Event& event) { events_.push(time, event); }
  // `later`: how long after the arrival.
  void send(kernel::Picos now, unsigned network, unsigned from, unsigned to, Lane lane,
            const Event& event, kernel::Picos later = {0}) {
    const std::uint32_t tag = keep({event, later});
    const Message message{static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to), lane,
                          tag};
    if (const auto arrival = networks_[network]->send(now, message)) {
      unused_.push_back(tag);
      at(*arrival + later, event);
    }
  }

  kernel::Picos next() const {
    kernel::Picos next = events_.next();
    for (const Transport* network : networks_) next = std::min(next, network->next());
    return next;
  }
  // What takes place at `now`, which is next(); nullopt if it was inside a network.
  std::optional<Event> pop(kernel::Picos now) {
    for (Transport* network : networks_) {
      if (network->next() != now) continue;
      const auto message = network->arrived();
      if (!message) return std::nullopt;
      unused_.push_back(message->tag);
      const Travelling& arrived = travelling_[message->tag];
      if (arrived.later == kernel::Picos{0}) return arrived.event;
      at(now + arrived.later, arrived.event);
      return std::nullopt;
    }
    return events_.pop();
  }

 private:
  struct Travelling {
    Event event;
    kernel::Picos later;
  };
  std::uint32_t keep(const Travelling& event) {
    if (unused_.empty()) {
      travelling_.push_back(event);
      return static_cast<std::uint32_t>(travelling_.size() - 1);
    }
    const std::uint32_t tag = unused_.back();
    unused_.pop_back();
    travelling_[tag] = event;
    return tag;
  }

  std::vector<Transport*> networks_;
  kernel::EventHeap<Event> events_;
  std::vector<Travelling> travelling_;  // by tag
  std::vector<std::uint32_t> unused_;
};

}  // namespace rc::ring
