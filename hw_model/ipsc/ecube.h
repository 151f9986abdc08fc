// SPDX-License-Identifier: Apache-2.0
// E-cube routing on a hypercube: which channels a message from one node to another takes.
//
// Nodes are numbered 0 to 2^dimension - 1; two are neighbours if their numbers differ in one bit.
// A message corrects the bits in which its destination differs from its place, the lowest first, so
// every pair has one route. Channel k of a node leads to the neighbour across bit k; it is one
// of the two directed halves of an edge. Only messages through the same channel in the same
// direction contend, not those that merely pass through the same node.
//
// Pure functions, no hardware: the DCM (dcm.h) takes the channels of a route.
// Source: S. H. Bokhari, "Complete exchange on the iPSC-860", ICASE report 91-4, section 2.
#pragma once

#include <bit>
#include <compare>
#include <vector>

namespace rc::ipsc {

constexpr int node_count(int dimension) { return 1 << dimension; }

// Channels between two nodes: the bits in which their numbers differ.
constexpr int distance(int from, int to) {
  return std::popcount(static_cast<unsigned>(from) ^ static_cast<unsigned>(to));
}

// The channel by which a message at `at` goes on towards `to`; at != to.
constexpr int next_channel(int at, int to) {
  return std::countr_zero(static_cast<unsigned>(at) ^ static_cast<unsigned>(to));
}

// One channel in one direction, named by the node that sends into it.
struct Link {
  int node = 0;
  int channel = 0;

  constexpr int neighbour() const { return node ^ (1 << channel); }
  auto operator<=>(const Link&) const = default;
};

// The links from `from` to `to` in the order a message takes them; none if from == to.
inline std::vector<Link> ecube_route(int from, int to) {
  std::vector<Link> route;
  while (from != to) {
    route.push_back({from, next_channel(from, to)});
    from = route.back().neighbour();
  }
  return route;
}

}  // namespace rc::ipsc
