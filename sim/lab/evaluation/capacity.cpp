// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/capacity.h"

#include <algorithm>
#include <memory>
#include <utility>
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
  if (setup.forks) return {};  // copies share channels
  if (setup.graph) return channels(topology, setup.graph->routing(), pattern);
  if (!setup.network.empty()) return {};
  const auto routing = noc::make_routing(
      topology, {.name = setup.params.routing,
                 .vcs = {.vcs = setup.params.vcs, .classes = setup.params.message_classes}});
  return channels(topology, *routing, pattern);
}

}  // namespace

namespace {

// What each traffic class offers, of all.
std::vector<std::pair<noc::PatternSettings, double>> patterns(const NocSetup& setup) {
  if (setup.traffic_classes.empty()) return {{setup.pattern, 1}};
  std::vector<std::pair<noc::PatternSettings, double>> patterns;
  for (const TrafficClass& one : setup.traffic_classes)
    patterns.emplace_back(one.pattern, share_of(one, setup.traffic_classes));
  return patterns;
}

void add(const std::vector<double>& some, double share, std::vector<double>& sum) {
  sum.resize(std::max(sum.size(), some.size()));
  for (std::size_t i = 0; i < some.size(); ++i) sum[i] += share * some[i];
}

}  // namespace

Capacity find_capacity(const NocSetup& setup) {
  if (!setup.exchanges.empty()) return {};
  const noc::Topology mesh = setup.graph ? noc::Topology() : mesh_topology(setup.params);
  const noc::Topology& topology = setup.graph ? setup.graph->topology() : mesh;
  std::vector<double> load, received;
  bool all_known = true;
  for (const auto& [settings, share] : patterns(setup)) {
    const noc::Pattern pattern(setup.ends(), settings);
    const std::vector<double> its_load = channels(setup, topology, pattern),
                              its_received = noc::received_load(topology.graph, pattern);
    all_known = all_known && !its_load.empty();
    add(its_load, share, load);
    add(its_received, share, received);
  }
  if (!all_known) load.clear();
  return {.rate = noc::capacity(topology.graph, received, load), .channels = !load.empty()};
}

}  // namespace rc::sim::lab
