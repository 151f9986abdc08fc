// SPDX-License-Identifier: Apache-2.0
// Small networks and relations, as plain as can be: what the check is tried on.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "hw_model/noc/routing/routing.h"

namespace rc::noc::test {

inline constexpr unsigned kPlusX = 0, kMinusX = 1, kPlusY = 2, kMinusY = 3, kEndPort = 4;

// Routers x + cols * y with an end point each.
inline Topology grid(unsigned cols, unsigned rows, bool wraps = false) {
  std::vector<Channel> channels;
  std::vector<End> ends;
  const auto id = [cols](unsigned x, unsigned y) { return static_cast<RouterId>(x + cols * y); };
  const auto join = [&](RouterId a, unsigned out, RouterId b, unsigned back) {
    channels.push_back({.from = a,
                        .to = b,
                        .out_port = static_cast<PortId>(out),
                        .in_port = static_cast<PortId>(back)});
    channels.push_back({.from = b,
                        .to = a,
                        .out_port = static_cast<PortId>(back),
                        .in_port = static_cast<PortId>(out)});
  };
  for (unsigned y = 0; y < rows; ++y) {
    for (unsigned x = 0; x < cols; ++x) {
      if (x + 1 < cols || (wraps && cols > 1))
        join(id(x, y), kPlusX, id((x + 1) % cols, y), kMinusX);
      if (y + 1 < rows || (wraps && rows > 1))
        join(id(x, y), kPlusY, id(x, (y + 1) % rows), kMinusY);
      ends.push_back({.in_router = id(x, y),
                      .out_router = id(x, y),
                      .in_port = kEndPort,
                      .out_port = kEndPort});
    }
  }
  Topology topology;
  topology.graph = Graph(std::size_t{cols} * rows, 5, channels, ends);
  return topology;
}

// A relation by a function.
class By final : public Routing {
 public:
  using Route = std::function<void(RouterId at, unsigned in_port, unsigned in_vc, Head&, Choices&)>;
  By(std::vector<VcMask> groups, Route route)
      : groups_(std::move(groups)), route_(std::move(route)) {}

  void route(RouterId at, unsigned in_port, unsigned in_vc, Head& head,
             Choices& choices) const override {
    choices.clear();
    route_(at, in_port, in_vc, head, choices);
  }
  std::vector<VcMask> groups() const override { return groups_; }
  bool two_phases() const override { return phases; }
  unsigned hash_values() const override { return hashes; }
  bool sees_input() const override { return input; }

  bool phases = false;
  unsigned hashes = 1;
  bool input = true;

 private:
  std::vector<VcMask> groups_;
  Route route_;
};

// Where a packet stands in a grid, and the ports that bring it nearer.
struct Offset {
  int x, y;
  unsigned x_port() const { return x > 0 ? kPlusX : kMinusX; }
  unsigned y_port() const { return y > 0 ? kPlusY : kMinusY; }
};
inline Offset offset(RouterId at, RouterId to, unsigned cols) {
  return {static_cast<int>(to % cols) - static_cast<int>(at % cols),
          static_cast<int>(to / cols) - static_cast<int>(at / cols)};
}
inline unsigned xy_port(const Offset& way) {
  return way.x != 0 ? way.x_port() : way.y != 0 ? way.y_port() : kEndPort;
}

}  // namespace rc::noc::test
