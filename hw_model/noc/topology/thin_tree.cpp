// SPDX-License-Identifier: Apache-2.0
// Thin tree: k^h routers at depth h below one root, ends at the n-th depth. Each router has k ways down
// and one way up, so that the root's channels carry what k^(n-1) leaves send across it.
//
// BookSim 2's qtree is that of k = 4 and n = 3 (src/networks/qtree.cpp): routers by depth, the root
// first; ports 0 to k - 1 lead down, k up.
#include "hw_model/noc/graph/builder.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {

Topology make_thin_tree(const TopologyParams& params) {
  const unsigned k = params.k, n = params.n;
  const unsigned most = n > 1 ? kMaxRadix - 1 : kMaxRadix;  // one level has no way up
  check_range(params.family, k, "ways down a router (k)", 2, most);
  check_range(params.family, n, "levels (n) with k = " + std::to_string(k), 1, most_digits(k));
  GraphBuilder builder{params.wire, params.end_wire, {}, {}};
  Topology topology;
  RouterId first = 0;  // of this depth
  for (unsigned depth = 0; depth < n; ++depth) {
    const RouterId wide = power_of(k, depth), below = power_of(k, n - 1 - depth);
    for (RouterId place = 0; place < wide; ++place) {
      topology.routers.push_back({(place + 0.5) * below - 0.5, double(n - 1 - depth), 0});
      for (unsigned down = 0; down < k; ++down) {
        if (depth + 1 < n)
          builder.both_ways(first + place, down, first + wide + place * k + down, k);
        else
          builder.end(first + place, down, first + place, down);
      }
    }
    first += wide;
  }
  topology.family = params.family;
  topology.graph = builder.finish(first, k);
  topology.places_known = false;
  return topology;
}

}  // namespace rc::noc
