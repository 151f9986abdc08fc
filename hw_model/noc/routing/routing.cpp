// SPDX-License-Identifier: Apache-2.0
// All relations by name, and which topology has which.
#include "hw_model/noc/routing/routing.h"

#include <algorithm>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/noc/routing/adaptive.h"
#include "hw_model/noc/routing/direct.h"
#include "hw_model/noc/routing/dragonfly.h"
#include "hw_model/noc/routing/equal_cost.h"
#include "hw_model/noc/routing/express.h"
#include "hw_model/noc/routing/flattened.h"
#include "hw_model/noc/routing/fly.h"
#include "hw_model/noc/routing/gap.h"
#include "hw_model/noc/routing/kept_half.h"
#include "hw_model/noc/routing/least_latency.h"
#include "hw_model/noc/routing/next_output.h"
#include "hw_model/noc/routing/one_way.h"
#include "hw_model/noc/routing/shortest.h"
#include "hw_model/noc/routing/table.h"
#include "hw_model/noc/routing/tree.h"
#include "hw_model/noc/routing/turn_models.h"
#include "hw_model/noc/routing/two_phases.h"
#include "hw_model/noc/routing/up_down.h"

namespace rc::noc {
namespace {

using Kind = Shape::Kind;
using Made = std::unique_ptr<Routing>;

// What decides which relations a topology has.
struct Traits {
  explicit Traits(const Topology& of)
      : topology(of), gap(find_gap(of)), both_ways(two_way(of.graph)) {}

  bool is(Kind kind) const { return topology.shape.kind == kind; }
  bool mesh() const { return is(Kind::grid) && !topology.shape.wraps; }
  bool flat_mesh() const { return mesh() && topology.shape.sizes.size() == 2; }
  bool has_minimal() const {
    return is(Kind::flattened) || is(Kind::dragonfly) ||
           (is(Kind::plain) && topology.graph.routers() > 1 && joined_to_all(topology));
  }

  const Topology& topology;
  std::string gap;  // of its structure
  bool both_ways;
};

struct Request {
  const Topology& topology;
  const RoutingParams& params;
  std::string what;  // as errors begin

