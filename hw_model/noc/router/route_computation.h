// SPDX-License-Identifier: Apache-2.0
// Route computation: the output ports and VCs that a packet may take next. Pure functions of the
// router's position, the packet's input port and VC, and its destination.
//
// y grows to the north. At its destination router a packet leaves by the port that its header
// names: the local one, or an edge port with a memory controller or the system interface behind it.
// All routes are minimal.
//
//   xy, yx       dimension order
//   o1turn       XY on the lower half of a class's VCs, YX on the upper half: the VC a packet was
//                injected on decides (Seo et al., ISCA 2005)
//   west-first   adaptive: all hops to the west first, then free choice (Glass and Ni, ISCA 1992)
//   odd-even     adaptive: no turn from east in even columns, none to west in odd ones (Chiu, IEEE
//                TPDS 2000)
//
// Torus: dimension order, the shorter way round. A dateline splits the VCs of a class: a packet
// that has yet to cross the wrap-around link of its dimension travels on the lower half, any other
// on the upper half. This follows from position and destination, so the packet carries no state for
// it. If both ways are equally long, routers with even x + y go east or north, the others west or
// south; after that hop one way is shorter.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "hw_model/noc/flit.h"
#include "hw_model/noc/params.h"

namespace rc::noc {

enum class MeshRouting : std::uint8_t { kXy, kYx, kO1turn, kWestFirst, kOddEven };

// kernel::InputError for an unknown name.
MeshRouting parse_routing(const std::string& name);

// Admissible output ports, and the output VCs that may be taken at any of them.
struct Routes {
  std::uint16_t vcs = 0;
  std::uint8_t count = 0;
  std::array<std::uint8_t, 2> port{};
};

class RouteComputation {
 public:
  // `params` has passed check_params().
  RouteComputation(const NocParams& params, unsigned x, unsigned y);

  // The one admissible output port where dimension order on a mesh decides, or the destination is
  // here; -1 where operator() must be asked. VCs: all of the class.
  [[gnu::always_inline]] int only_port(const FlitHeader& head) const {
    if (head.dst_x == x_ && head.dst_y == y_) return head.dst_port;
    if (!plain_) return -1;
    return routing_ == MeshRouting::kXy ? xy(head) : yx(head);
  }
  unsigned class_vcs(unsigned message_class) const { return class_mask_[message_class]; }

  Routes operator()(unsigned in_port, unsigned in_vc, const FlitHeader& head) const {
    Routes routes;
    routes.count = 1;
    routes.vcs = class_mask_[head.message_class];
    if (const int port = only_port(head); port >= 0) {
      routes.port[0] = static_cast<std::uint8_t>(port);
    } else {
      choose(in_port, in_vc, head, routes);
    }
    return routes;
  }

 private:
  std::uint8_t xy(const FlitHeader& head) const {
    if (head.dst_x != x_) return head.dst_x > x_ ? kEast : kWest;
    return head.dst_y > y_ ? kNorth : kSouth;
  }
  std::uint8_t yx(const FlitHeader& head) const {
    if (head.dst_y != y_) return head.dst_y > y_ ? kNorth : kSouth;
    return head.dst_x > x_ ? kEast : kWest;
  }
  void choose(unsigned in_port, unsigned in_vc, const FlitHeader& head, Routes& routes) const;
  void torus(const FlitHeader& head, Routes& routes) const;
  void west_first(const FlitHeader& head, Routes& routes) const;
  void odd_even(unsigned in_port, const FlitHeader& head, Routes& routes) const;

  MeshRouting routing_;
  bool torus_, plain_;
  std::uint8_t x_, y_, cols_, rows_;
  std::array<std::uint16_t, kMaxMessageClasses> class_mask_{}, lower_half_{};
};

}  // namespace rc::noc
