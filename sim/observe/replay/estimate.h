// SPDX-License-Identifier: Apache-2.0
// What a packet takes on a network, without simulating the network: the latency that it has there
// alone, measured once on the network itself for each pair of end points, class and length, and
// the ports of its end points, which take one flit in a cycle. Packets that meet inside the network
// do not see each other.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/noc/network/network.h"

namespace rc::sim::observe {

class Estimate {
 public:
  // The network must be idle, and only this object may use it.
  Estimate(noc::Network& network, std::size_t end_points);

  // The cycle in which a packet injected in `cycle` is delivered. Cycles never fall from call to
  // call. kernel::MachineError if the network fails.
  std::uint64_t delivery(std::uint64_t cycle, noc::EndId source, noc::EndId destination,
                         unsigned message_class, unsigned flits);

 private:
  // By class and length; 0: not measured yet.
  using Latencies = std::array<std::uint32_t, 2 * (noc::kMaxPacketFlits + 1)>;

  std::uint32_t measure(noc::EndId source, noc::EndId destination, unsigned message_class,
                        unsigned flits);

  noc::Network& network_;
  std::size_t end_points_;
  std::vector<Latencies> latencies_;  // by source and destination
  std::vector<std::uint64_t> free_;   // by end point: when it can send the next flit
  // The latest packet at an end point so far.
  struct Taken {
    std::uint64_t last = 0;  // of its flits
    unsigned flits = 0;
  };
  std::vector<Taken> taken_;  // by end point
  std::uint64_t cycle_ = 0;   // of the network
  std::uint64_t delivered_ = 0;
};

}  // namespace rc::sim::observe
