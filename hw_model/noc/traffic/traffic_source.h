// SPDX-License-Identifier: Apache-2.0
// The packets that the nodes of a network send, and when: generated, or read from a trace.
#pragma once

#include <cstdint>
#include <optional>

namespace rc::noc {

struct Demand {
  std::uint64_t cycle = 0;  // in which the packet is ready at its source; the first cycle is 1
  std::uint16_t destination = 0;  // end point
  std::uint16_t flits = 1;
  std::uint8_t message_class = 0;
};

// What a node offers in the long run.
struct OfferedLoad {
  double rate = 0;        // flits a cycle
  double dispersion = 1;  // variance of the flits of a long time, divided by their mean
};

class TrafficSource {
 public:
  virtual ~TrafficSource() = default;
  // The next packet of `node`, in order of cycles; nothing after its last. Called only when the one
  // before was handed over, so that a saturated network needs no memory for waiting packets.
  virtual std::optional<Demand> next(std::uint32_t node) = 0;
  // Nothing of traffic that ends.
  virtual OfferedLoad offered(std::uint32_t) const { return {}; }
};

}  // namespace rc::noc
