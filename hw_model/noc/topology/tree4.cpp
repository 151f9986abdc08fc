// SPDX-License-Identifier: Apache-2.0
// BookSim 2's tree4: a fat tree of 64 ends that keeps half of its width at the leaves.
//
// 16 leaves with four ends and two ways up, 8 routers with four ways down and four up, 4 roots with
// eight ways down. Leaves 4 g to 4 g + 3 hang on the two middle routers 2 g and 2 g + 1; each root is
// joined to all eight. Source: BookSim 2, commit 28f4329, src/networks/tree4.cpp. Ports are as there:
// those down first. Routers are numbered without the gaps that it leaves: roots, middle, leaves.
#include "hw_model/noc/graph/builder.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {

Topology make_tree4(const TopologyParams& params) {
  constexpr unsigned kDown = 4, kRoots = 4, kMiddle = 8, kLeaves = 16;
  constexpr RouterId kFirstMiddle = kRoots, kFirstLeaf = kRoots + kMiddle;
  GraphBuilder builder{params.wire, params.end_wire, {}, {}};
  for (unsigned middle = 0; middle < kMiddle; ++middle) {
    for (unsigned down = 0; down < kDown; ++down)
      builder.both_ways(kFirstMiddle + middle, down, kFirstLeaf + kDown * (middle / 2) + down,
                        kDown + middle % 2);
    for (unsigned root = 0; root < kRoots; ++root)
      builder.both_ways(root, middle, kFirstMiddle + middle, kDown + root);
  }
  for (RouterId leaf = kFirstLeaf; leaf < kFirstLeaf + kLeaves; ++leaf)
    for (unsigned port = 0; port < kDown; ++port) builder.end(leaf, port, leaf, port);

  Topology topology;
  topology.family = params.family;
  topology.graph = builder.finish(kRoots + kMiddle + kLeaves, kDown);
  topology.places_known = false;
  double height = 2;
  for (const unsigned routers : {kRoots, kMiddle, kLeaves}) {
    const double apart = double(kLeaves) / routers;
    for (unsigned i = 0; i < routers; ++i)
      topology.routers.push_back({(i + 0.5) * apart - 0.5, height, 0});
    --height;
  }
  return topology;
}

}  // namespace rc::noc
