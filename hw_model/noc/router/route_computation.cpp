// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/router/route_computation.h"

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::noc {
namespace {

struct RingWay {
  bool up;     // east or north
  bool wraps;  // the wrap-around link is still ahead
};

// One dimension of a torus: `size` routers in a ring.
RingWay way_round(unsigned at, unsigned to, unsigned size, bool up_if_equal) {
  const unsigned ahead = (to + size - at) % size;
  const bool up = 2 * ahead == size ? up_if_equal : 2 * ahead < size;
  return {up, up ? to < at : to > at};
}

}  // namespace

MeshRouting parse_routing(const std::string& name) {
  if (name == "xy") return MeshRouting::kXy;
  if (name == "yx") return MeshRouting::kYx;
  if (name == "o1turn") return MeshRouting::kO1turn;
  if (name == "west-first") return MeshRouting::kWestFirst;
  if (name == "odd-even") return MeshRouting::kOddEven;
  throw kernel::InputError("noc.routing = \"" + kernel::shown(name) +
                           "\": expected xy, yx, o1turn, west-first or odd-even");
}

RouteComputation::RouteComputation(const NocParams& params, unsigned x, unsigned y)
    : routing_(parse_routing(params.routing)),
      torus_(params.topology == "torus"),
      plain_(!torus_ && (routing_ == MeshRouting::kXy || routing_ == MeshRouting::kYx)),
      x_(static_cast<std::uint8_t>(x)),
      y_(static_cast<std::uint8_t>(y)),
      cols_(static_cast<std::uint8_t>(params.cols)),
      rows_(static_cast<std::uint8_t>(params.rows)) {
  const unsigned size = params.class_vcs();
  for (unsigned c = 0; c < params.message_classes; ++c) {
    class_mask_[c] = static_cast<std::uint16_t>(((1u << size) - 1) << c * size);
    lower_half_[c] = static_cast<std::uint16_t>(((1u << size / 2) - 1) << c * size);
  }
}

void RouteComputation::choose(unsigned in_port, unsigned in_vc, const FlitHeader& head,
                              Routes& routes) const {
  if (torus_) return torus(head, routes);
  switch (routing_) {
    case MeshRouting::kO1turn: {
      const std::uint16_t lower = lower_half_[head.message_class];
      const bool first_x = (lower >> in_vc & 1) != 0;
      routes.port[0] = first_x ? xy(head) : yx(head);
      routes.vcs &= static_cast<std::uint16_t>(first_x ? lower : ~lower);
      return;
    }
    case MeshRouting::kWestFirst:
      return west_first(head, routes);
    default:
      return odd_even(in_port, head, routes);
  }
}

void RouteComputation::torus(const FlitHeader& head, Routes& routes) const {
  const bool along_x = routing_ == MeshRouting::kXy ? head.dst_x != x_ : head.dst_y == y_;
  const bool even = (x_ + y_) % 2 == 0;
  const RingWay way =
      along_x ? way_round(x_, head.dst_x, cols_, even) : way_round(y_, head.dst_y, rows_, even);
  if (along_x) {
    routes.port[0] = way.up ? kEast : kWest;
  } else {
    routes.port[0] = way.up ? kNorth : kSouth;
  }
  const std::uint16_t lower = lower_half_[head.message_class];
  routes.vcs &= static_cast<std::uint16_t>(way.wraps ? lower : ~lower);
}

void RouteComputation::west_first(const FlitHeader& head, Routes& routes) const {
  if (head.dst_x <= x_ || head.dst_y == y_) {
    routes.port[0] = xy(head);
  } else {
    routes.count = 2;
    routes.port = {kEast, head.dst_y > y_ ? std::uint8_t{kNorth} : std::uint8_t{kSouth}};
  }
}

void RouteComputation::odd_even(unsigned in_port, const FlitHeader& head, Routes& routes) const {
  if (head.dst_x == x_ || head.dst_y == y_) {
    routes.port[0] = xy(head);
    return;
  }
  const std::uint8_t vertical = head.dst_y > y_ ? kNorth : kSouth;
  const bool odd = x_ % 2 != 0;
  routes.count = 0;
  if (head.dst_x > x_) {
    // East is not allowed if the packet would then have to turn in the next column, an even one.
    if (head.dst_x % 2 != 0 || head.dst_x - x_ != 1) routes.port[routes.count++] = kEast;
    // A packet that travels east turns in odd columns only. One that entered at the west edge, in
    // column 0, does not count as travelling east.
    const bool travels_east = in_port == kWest && x_ > 0;
    if (odd || !travels_east) routes.port[routes.count++] = vertical;
  } else {
    routes.port[routes.count++] = kWest;
    // The turn to the west follows in this column, so it must be even.
    if (!odd) routes.port[routes.count++] = vertical;
  }
}

}  // namespace rc::noc
