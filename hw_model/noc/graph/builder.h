// SPDX-License-Identifier: Apache-2.0
// Channels and ends while a regular topology is put together: all of one kind have the same wire.
// Its caller has checked that ports and wires fit their bytes.
#pragma once

#include <utility>

#include "hw_model/noc/graph/graph.h"

namespace rc::noc {

struct GraphBuilder {
  unsigned wire = 0, end_wire = 0;
  std::vector<Channel> channels;
  std::vector<End> ends;

  void one_way(RouterId from, unsigned out_port, RouterId to, unsigned in_port) {
    channels.push_back({from, to, static_cast<PortId>(out_port), static_cast<PortId>(in_port),
                        static_cast<std::uint8_t>(wire)});
  }
  void both_ways(RouterId a, unsigned port_a, RouterId b, unsigned port_b) {
    one_way(a, port_a, b, port_b);
    one_way(b, port_b, a, port_a);
  }
  void end(RouterId in_router, unsigned in_port, RouterId out_router, unsigned out_port) {
    const auto cycles = static_cast<std::uint8_t>(end_wire);
    ends.push_back({in_router, out_router, static_cast<PortId>(in_port),
                    static_cast<PortId>(out_port), cycles, cycles});
  }
  // `count` ends at every router, by ports from `first_port` on.
  void ends_at_each(std::size_t routers, unsigned first_port, unsigned count) {
    for (RouterId router = 0; router < routers; ++router) {
      for (unsigned i = 0; i < count; ++i) end(router, first_port + i, router, first_port + i);
    }
  }

  Graph finish(std::size_t routers, unsigned ports) {
    return Graph(routers, ports, std::move(channels), std::move(ends));
  }
};

}  // namespace rc::noc
