// SPDX-License-Identifier: Apache-2.0
// k-ary n-fly: n stages of k^(n-1) routers with k inputs and k outputs, one way for every pair.
//
// Output o of stage s leads to the place whose digit n-2-s is o, all others being as before, and
// comes in by the digit that o replaces. After stage s the place so has the s + 1 highest digits of
// the destination, and the last stage has one output an end.
#include "hw_model/noc/graph/builder.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {

Topology make_fly(const TopologyParams& params) {
  const unsigned k = params.k, n = params.n;
  check_range(params.family, k, "inputs a router (k)", 2, kMaxRadix);
  check_range(params.family, n, "stages (n) with k = " + std::to_string(k), 1, most_digits(k));
  const RouterId wide = power_of(k, n - 1);
  GraphBuilder builder{params.wire, params.end_wire, {}, {}};
  for (unsigned stage = 0; stage + 1 < n; ++stage) {
    const unsigned weight = power_of(k, n - 2 - stage);
    for (RouterId place = 0; place < wide; ++place) {
      const unsigned digit = place / weight % k;
      for (unsigned out = 0; out < k; ++out) {
        const RouterId next = place - digit * weight + out * weight;
        builder.one_way(stage * wide + place, out, (stage + 1) * wide + next, digit);
      }
    }
  }
  for (unsigned end = 0; end < wide * k; ++end) {
    builder.end(end / k, end % k, (n - 1) * wide + end / k, end % k);
  }
  Topology topology;
  topology.family = params.family;
  topology.graph = builder.finish(std::size_t{n} * wide, k);
  topology.shape = {Shape::Kind::fly, {n, wide}, false, k, 1};
  topology.places_known = false;
  for (unsigned stage = 0; stage < n; ++stage) {
    for (RouterId place = 0; place < wide; ++place) {
      topology.digits.push_back(
          {static_cast<std::uint16_t>(stage), static_cast<std::uint16_t>(place)});
      topology.routers.push_back({double(stage), double(place), 0});
    }
  }
  return topology;
}

}  // namespace rc::noc
