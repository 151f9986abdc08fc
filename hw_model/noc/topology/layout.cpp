// SPDX-License-Identifier: Apache-2.0
// Lengths of channels, wires by length, and places for a topology that has none.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

// Routers among which the centre is looked for; a larger network is looked through in steps.
constexpr std::size_t kCandidates = 512;

// Distances to the router that is nearest to all others; one that is reached by more comes first.
std::vector<std::uint16_t> distances_to_centre(const Graph& graph) {
  std::vector<std::uint16_t> best;
  std::uint64_t least = ~std::uint64_t{0};
  const std::size_t step = (graph.routers() + kCandidates - 1) / kCandidates;
  for (std::size_t router = 0; router < graph.routers(); router += step) {
    std::vector<std::uint16_t> distances = distances_to(graph, static_cast<RouterId>(router));
    std::uint64_t sum = 0;
    for (const std::uint16_t distance : distances) sum += distance;  // kUnreachable is the most
    if (sum >= least) continue;
    least = sum;
    best = std::move(distances);
  }
  return best;
}

// Where on its circle a router would be, 0 to 1: the mean of those further inside that it is joined
// to.
double turn_inside(const Graph& graph, const std::vector<std::uint16_t>& distances,
                   const std::vector<double>& turns, RouterId router) {
  double sum = 0;
  unsigned count = 0;
  for (unsigned port = 0; port < graph.outputs(router); ++port) {
    const Link& link = graph.out(router, port);
    if (link.kind != Link::Kind::channel) continue;
    const RouterId to = graph.channel(link.id).to;
    if (distances[to] >= distances[router]) continue;
    sum += turns[to];
    ++count;
  }
  return count == 0 ? 0 : sum / count;
}

}  // namespace

double Topology::length(const Channel& channel) const {
  if (!places_known) return 1;
  const Place &from = routers[channel.from], &to = routers[channel.to];
  return std::abs(from.x - to.x) + std::abs(from.y - to.y) + std::abs(from.layer - to.layer);
}

void wire_by_length(Topology& topology, double wire_per_pitch) {
  std::vector<Channel> channels(topology.graph.channels().begin(), topology.graph.channels().end());
  for (Channel& channel : channels) {
    // A length that is a whole number but for its last bit stays one.
    const double cycles = std::ceil(topology.length(channel) * wire_per_pitch - 1e-9);
    const double most = 1e9;  // far above the limit; the conversion must not overflow
    const auto wire = static_cast<std::uint64_t>(std::clamp(cycles, 1.0, most));
    check_range(topology.family, wire, "wire cycles of a channel by its length (wire_per_pitch)", 1,
                kMaxWire);
    channel.wire = std::max(channel.wire, static_cast<std::uint8_t>(wire));
  }
  const std::span<const End> ends = topology.graph.ends();
  topology.graph = topology.graph.with(std::move(channels), {ends.begin(), ends.end()});
}

// Circles around the centre, by the distance to it; the routers of a circle in the order of what
// they are joined to inside. What has no way to the centre is on the outermost circle.
void lay_out(Topology& topology) {
  const Graph& graph = topology.graph;
  const std::vector<std::uint16_t> distances = distances_to_centre(graph);
  std::map<std::uint16_t, std::vector<RouterId>> circles;
  for (RouterId router = 0; router < graph.routers(); ++router) {
    circles[distances[router]].push_back(router);
  }
  topology.places_known = false;
  topology.routers.assign(graph.routers(), {});
  std::vector<double> turns(graph.routers(), 0);
  double radius = 0;
  for (auto& [distance, circle] : circles) {
    const auto count = static_cast<double>(circle.size());
    if (distance != 0) {
      for (const RouterId router : circle) {
        turns[router] = turn_inside(graph, distances, turns, router);
      }
      std::ranges::stable_sort(circle, {}, [&](RouterId router) { return turns[router]; });
      radius = std::max(radius + 1, count / (2 * std::numbers::pi));
    }
    for (std::size_t i = 0; i < circle.size(); ++i) {
      const double turn = static_cast<double>(i) / count, angle = 2 * std::numbers::pi * turn;
      turns[circle[i]] = turn;
      topology.routers[circle[i]] = {radius * std::cos(angle), radius * std::sin(angle), 0};
    }
  }
  for (Place& place : topology.routers) {  // from 0 on
    place.x += radius;
    place.y += radius;
  }
}

}  // namespace rc::noc