  VcGroups parts(unsigned count) const { return VcGroups::parts(what, params.vcs, count); }
};

Made one_way(const Request& request, std::unique_ptr<Way> way) {
  VcGroups groups = request.parts(way->groups());
  return std::make_unique<OneWay>(request.topology, std::move(groups), std::move(way));
}

Made dimension_order(const Request& request, DimensionOrder order) {
  const bool wraps = request.topology.shape.wraps;
  auto way = std::make_unique<GridWay>(request.topology, order, wraps);
  if (!wraps) return one_way(request, std::move(way));
  return std::make_unique<OneWay>(
      request.topology, VcGroups::halves(request.what, request.params.vcs), std::move(way));
}

// The way of "minimal" and inside a phase; on grids dimension order.
std::unique_ptr<Way> structure_way(const Topology& topology) {
  switch (topology.shape.kind) {
    case Kind::grid:
      return std::make_unique<GridWay>(topology, DimensionOrder::first_to_last,
                                       topology.shape.wraps);
    case Kind::flattened:
      return std::make_unique<FlattenedWay>(topology);
    case Kind::dragonfly:
      return std::make_unique<DragonflyWay>(topology);
    default:
      return std::make_unique<DirectWay>(topology.graph);
  }
}

template <class Relation, class... More>
Made two_phases(const Request& request, More... more) {
  std::unique_ptr<Way> way = structure_way(request.topology);
  VcGroups groups = request.parts(2 * way->groups());
  return std::make_unique<Relation>(request.topology, std::move(groups), std::move(way), more...);
}

template <class Relation>
Made one_group(const Request& request) {
  return std::make_unique<Relation>(request.topology, request.parts(1));
}

Made make_dor(const Request& request) {
  return dimension_order(request, DimensionOrder::first_to_last);
}

Made make_yx(const Request& request) {
  return dimension_order(request, DimensionOrder::last_to_first);
}

Made make_o1turn(const Request& request) {
  return std::make_unique<O1turn>(request.topology,
                                  VcGroups::halves(request.what, request.params.vcs));
}

Made make_adaptive_o1turn(const Request& request) {
  return std::make_unique<AdaptiveO1turn>(request.topology,
                                          VcGroups::halves(request.what, request.params.vcs));
}

Made make_planar(const Request& request) {
  return std::make_unique<PlanarAdaptive>(request.topology, request.parts(3));
}

Made make_valiant_whole(const Request& request) { return two_phases<Valiant>(request, true); }

Made make_kept_half(const Request& request) {
  return std::make_unique<KeptHalf>(request.topology,
                                    VcGroups::halves(request.what, request.params.vcs));
}

Made make_no_dateline(const Request& request) {
  return one_way(request,
                 std::make_unique<GridWay>(request.topology, DimensionOrder::first_to_last, false));
}

Made make_express(const Request& request) {
  return one_way(request, std::make_unique<ExpressWay>(request.topology));
}

Made make_minimal(const Request& request) {
  return one_way(request, structure_way(request.topology));
}

Made make_nca(const Request& request) {
  return one_way(request, std::make_unique<TreeWay>(request.topology));
}

Made make_dest_tag(const Request& request) {
  return one_way(request, std::make_unique<FlyWay>(request.topology));
}

Made make_ugal(const Request& request) {
  return two_phases<Ugal>(request, request.params.ugal_threshold);
}

Made make_adaptive(const Request& request) {
  const bool structured =
      request.topology.shape.kind == Kind::grid && find_gap(request.topology).empty();
  if (structured) {
    return std::make_unique<GridAdaptive>(request.what, request.topology, request.params.vcs);
  }
  return std::make_unique<GraphAdaptive>(request.what, request.topology, request.params.vcs);
}

Made make_up_down(const Request& request) {
  return std::make_unique<UpDown>(request.what, request.topology, request.parts(1));
}

Made make_shortest(const Request& request) {
  return std::make_unique<Shortest>(request.what, request.topology, request.parts(1));
}

Made make_equal_cost(const Request& request) {
  return one_way(request, std::make_unique<EqualCostWay>(request.what, request.topology.graph));
}

Made make_min(const Request& request) {
  return one_way(request, std::make_unique<LeastLatencyWay>(request.what, request.topology.graph));
}

Made make_table(const Request& request) {
  if (request.params.table == nullptr) {
    throw kernel::InputError(request.what + ": no table, expected one in the topology's file");
  }
  return std::make_unique<TableRelation>(request.topology, request.parts(1), *request.params.table);
}

struct Entry {
  RoutingName text;
  bool structured;  // needs all channels of the structure
  bool (*fits)(const Traits& traits);
  Made (*make)(const Request& request);
};

bool has_phases(const Traits& traits) {
  return traits.is(Kind::grid) || traits.is(Kind::flattened) || traits.is(Kind::dragonfly);
}

bool is_grid(const Traits& traits) { return traits.is(Kind::grid); }
bool is_tree(const Traits& traits) { return traits.is(Kind::tree); }
bool is_flat_mesh(const Traits& traits) { return traits.flat_mesh(); }
bool is_deep_mesh(const Traits& traits) {
  return traits.mesh() && traits.topology.shape.sizes.size() > 1;
}
bool is_torus(const Traits& traits) { return is_grid(traits) && traits.topology.shape.wraps; }
bool is_any(const Traits&) { return true; }

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all{
      {{"dor", "grids: dimension order; torus: the shorter way round, VCs split at a dateline"},
       true,
       is_grid,
       make_dor},
      {{"xy", "grids: dor by another name"}, true, is_grid, make_dor},
      {{"yx", "grids: as dor, the last dimension first"},
       true,
       [](const Traits& traits) {
         return is_grid(traits) && traits.topology.shape.sizes.size() > 1;
       },
       make_yx},
      {{"o1turn", "2-D mesh: x first on the lower half of the VCs, y first on the upper half"},
       true,
       is_flat_mesh,
       make_o1turn},
      {{"o1turn-adaptive", "2-D mesh: as o1turn, but the first router decides by room"},
       true,
       is_flat_mesh,
       make_adaptive_o1turn},
      {{"planar-adaptive", "mesh: adaptive in the first two dimensions that are left"},
       true,
       is_deep_mesh,
       make_planar},
      {{"west-first", "2-D mesh: adaptive, all hops to the west first"},
       true,
       is_flat_mesh,
       one_group<WestFirst>},
      {{"odd-even", "2-D mesh: adaptive, turns by odd and even columns"},
       true,
       is_flat_mesh,
       one_group<OddEven>},
      {{"dor-kept-half", "torus: as dor, VCs split by whether the packet crosses, as BookSim"},
       true,
       is_torus,
       make_kept_half},
      {{"dor-no-dateline", "torus: dimension order without a dateline; can deadlock"},
       true,
       is_torus,
       make_no_dateline},
      {{"dor-express", "concentrated mesh: dimension order, also by express channels"},
       true,
       [](const Traits& traits) { return traits.mesh() && has_express(traits.topology); },
       make_express},
      {{"minimal", "flattened butterfly, dragonfly, full: the shortest way by structure"},
       true,
       [](const Traits& traits) { return traits.has_minimal(); },
       make_minimal},
      {{"nca", "tree: up to the nearest common ancestor by random ports, then down"},
       true,
       is_tree,
       make_nca},
      {{"nca-adaptive", "tree: as nca, all ports up are choices"},
       true,
       is_tree,
       one_group<TreeAdaptive>},
      {{"nca-two", "tree: as nca, the one with more room of two random ports up"},
       true,
       is_tree,
       one_group<TreeOfTwo>},
      {{"dest-tag", "fly: by the digits of the destination"},
       true,
       [](const Traits& traits) { return traits.is(Kind::fly); },
       make_dest_tag},
      {{"valiant", "grids, flattened butterfly, dragonfly: over a random router"},
       true,
       has_phases,
       two_phases<Valiant>},
      {{"valiant-whole", "mesh, torus: as valiant, past the destination to the random router"},
       true,
       is_grid,
       make_valiant_whole},
      {{"romm", "mesh: over a random router between source and destination"},
       true,
       [](const Traits& traits) { return traits.mesh(); },
       two_phases<Romm>},
      {{"ugal", "as valiant, or the shortest way if less waits there (UGAL-L)"},
       true,
       has_phases,
       make_ugal},
      {{"adaptive", "all shortest ways; escape VCs by dor on grids, else by up-down"},
       false,
       [](const Traits& traits) {
         return traits.both_ways || (is_grid(traits) && traits.gap.empty());
       },
       make_adaptive},
      {{"up-down", "networks with channels both ways: towards a root, then away from it"},
       false,
       [](const Traits& traits) { return traits.both_ways; },
       make_up_down},
      {{"shortest", "all shortest ways on all VCs; can deadlock"}, false, is_any, make_shortest},
      {{"ecmp", "one of the shortest ways, drawn at every router; can deadlock"},
       false,
       is_any,
       make_equal_cost},
      {{"min", "the way with the fewest wire cycles, as BookSim's anynet; can deadlock"},
       false,
       is_any,
       make_min},
      {{"table", "by the file's table; can deadlock"}, false, is_any, make_table},
  };
  return all;
}

bool has(const Traits& traits, const Entry& entry) {
  return (!entry.structured || traits.gap.empty()) && entry.fits(traits);
}

// What a list offers: without a table in its file no topology has ways by one.
bool offers(const Traits& traits, const Entry& entry, bool table) {
  return has(traits, entry) && (table || entry.make != make_table);
}

[[noreturn]] void refuse(const Traits& traits, const RoutingParams& params, const std::string& name,
                         const Entry* known) {
  std::string names;
  const Entry* last = nullptr;
  for (const Entry& entry : entries()) {
    if (!offers(traits, entry, params.table != nullptr)) continue;
    if (last != nullptr) names += std::string(names.empty() ? "" : ", ") + last->text.name;
    last = &entry;
  }
  const bool broken = known != nullptr && known->structured && known->fits(traits);
  throw kernel::InputError(
      "routing '" + kernel::shown(name) + "' on " + kernel::shown(traits.topology.family) + ": " +
      (broken ? traits.gap + ", " : "") + "expected " + names + " or " + last->text.name);
}

}  // namespace

