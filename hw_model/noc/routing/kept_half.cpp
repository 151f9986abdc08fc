// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/kept_half.h"

namespace rc::noc {

void KeptHalf::route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
                     Choices& choices) const {
  if (arrived(at, head, choices)) return;
  const Digits& from = grid_.digits(at);
  const Digits& to = grid_.digits(last_router(head));
  unsigned d = 0;
  while (from[d] == to[d]) ++d;
  // What goes up comes in by the port that leads down.
  const bool on_ring = graph().in(at, in_port).kind == Link::Kind::channel;
  if (on_ring && (in_port == grid_.port(d, false) || in_port == grid_.port(d, true))) {
    choices.add(grid_.port(d, in_port == grid_.port(d, false)),
                mask(head, mask(head, 1) >> in_vc & 1));
    return;
  }
  Grid::Direction way = grid_.direction(at, d, to[d]);
  if (way.equal && way.up != ((head.hash >> d & 1) != 0)) {
    way.up = !way.up;
    way.wraps = !way.wraps;
  }
  choices.add(grid_.port(d, way.up), mask(head, way.wraps ? 1 : 0));
}

}  // namespace rc::noc
