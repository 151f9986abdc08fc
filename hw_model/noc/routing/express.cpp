// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/express.h"

#include <algorithm>

namespace rc::noc {
namespace {

// The only dimension in which the ends of a channel differ; `dimensions` if there are more.
unsigned only_dimension(const Digits& from, const Digits& to, unsigned dimensions) {
  unsigned only = dimensions;
  for (unsigned d = 0; d < dimensions; ++d) {
    if (from[d] == to[d]) continue;
    if (only != dimensions) return dimensions;
    only = d;
  }
  return only;
}

unsigned apart(unsigned a, unsigned b) { return std::max(a, b) - std::min(a, b); }

}  // namespace

ExpressWay::ExpressWay(const Topology& topology) : topology_(topology) {
  const Graph& graph = topology.graph;
  const std::vector<unsigned>& sizes = topology.shape.sizes;
  const auto dimensions = static_cast<unsigned>(sizes.size());
  for (const unsigned size : sizes) {
    first_.push_back(row_);
    row_ += size;
  }
  port_.resize(graph.routers() * row_);
  std::vector<unsigned> hops(port_.size());
  // Nearer digits first: a way to one further off goes over them.
  for (unsigned d = 0; d < dimensions; ++d) {
    for (unsigned far = 1; far < sizes[d]; ++far) {
      for (RouterId at = 0; at < graph.routers(); ++at) {
        const Digits& from = topology.digits[at];
        for (unsigned digit = 0; digit < sizes[d]; ++digit) {
          if (apart(from[d], digit) != far) continue;
          unsigned best = ~0u;
          for (unsigned port = 0; port < graph.outputs(at); ++port) {
            const Link& link = graph.out(at, port);
            if (link.kind != Link::Kind::channel) continue;
            const RouterId next = graph.channel(link.id).to;
            const Digits& to = topology.digits[next];
            if (only_dimension(from, to, dimensions) != d) continue;
            if (apart(from[d], to[d]) + apart(to[d], digit) != far) continue;
            const unsigned count = 1 + hops[entry(next, d, digit)];
            if (count >= best) continue;
            best = count;
            port_[entry(at, d, digit)] = static_cast<PortId>(port);
          }
          hops[entry(at, d, digit)] = best;
        }
      }
    }
  }
}

WayStep ExpressWay::next(RouterId at, RouterId target, std::uint32_t) const {
  const Digits &from = topology_.digits[at], &to = topology_.digits[target];
  for (unsigned d = 0; d < first_.size(); ++d) {
    if (from[d] != to[d]) return {port_[entry(at, d, to[d])], 0};
  }
  return {};
}

bool has_express(const Topology& topology) {
  if (topology.shape.kind != Shape::Kind::grid || topology.shape.wraps) return false;
  const auto dimensions = static_cast<unsigned>(topology.shape.sizes.size());
  for (const Channel& channel : topology.graph.channels()) {
    const Digits &from = topology.digits[channel.from], &to = topology.digits[channel.to];
    const unsigned d = only_dimension(from, to, dimensions);
    if (d != dimensions && apart(from[d], to[d]) > 1) return true;
  }
  return false;
}

}  // namespace rc::noc