void Routing::start(Head& head, const Congestion&) const {
  head.via = kNoRouter;
  head.phase = 1;
}

const std::vector<RoutingName>& routing_names() {
  static const std::vector<RoutingName> names = [] {
    std::vector<RoutingName> all;
    for (const Entry& entry : entries()) all.push_back(entry.text);
    return all;
  }();
  return names;
}

std::vector<RoutingName> routings_of(const Topology& topology, bool table) {
  const Traits traits(topology);
  std::vector<RoutingName> all;
  for (const Entry& entry : entries())
    if (offers(traits, entry, table)) all.push_back(entry.text);
  return all;
}

std::string default_routing(const Topology& topology) {
  const Traits traits(topology);
  for (const char* name : {"dor-express", "dor", "dest-tag", "nca", "minimal", "up-down"}) {
    const auto entry = std::find_if(entries().begin(), entries().end(), [&](const Entry& one) {
      return one.text.name == std::string(name);
    });
    if (has(traits, *entry)) return name;
  }
  return "min";
}

std::unique_ptr<Routing> make_routing(const Topology& topology, const RoutingParams& params) {
  constexpr std::string_view kByNextOutput = "+noq";
  if (params.name.ends_with(kByNextOutput)) {
    RoutingParams plain = params;
    plain.name.resize(params.name.size() - kByNextOutput.size());
    return std::make_unique<NextOutput>(
        "routing " + params.name + " on " + kernel::shown(topology.family), topology, params.vcs,
        make_routing(topology, plain));
  }
  const std::string name = params.name.empty() ? default_routing(topology) : params.name;
  const auto entry = std::find_if(entries().begin(), entries().end(),
                                  [&](const Entry& one) { return one.text.name == name; });
  const Traits traits(topology);
  if (entry == entries().end()) refuse(traits, params, name, nullptr);
  if (!has(traits, *entry)) refuse(traits, params, name, &*entry);
  return entry->make(
      {topology, params, "routing " + name + " on " + kernel::shown(topology.family)});
}

}  // namespace rc::noc
