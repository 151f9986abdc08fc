// SPDX-License-Identifier: Apache-2.0
// The pins between two direct-connect modules, and between one and its node.
//
// A circuit is a level: `busy` rises with the probe that requests it, stays up while data flows,
// and falls after the last bit. `acknowledge` comes back along the circuit once the destination
// takes the message. The data itself needs no pins: a held circuit carries one bit per bit time. On
// the wire probe and data are serial; the time that takes is the Dcm's `probe_cycles`.
#pragma once

#include <array>
#include <cstdint>

namespace rc::ipsc {

inline constexpr unsigned kMaxDimension = 7;
inline constexpr unsigned kHostPort = 7;  // wired on node 0 only
inline constexpr unsigned kNodePort = 8;  // the node's own side
inline constexpr unsigned kPorts = 9;
inline constexpr unsigned kBufferLine = 9;  // a second way into the node: dcm.node_circuits = 2
inline constexpr unsigned kLines = 10;

struct Probe {
  std::uint8_t source = 0;
  std::uint8_t destination = 0;
  bool to_host = false;  // through node 0's host channel; `destination` is 0
  bool operator==(const Probe&) const = default;
};

struct Forward {
  bool busy = false;
  Probe probe;  // valid while busy
  bool operator==(const Forward&) const = default;
};

// One side of a DCM. As inputs: the circuit arriving at each port, and the acknowledgement of the
// one leaving by it. As outputs: the circuit leaving by each port, and the acknowledgement of the
// one arriving at it.
struct DcmPins {
  std::array<Forward, kLines> forward{};
  std::array<bool, kLines> acknowledge{};
  bool operator==(const DcmPins&) const = default;
};

}  // namespace rc::ipsc
