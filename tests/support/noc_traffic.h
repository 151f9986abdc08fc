// SPDX-License-Identifier: Apache-2.0
// Packets for tests of networks: an end point at every local port, a number in every flit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "hw_model/noc/packet.h"
#include "hw_model/noc/params.h"
#include "tests/support/random.h"

namespace rc::test {

inline std::vector<noc::EndPoint> local_points(const noc::NocParams& params) {
  std::vector<noc::EndPoint> points;
  for (std::uint8_t y = 0; y < params.rows; ++y) {
    for (std::uint8_t x = 0; x < params.cols; ++x) points.push_back({x, y, noc::kLocal});
  }
  return points;
}

// From the tick before which `packet` is injected into the idle `network`, `cycle`, to that in which
// it is delivered. `cycle` goes on.
inline std::uint64_t cycles_alone(noc::Network& network, std::uint64_t& cycle,
                                  const noc::Packet& packet) {
  std::uint64_t delivered = 0;
  network.on_delivery([&](const noc::Packet&) { delivered = cycle; });
  network.inject(packet);
  const std::uint64_t sent = cycle;
  for (; !network.idle(); ++cycle) network.tick(cycle);
  return delivered - sent;
}

// Any mesh or torus of up to 7 x 6 routers.
inline noc::NocParams random_params(Random& random) {
  constexpr const char* kRoutings[] = {"xy", "yx", "o1turn", "west-first", "odd-even"};
  noc::NocParams params;
  params.cols = 1 + random.below(7);
  params.rows = 1 + random.below(6);
  params.pipeline = 1 + random.below(4);
  params.message_classes = 1 + random.below(2);
  params.vcs = params.message_classes * (1u << random.below(4));
  params.vc_depth = 1 + random.below(6);
  if (random.chance(25)) params.topology = "torus";
  params.routing = kRoutings[random.below(params.topology == "torus" ? 2 : 5)];
  if (params.topology == "torus" || params.routing == std::string("o1turn")) {
    params.vcs = std::max(params.vcs, 2 * params.message_classes);
  }
  return params;
}

// Hops of a minimal way from one node of a mesh or torus to another.
inline unsigned distance(const noc::NocParams& params, unsigned from, unsigned to) {
  const auto along = [&](unsigned a, unsigned b, unsigned size) {
    const unsigned straight = a > b ? a - b : b - a;
    return params.topology == "torus" ? std::min(straight, size - straight) : straight;
  };
  return along(from % params.cols, to % params.cols, params.cols) +
         along(from / params.cols, to / params.cols, params.rows);
}

// Packets carry their number in the first payload bytes of every flit. `from` and `to` are numbers
// of end points.
inline noc::Packet numbered(std::uint64_t number, std::size_t from, std::size_t to, unsigned flits,
                            unsigned message_class) {
  noc::Packet packet;
  packet.source = static_cast<noc::EndId>(from);
  packet.destination = static_cast<noc::EndId>(to);
  packet.flits = static_cast<std::uint8_t>(flits);
  packet.message_class = static_cast<std::uint8_t>(message_class);
  for (unsigned i = 0; i < flits; ++i) {
    std::memcpy(packet.payload[i].data(), &number, sizeof number);
    packet.payload[i][15] = static_cast<std::uint8_t>(i);
  }
  return packet;
}

inline std::uint64_t number_of(const noc::Packet& packet) {
  std::uint64_t number = 0;
  std::memcpy(&number, packet.payload[0].data(), sizeof number);
  return number;
}

}  // namespace rc::test
