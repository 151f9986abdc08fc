// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/two_phases.h"

#include <algorithm>

namespace rc::noc {

void TwoPhases::route(RouterId at, unsigned, unsigned, Head& head, Choices& choices) const {
  if (at == head.via) head.phase = 1;
  const bool first = head.phase == 0 && head.via != kNoRouter;
  if ((!first || !goes_past_) && arrived(at, head, choices)) return;
  choices.clear();
  const WayStep hop = way_->next(at, first ? head.via : last_router(head), head.hash);
  choices.add(hop.port, mask(head, first ? hop.group : hop.group + way_->groups()));
}

void Valiant::start(Head& head, const Congestion&) const {
  head.via = any_router(head);
  head.phase = 0;
}

void Romm::start(Head& head, const Congestion&) const {
  const Digits& from = grid_.digits(graph().end(head.source).in_router);
  const Digits& to = grid_.digits(last_router(head));
  std::uint64_t places = 1;
  const auto size = [&](unsigned d) {
    return static_cast<unsigned>(std::max(from[d], to[d]) - std::min(from[d], to[d])) + 1;
  };
  for (unsigned d = 0; d < grid_.dimensions(); ++d) places *= size(d);
  auto place = static_cast<unsigned>(head.hash * places >> 32);
  Digits via{};
  for (unsigned d = 0; d < grid_.dimensions(); ++d) {
    via[d] = static_cast<std::uint16_t>(std::min(from[d], to[d]) + place % size(d));
    place /= size(d);
  }
  head.via = grid_.router(via);
  head.phase = 0;
}

void Ugal::start(Head& head, const Congestion& congestion) const {
  const RouterId from = graph().end(head.source).in_router, to = last_router(head);
  const RouterId via = any_router(head);
  head.via = kNoRouter;
  head.phase = 1;
  if (from == to || via == from || via == to) return;
  // Flits ahead x channels, on the way to `target` with so many of them.
  const auto cost = [&](RouterId target, unsigned channels) {
    const PortId port = way().next(from, target, head.hash).port;
    return std::uint64_t{congestion.waiting(from, port)} * channels;
  };
  const unsigned direct = hops(from, to, head.hash);
  const unsigned around = hops(from, via, head.hash) + hops(via, to, head.hash);
  if (static_cast<double>(cost(to, direct)) <=
      static_cast<double>(cost(via, around)) + threshold_) {
    return;
  }
  head.via = via;
  head.phase = 0;
}

unsigned Ugal::hops(RouterId from, RouterId to, std::uint32_t hash) const {
  unsigned count = 0;
  for (RouterId at = from; at != to; ++count) {
    at = graph().channel(graph().out(at, way().next(at, to, hash).port).id).to;
  }
  return count;
}

}  // namespace rc::noc
