// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/capacity.h"

#include <memory>
#include <vector>

#include "hw_model/noc/traffic/channel_load.h"

namespace rc::sim::lab {
namespace {

// The SCC's kind of network as a graph, which has the same ways.
noc::Topology mesh_topology(const noc::NocParams& params) {
  noc::TopologyParams topology;
  topology.family = params.topology;
  topology.sizes = {params.cols, params.rows};
  return noc::make_topology(topology);
}

std::vector<double> channels(const noc::Topology& topology, const noc::Routing& routing,
                             const noc::Pattern& pattern) {
  const bool small = topology.graph.ends().size() < kMostDrawn;
  if (!(small || !pattern.fixed().empty()) || !noc::oblivious(topology, routing)) return {};
  return noc::channel_load(topology, routing, pattern);
}

std::vector<double> channels(const NocSetup& setup, const noc::Topology& topology,
                             const noc::Pattern& pattern) {
  if (setup.graph) return channels(topology, setup.graph->routing(), pattern);
  if (!setup.network.empty()) return {};
  const auto routing = noc::make_routing(
      topology, {.name = setup.params.routing,
                 .vcs = {.vcs = setup.params.vcs, .classes = setup.params.message_classes}});
  return channels(topology, *routing, pattern);
}

}  // namespace

Capacity find_capacity(const NocSetup& setup) {
  if (!setup.exchanges.empty()) return {};
  const noc::Pattern pattern(setup.ends(), setup.pattern);
  const noc::Topology mesh = setup.graph ? noc::Topology() : mesh_topology(setup.params);
  const noc::Topology& topology = setup.graph ? setup.graph->topology() : mesh;
  const std::vector<double> load = channels(setup, topology, pattern);
  return {.rate = noc::capacity(topology, pattern, load), .channels = !load.empty()};
}

}  // namespace rc::sim::lab
