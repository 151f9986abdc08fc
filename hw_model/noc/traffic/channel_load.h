// SPDX-License-Identifier: Apache-2.0
// How much of a traffic pattern each channel carries, without simulating it.
//
// Packets are spread over their ways as probabilities: evenly over the VCs of a class at their end
// point, over the values of the hash at each router, over the choices of a relation and over the
// VCs of a choice. An escape choice counts only where there is no other.
//
// Limits: exact at low load for relations of one choice, o1turn and nca. Relations with several
// choices look at the load and need not split it evenly. A dragonfly takes the hash modulo the
// channels between two groups: if pairs of groups have unequally many, loads are some percent off.
// 4,096 end points and uniform traffic take 1 to 13 seconds.
#pragma once

#include <vector>

#include "hw_model/noc/routing/routing.h"
#include "hw_model/noc/traffic/pattern.h"

namespace rc::noc {

// By ChannelId: flits a cycle if every end point offers one a cycle. `pattern` is one of as many
// nodes as the topology has end points. kernel::InputError, one line: a relation of two phases
// (where a packet goes first is not known), a pair without a way, a way that comes back.
std::vector<double> channel_load(const Topology& topology, const Routing& routing,
                                 const Pattern& pattern);

// Whether every packet has one way, whatever the load: then channel_load() is exact at any load.
// Relations that look at the VC of a packet count as if it changed the way.
bool oblivious(const Topology& topology, const Routing& routing);

// Flits a cycle and end point at which the busiest channel is full, or the busiest way into or out
// of an end point: at most 1. `load` is that of channel_load(); without it the end points count
// alone. Of several patterns at once, `load` and `received` are the sums, by what each offers.
double capacity(const Graph& graph, const std::vector<double>& received,
                const std::vector<double>& load);
// By end point: flits a cycle that it gets if every end point offers one a cycle.
std::vector<double> received_load(const Graph& graph, const Pattern& pattern);
inline double capacity(const Topology& topology, const Pattern& pattern,
                       const std::vector<double>& load) {
  return capacity(topology.graph, received_load(topology.graph, pattern), load);
}

}  // namespace rc::noc
