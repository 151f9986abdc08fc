// SPDX-License-Identifier: Apache-2.0
// Which router is behind which port, in a mesh or a torus of cols x rows routers. Routers are
// numbered x + cols * y; port North leads to y + 1.
#pragma once

#include <algorithm>
#include <cstdint>

#include "hw_model/noc/packet.h"
#include "hw_model/noc/params.h"

namespace rc::noc {

inline constexpr std::int32_t kNoNode = -1;

// The port at the other end of a link that leaves by `port`.
inline constexpr std::uint8_t kOpposite[kPorts] = {kSouth, kWest, kNorth, kEast, kLocal};
constexpr std::uint8_t opposite(unsigned port) { return kOpposite[port]; }

// The router at the other end of the link, or kNoNode. A torus of one column or row has no links in
// that dimension: a router is not its own neighbour.
std::int32_t neighbour(const NocParams& params, unsigned x, unsigned y, unsigned port);

// Links between two routers by a minimal route.
class HopCount {
 public:
  explicit HopCount(const NocParams& params)
      : cols_(params.cols), rows_(params.rows), torus_(params.topology == "torus") {}

  unsigned operator()(const EndPoint& from, const EndPoint& to) const {
    return along(from.x, to.x, cols_) + along(from.y, to.y, rows_);
  }

 private:
  unsigned along(unsigned a, unsigned b, unsigned size) const {
    const unsigned straight = a > b ? a - b : b - a;
    return torus_ ? std::min(straight, size - straight) : straight;
  }

  unsigned cols_, rows_;
  bool torus_;
};

}  // namespace rc::noc
