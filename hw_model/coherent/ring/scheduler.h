// SPDX-License-Identifier: Apache-2.0
// Events of a model whose parts talk over transports: an event takes place after some time, or when
// a message that carries it arrives.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "hw_model/coherent/ring/transport.h"
#include "hw_model/kernel/event_queue.h"

namespace rc::coherent {

template <class Event>
class Scheduler {
 public:
  // They must live as long.
  explicit Scheduler(std::vector<Transport*> networks) : networks_(std::move(networks)) {
    for (Transport* network : networks_)
      if (!network->tells_arrivals()) eventful_.push_back(network);
  }

  const Transport& network(unsigned number) const { return *networks_[number]; }

  void at(kernel::Picos time, Event event) { events_.push(time, event); }
  // `later`: how long after the arrival.
  void send(kernel::Picos now, unsigned network, unsigned from, unsigned to, Lane lane, Event event,
            kernel::Picos later = {0}) {
    Transport& through = *networks_[network];
    Message message{static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to), lane, 0};
    const bool kept = !through.tells_arrivals();
    if (kept) message.tag = keep({event, later});
    if (const auto arrival = through.send(now, message)) {
      if (kept) unused_.push_back(message.tag);
      at(*arrival + later, event);
    }
  }

  kernel::Picos next() const {
    kernel::Picos next = events_.next();
    for (const Transport* network : eventful_) next = std::min(next, network->next());
    return next;
  }
  // What takes place at `now`, which is next(); nullopt if it was inside a network.
  std::optional<Event> pop(kernel::Picos now) {
    for (Transport* network : eventful_) {
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
  std::uint32_t keep(Travelling event) {
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
  std::vector<Transport*> eventful_;  // of them: whose arrivals are not known at once
  kernel::EventQueue<Event> events_;
  std::vector<Travelling> travelling_;  // by tag
  std::vector<std::uint32_t> unused_;
};

}  // namespace rc::coherent
