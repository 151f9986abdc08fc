// SPDX-License-Identifier: Apache-2.0
// Circles in a graph of numbered nodes.
//
// Source: Tarjan 1972, without recursion.
#pragma once

#include <cstdint>
#include <vector>

namespace rc::noc {

// Who waits for whom: the links of node n are to[first[n]] to to[first[n + 1] - 1].
struct Dependencies {
  std::vector<std::uint64_t> first;
  std::vector<std::uint32_t> to;
  std::size_t nodes() const { return first.size() - 1; }
};

// A shortest circle of the smallest component that has one, each node before the one it waits for;
// empty if there is no circle at all.
std::vector<std::uint32_t> shortest_circle(const Dependencies& graph);

}  // namespace rc::noc
