// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/turn_models.h"

namespace rc::noc {

void O1turn::route(RouterId at, unsigned, unsigned in_vc, Head& head, Choices& choices) const {
  if (arrived(at, head, choices)) return;
  const Digits &from = place(at), &to = place(last_router(head));
  const bool x_first = (mask(head, 0) >> in_vc & 1) != 0;
  const bool x = x_first ? from[0] != to[0] : from[1] == to[1];
  choices.add(x ? along_x(from, to) : along_y(from, to), mask(head, x_first ? 0 : 1));
}

void AdaptiveO1turn::route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
                           Choices& choices) const {
  if (arrived(at, head, choices)) return;
  const Digits &from = place(at), &to = place(last_router(head));
  const bool first_hop = graph().in(at, in_port).kind == Link::Kind::end;
  const bool x_first = (mask(head, 0) >> in_vc & 1) != 0;
  const auto add = [&](bool along) {
    const bool x = along ? from[0] != to[0] : from[1] == to[1];
    choices.add(x ? along_x(from, to) : along_y(from, to), mask(head, along ? 0 : 1));
  };
  // Of two with equal room the first one is taken.
  const bool preferred = first_hop ? (head.hash & 1) != 0 : x_first;
  add(preferred);
  if (first_hop) add(!preferred);
}

void PlanarAdaptive::route(RouterId at, unsigned, unsigned, Head& head, Choices& choices) const {
  if (arrived(at, head, choices)) return;
  const Digits &from = grid_.digits(at), &to = grid_.digits(last_router(head));
  unsigned d = 0;
  while (from[d] == to[d]) ++d;
  const bool up = to[d] > from[d];
  choices.add(grid_.port(d, up), mask(head, 2));
  const unsigned next = d + 1;
  if (next < grid_.dimensions() && from[next] != to[next])
    choices.add(grid_.port(next, to[next] > from[next]), mask(head, up ? 0 : 1));
}

void WestFirst::route(RouterId at, unsigned, unsigned, Head& head, Choices& choices) const {
  if (arrived(at, head, choices)) return;
  const Digits &from = place(at), &to = place(last_router(head));
  if (from[0] != to[0]) choices.add(along_x(from, to), all(head));
  if (from[1] != to[1] && to[0] >= from[0]) choices.add(along_y(from, to), all(head));
}

void OddEven::route(RouterId at, unsigned in_port, unsigned, Head& head, Choices& choices) const {
  if (arrived(at, head, choices)) return;
  const Digits &from = place(at), &to = place(last_router(head));
  if (from[0] == to[0] || from[1] == to[1]) {
    choices.add(from[0] != to[0] ? along_x(from, to) : along_y(from, to), all(head));
    return;
  }
  const bool odd = from[0] % 2 != 0;
  if (to[0] > from[0]) {
    // East is not allowed if the packet would then have to turn in the next column, an even one.
    if (to[0] % 2 != 0 || to[0] - from[0] != 1) choices.add(along_x(from, to), all(head));
    // A packet that travels east turns in odd columns only. One that entered at the west edge, in
    // column 0, does not count as travelling east.
    const bool travels_east = in_port == west() && from[0] > 0;
    if (odd || !travels_east) choices.add(along_y(from, to), all(head));
  } else {
    choices.add(along_x(from, to), all(head));
    // The turn to the west follows in this column, so it must be even.
    if (!odd) choices.add(along_y(from, to), all(head));
  }
}

}  // namespace rc::noc
