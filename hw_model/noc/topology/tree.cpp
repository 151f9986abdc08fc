// SPDX-License-Identifier: Apache-2.0
// k-ary n-tree, a fat tree: n levels of k^(n-1) routers, ends at level 0.
//
// Up port u of level l leads to the place whose digit l is u, all others being as before, and comes
// in there by the down port of the digit that u replaces.
#include "hw_model/noc/graph/builder.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {

Topology make_tree(const TopologyParams& params) {
  const unsigned k = params.k, n = params.n;
  const unsigned most = n > 1 ? kMaxRadix / 2 : kMaxRadix;  // one level has no way up
  check_range(params.family, k, "ways down a router (k)", 2, most);
  check_range(params.family, n, "levels (n) with k = " + std::to_string(k), 1, most_digits(k));
  const RouterId wide = power_of(k, n - 1);
  GraphBuilder builder{params.wire, params.end_wire, {}, {}};
  for (unsigned level = 0; level + 1 < n; ++level) {
    const unsigned weight = power_of(k, level);
    for (RouterId place = 0; place < wide; ++place) {
      const unsigned digit = place / weight % k;
      for (unsigned up = 0; up < k; ++up) {
        const RouterId above = place - digit * weight + up * weight;
        builder.both_ways(level * wide + place, k + up, (level + 1) * wide + above, digit);
      }
    }
  }
  builder.ends_at_each(wide, 0, k);
  Topology topology;
  topology.family = params.family;
  topology.graph = builder.finish(std::size_t{n} * wide, k);
  topology.shape = {Shape::Kind::tree, {n, wide}, false, k, 1};
  topology.places_known = false;
  for (unsigned level = 0; level < n; ++level) {
    for (RouterId place = 0; place < wide; ++place) {
      topology.digits.push_back(
          {static_cast<std::uint16_t>(level), static_cast<std::uint16_t>(place)});
      topology.routers.push_back({double(place), double(level), 0});
    }
  }
  return topology;
}

}  // namespace rc::noc
