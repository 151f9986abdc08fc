// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/gap.h"

#include <algorithm>

namespace rc::noc {
namespace {

using Pair = std::pair<RouterId, RouterId>;
using Pairs = std::vector<Pair>;

// Neighbours along the dimensions of a grid or flattened butterfly; the first digit is the fastest.
Pairs along_dimensions(const Topology& topology) {
  const Shape& shape = topology.shape;
  Pairs pairs;
  RouterId stride = 1;
  for (const unsigned size : shape.sizes) {
    for (RouterId from = 0; from < topology.graph.routers(); ++from) {
      const unsigned digit = from / stride % size;
      const RouterId first = from - digit * stride;
      const auto add = [&](unsigned other) { pairs.emplace_back(from, first + other * stride); };
      if (shape.kind == Shape::Kind::flattened) {
        for (unsigned other = 0; other < size; ++other) {
          if (other != digit) add(other);
        }
      } else {
        const bool ring = shape.wraps && size > 1;
        if (digit + 1 < size || ring) add((digit + 1) % size);
        if (digit > 0 || ring) add((digit + size - 1) % size);
      }
    }
    stride *= size;
  }
  return pairs;
}

// Fly: output o of stage s leads to the place whose digit n-2-s is o. Tree: up from level l to the
// places that differ in digit l, and back.
Pairs along_stages(const Topology& topology) {
  const Shape& shape = topology.shape;
  const RouterId stages = shape.sizes[0], wide = shape.sizes[1];
  const bool tree = shape.kind == Shape::Kind::tree;
  Pairs pairs;
  RouterId weight = tree ? 1 : wide / shape.radix;
  for (RouterId stage = 0; stage + 1 < stages; ++stage) {
    for (RouterId place = 0; place < wide; ++place) {
      const RouterId from = stage * wide + place;
      const RouterId first = from + wide - place / weight % shape.radix * weight;
      for (RouterId digit = 0; digit < shape.radix; ++digit) {
        pairs.emplace_back(from, first + digit * weight);
        if (tree) pairs.emplace_back(first + digit * weight, from);
      }
    }
    weight = tree ? weight * shape.radix : weight / shape.radix;
  }
  return pairs;
}

// All that is in `needed` and not among the channels' pairs, the first of it; `none` if nothing.
Pair first_missing(Pairs needed, Pairs there, const Pair& none) {
  std::sort(needed.begin(), needed.end());
  std::sort(there.begin(), there.end());
  Pairs missing;
  std::set_difference(needed.begin(), needed.end(), there.begin(), there.end(),
                      std::back_inserter(missing));
  return missing.empty() ? none : missing.front();
}

Pairs all_pairs(RouterId first, RouterId last) {
  Pairs pairs;
  for (RouterId from = first; from < last; ++from) {
    for (RouterId to = first; to < last; ++to) {
      if (from != to) pairs.emplace_back(from, to);
    }
  }
  return pairs;
}

Pairs channel_pairs(const Graph& graph) {
  Pairs pairs;
  for (const Channel& channel : graph.channels()) pairs.emplace_back(channel.from, channel.to);
  return pairs;
}

constexpr Pair kNothing{kMaxRouters, kMaxRouters};

std::string gap_between_groups(const Topology& topology) {
  Pairs there;
  for (const Channel& channel : topology.graph.channels()) {
    there.emplace_back(topology.digits[channel.from][0], topology.digits[channel.to][0]);
  }
  const Pair gap = first_missing(all_pairs(0, topology.shape.sizes[0]), there, kNothing);
  if (gap == kNothing) return {};
  return "no channel from group " + std::to_string(gap.first) + " to group " +
         std::to_string(gap.second);
}

}  // namespace

bool joined_to_all(const Topology& topology) {
  const auto routers = static_cast<RouterId>(topology.graph.routers());
  // The pairs of more routers would not fit into the ports.
  return routers <= kMaxRadix + 1 &&
         first_missing(all_pairs(0, routers), channel_pairs(topology.graph), kNothing) == kNothing;
}

std::string find_gap(const Topology& topology) {
  Pairs needed;
  switch (topology.shape.kind) {
    case Shape::Kind::grid:
    case Shape::Kind::flattened:
      needed = along_dimensions(topology);
      break;
    case Shape::Kind::fly:
    case Shape::Kind::tree:
      needed = along_stages(topology);
      break;
    case Shape::Kind::dragonfly:
      for (RouterId group = 0; group < topology.shape.sizes[0]; ++group) {
        const RouterId a = topology.shape.sizes[1];
        const Pairs inside = all_pairs(group * a, (group + 1) * a);
        needed.insert(needed.end(), inside.begin(), inside.end());
      }
      break;
    case Shape::Kind::plain:
      return {};
  }
  const Graph& graph = topology.graph;
  const Pair gap = first_missing(std::move(needed), channel_pairs(graph), kNothing);
  if (gap != kNothing) {
    return "no channel from " + graph.name(gap.first) + " to " + graph.name(gap.second);
  }
  return topology.shape.kind == Shape::Kind::dragonfly ? gap_between_groups(topology)
                                                       : std::string{};
}

}  // namespace rc::noc
