// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/network/topology.h"

namespace rc::noc {

std::int32_t neighbour(const NocParams& params, unsigned x, unsigned y, unsigned port) {
  const bool torus = params.topology == "torus";
  const unsigned cols = params.cols, rows = params.rows;
  const bool wrap_x = torus && cols > 1, wrap_y = torus && rows > 1;
  const auto node = [cols](unsigned to_x, unsigned to_y) {
    return static_cast<std::int32_t>(to_x + cols * to_y);
  };
  switch (port) {
    case kNorth:
      return y + 1 < rows ? node(x, y + 1) : wrap_y ? node(x, 0) : kNoNode;
    case kEast:
      return x + 1 < cols ? node(x + 1, y) : wrap_x ? node(0, y) : kNoNode;
    case kSouth:
      return y > 0 ? node(x, y - 1) : wrap_y ? node(x, rows - 1) : kNoNode;
    case kWest:
      return x > 0 ? node(x - 1, y) : wrap_x ? node(cols - 1, y) : kNoNode;
    default:
      return kNoNode;
  }
}

}  // namespace rc::noc
