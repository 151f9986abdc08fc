// SPDX-License-Identifier: Apache-2.0
// A packet as the network interfaces see it: opaque flits between two end points.
#pragma once

#include <array>
#include <cstdint>

#include "hw_model/noc/flit.h"

namespace rc::noc {

// An end point's number: its place in the list with which its network was made.
using EndId = std::uint16_t;

// Where an agent (tile, memory controller, system interface) is attached to the mesh.
struct EndPoint {
  std::uint8_t x = 0, y = 0;
  std::uint8_t port = kLocal;
  bool operator==(const EndPoint&) const = default;
  template <class Archive>
  void archive(Archive& archive) {
    archive(x, y, port);
  }
};

struct Packet {
  EndId source = 0, destination = 0;
  std::uint8_t message_class = 0;
  // Of a source that sends several kinds of traffic: which queue of its network interface.
  std::uint8_t traffic_class = 0;
  std::uint16_t flits = 1;
  std::uint64_t id = 0;  // unique, for traces and conservation checks
  // Of a delivered packet, where its network tells it, else 0: the cycle in which its head left.
  std::uint64_t entered = 0;
  std::uint64_t created = 0;  // the cycle in which its source made it, by which age is counted
  std::array<std::array<std::uint8_t, 16>, kMaxPacketFlits> payload{};

  template <class Archive>
  void archive(Archive& archive) {
    archive(source, destination, message_class, flits, id, payload);
  }
};

}  // namespace rc::noc
