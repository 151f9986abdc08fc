// SPDX-License-Identifier: Apache-2.0
// The families by name.
#include <algorithm>
#include <cmath>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

const Family& family_of(const std::string& name) {
  const std::vector<Family>& all = families();
  const auto found =
      std::ranges::find_if(all, [&](const Family& family) { return name == family.name; });
  if (found != all.end()) return *found;
  std::string known;
  for (const Family& family : all) {
    if (!known.empty()) known += &family == &all.back() ? " or " : ", ";
    known += family.name;
  }
  throw kernel::InputError("topology: unknown family \"" + kernel::shown(name) + "\", expected " +
                           known);
}

}  // namespace

const std::vector<Family>& families() {
  static const std::vector<Family> all = {
      {"mesh", "a grid of 1 to 4 dimensions (sizes)", make_mesh},
      {"torus", "a grid whose dimensions are rings (sizes)", make_torus},
      {"ring", "a torus of one dimension (sizes)", make_ring},
      {"hypercube", "2^n routers, joined to those that differ in one bit (n)", make_hypercube},
      {"cmesh", "a mesh with 4 or more ends a router (sizes, concentration, express)", make_cmesh},
      {"fly", "k-ary n-fly: n stages, one way for every pair (k, n)", make_fly},
      {"tree", "k-ary n-tree, a fat tree of n levels (k, n)", make_tree},
      {"thin-tree", "k-ary tree of n levels with one way up a router (k, n)", make_thin_tree},
      {"tree4", "BookSim 2's tree of 64 ends and four roots", make_tree4},
      {"flattened", "flattened butterfly: all to all in each dimension (sizes, concentration)",
       make_flattened},
      {"dragonfly", "groups all to all, joined all to all (a, h, p, groups)", make_dragonfly},
      {"star", "one router with up to 64 ends (concentration)", make_star},
      {"full", "routers joined all to all (sizes, concentration)", make_full},
      {"chips", "chips of meshes, joined by slower channels to one (sizes, chips, chip_wire)",
       make_chips},
  };
  return all;
}

Topology make_topology(const TopologyParams& params) {
  const Family& family = family_of(params.family);
  check_range(params.family, params.wire, "cycles of a channel (wire)", 0, kMaxWire);
  check_range(params.family, params.end_wire, "cycles to an end point (end_wire)", 0, kMaxWire);
  if (!(params.wire_per_pitch >= 0 && params.wire_per_pitch <= kMaxWire)) {
    throw kernel::InputError(
        "topology " + params.family + ": " + kernel::decimal(params.wire_per_pitch) +
        " cycles a pitch (wire_per_pitch), expected 0 to " + std::to_string(kMaxWire));
  }
  Topology topology = family.make(params);
  if (params.wire_per_pitch > 0) wire_by_length(topology, params.wire_per_pitch);
  return params.broken.empty() ? topology : without(topology, params.broken);
}

}  // namespace rc::noc
