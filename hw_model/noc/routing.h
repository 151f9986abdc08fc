// Where a packet goes next: pure functions of position and destination.
//
// y grows to the north. A packet that has reached its destination's router leaves by the port its
// header names: the local one, or an edge port with a memory controller or system interface behind.
#pragma once

#include <cstdint>

#include "hw_model/noc/flit.h"

namespace rc::noc {

using RouteFunction = std::uint8_t (*)(unsigned x, unsigned y, const Flit& head);

inline std::uint8_t route_xy(unsigned x, unsigned y, const Flit& head) {
  if (head.dst_x != x) return head.dst_x > x ? kEast : kWest;
  if (head.dst_y != y) return head.dst_y > y ? kNorth : kSouth;
  return head.dst_port;
}

inline std::uint8_t route_yx(unsigned x, unsigned y, const Flit& head) {
  if (head.dst_y != y) return head.dst_y > y ? kNorth : kSouth;
  if (head.dst_x != x) return head.dst_x > x ? kEast : kWest;
  return head.dst_port;
}

}  // namespace rc::noc
