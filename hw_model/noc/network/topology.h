// Which router is behind which port, in a mesh or a torus of cols x rows routers. Routers are
// numbered x + cols * y; port North leads to y + 1.
#pragma once

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
unsigned hops(const NocParams& params, const EndPoint& from, const EndPoint& to);

}  // namespace rc::noc
