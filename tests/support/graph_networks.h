// SPDX-License-Identifier: Apache-2.0
// Random networks on graphs.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/deadlock/deadlock.h"
#include "hw_model/noc/graph/builder.h"
#include "hw_model/noc/network/stepped_network.h"
#include "tests/support/random.h"

namespace rc::test {

// A network with all that it refers to.
struct GraphLab {
  noc::Topology topology;
  noc::RouterParams router;
  std::string relation;
  unsigned longest = 1;                           // flits of a packet
  std::vector<std::uint8_t> class_priorities{0};  // by traffic class
  std::unique_ptr<noc::Routing> routing;

  // kernel::InputError: a router that cannot be, or a relation that this topology does not have.
  GraphLab(noc::Topology its_topology, std::string name, const noc::RouterParams& settings,
           const noc::RoutingTable* table = nullptr, double ugal_threshold = 0)
      : topology(std::move(its_topology)), router(settings), relation(std::move(name)) {
    noc::check_router(router, topology.graph.radix());
    routing = noc::make_routing(topology, {relation, router.vcs, ugal_threshold, table});
  }
  GraphLab(const GraphLab&) = delete;

  bool wormhole() const { return router.flow == noc::FlowControl::wormhole; }
  noc::DeadlockVerdict verdict() const {
    return noc::check_deadlock(topology, *routing,
                               {.wormhole = wormhole(),
                                .packets_fit_vc = longest <= router.vc_depth,
                                .reallocate_empty = router.reallocate == noc::Reallocation::empty});
  }
  // A verdict other than free would be wrong.
  bool surely_free() const {
    for (const char* name : {"shortest", "ecmp", "min", "table", "dor-no-dateline"})
      if (relation == name) return false;
    return relation == "up-down" || !wormhole() || router.reallocate == noc::Reallocation::empty;
  }

  std::string text() const {
    const noc::RouterParams& r = router;
    std::string text = topology.family;
    for (const unsigned size : topology.shape.sizes) {
      text += ' ';
      text += std::to_string(size);
    }
    const auto add = [&text](const char* name, std::size_t value) {
      text += std::string(", ") + name + " " + std::to_string(value);
    };
    add("routers", topology.graph.routers());
    add("channels", topology.graph.channels().size());
    add("ends", topology.graph.ends().size());
    text += ", " + relation + (r.combined ? ", combined" : ", two stages");
    text += wormhole() ? ", wormhole" : ", cut-through";
    if (r.reallocate == noc::Reallocation::empty) text += ", empty VCs";
    if (r.speculative) text += ", speculative";
    if (r.hold_switch) text += ", holds the switch";
    add("VCs", r.vcs.vcs);
    add("classes", r.vcs.classes);
    add("depth", r.vc_depth);
    add("shared", r.shared_slots);
    add("stages", 10'000 * r.before + 1000 * r.route + 100 * r.vc + 10 * r.traverse + r.credit);
    add("inject step", r.inject_step);
    add("allocators",
        10 * static_cast<unsigned>(r.vc_allocator) + static_cast<unsigned>(r.switch_allocator));
    add("iterations", r.iterations);
    add("arbiter", static_cast<unsigned>(r.arbiter));
    add("speed-up", 10 * r.input_speedup + r.output_speedup);
    add("flits", longest);
    add("priority", static_cast<unsigned>(r.priority));
    for (const std::uint8_t priority : class_priorities) add("class", priority);
    return text;
  }
};

inline noc::RouterParams random_router(Random& random) {
  const unsigned classes = 1 + random.below(2);
  const noc::VcPlan vcs{classes * (random.chance(60) ? 4u << random.below(2) : 1 + random.below(8)),
                        classes};
  const unsigned depth = random.chance(90) ? 1 + random.below(6) : 1 + random.below(64);
  noc::RouterParams router = random.chance(40) ? noc::scc_router(vcs, depth, 1 + random.below(4))
                                               : noc::two_stage_router(vcs, depth);
  router.arbiter = static_cast<noc::ArbiterKind>(random.below(3));
  if (random.chance(50)) router.priority = static_cast<noc::Priority>(random.below(4));
  router.flow = random.chance(50) ? noc::FlowControl::wormhole : noc::FlowControl::cut_through;
  if (random.chance(50)) router.reallocate = noc::Reallocation::empty;
  if (random.chance(30)) router.shared_slots = 1 + random.below(6);
  router.inject_step = random.below(2);
  router.route = random.below(2);
  if (random.chance(20)) {
    router.before = random.below(4);
    router.traverse = random.below(4);
    router.credit = random.below(4);
  }
  if (router.combined) return router;
  router.vc_allocator = static_cast<noc::AllocatorKind>(random.below(5));
  router.switch_allocator = static_cast<noc::AllocatorKind>(random.below(5));
  router.iterations = 1 + random.below(3);
  router.speculative = random.chance(50);
  router.hold_switch = random.chance(30);
  router.vc = 1 + random.below(2);
  if (random.chance(30)) router.input_speedup = 1 + random.below(std::min(vcs.vcs, 3u));
  if (random.chance(30)) router.output_speedup = 1 + random.below(3);
  return router;
}

// 2 to 12 routers that all reach each other, with 1 to 3 more channels than they need for it, or
// many more. Some have channels one way only, or end points that send into another router than
// they receive from.
inline noc::Topology random_graph(Random& random) {
  const std::uint32_t routers = 2 + random.below(11);
  const bool one_way = random.chance(20), split_ends = random.chance(20);
  noc::GraphBuilder builder{0, 0, {}, {}};
  std::vector<unsigned> inputs(routers), outputs(routers);
  const auto join = [&](noc::RouterId from, noc::RouterId to) {
    if (from != to) builder.one_way(from, outputs[from]++, to, inputs[to]++);
  };
  const auto join_both = [&](noc::RouterId a, noc::RouterId b) {
    join(a, b);
    if (!one_way) join(b, a);
  };
  for (noc::RouterId router = 0; router < routers; ++router) {
    if (one_way) {
      join(router, (router + 1) % routers);
    } else if (router > 0) {
      join_both(router, random.below(router));
    }
  }
  std::uint32_t more = 1 + random.below(random.chance(50) ? 3 : 2 * routers);
  for (; more > 0; --more) {
    const noc::RouterId from = random.below(routers);
    join_both(from, random.below(routers));
  }
  for (noc::RouterId router = 0; router < routers; ++router) {
    const std::uint32_t ends = router == 0 ? 1 + random.below(3) : random.below(3);
    for (std::uint32_t i = 0; i < ends; ++i) {
      const noc::RouterId out = split_ends ? random.below(routers) : router;
      builder.end(router, inputs[router]++, out, outputs[out]++);
    }
  }
  noc::Topology topology;
  topology.family = one_way ? "one-way graph" : "graph";
  topology.graph = builder.finish(routers, 1);
  topology.routers.resize(routers);
  topology.places_known = false;
  return topology;
}

inline noc::TopologyParams random_family(Random& random) {
  const std::vector<noc::Family>& families = noc::families();
  noc::TopologyParams params;
  params.family = families[random.below(static_cast<std::uint32_t>(families.size()))].name;
  const std::string& name = params.family;
  unsigned dimensions = 1 + random.below(3);
  if (name == "cmesh" || name == "chips") dimensions = 2;
  if (name == "ring" || name == "full") dimensions = 1;
  const unsigned most = dimensions == 1 ? 8 : dimensions == 2 && name != "chips" ? 5 : 3;
  params.sizes.clear();
  for (unsigned d = 0; d < dimensions; ++d) params.sizes.push_back(1 + random.below(most));
  params.chips = {1 + random.below(3), 1 + random.below(3)};
  params.chip_wire = random.below(6);
  params.chip_cycles_per_flit = 1 + random.below(4);
  params.concentration = 1 + random.below(name == "star" ? 8 : 3);
  if (name == "cmesh") params.concentration = 4 + random.below(2);
  if (name == "cmesh" && random.chance(50)) {
    params.express = true;
    for (unsigned& size : params.sizes) size = 4 + random.below(2);
  }
  params.k = 2 + random.below(2);
  params.n = 1 + random.below(name == "hypercube" ? 4 : 3);
  params.dragonfly_a = 1 + random.below(4);
  params.dragonfly_h = 1 + random.below(2);
  params.dragonfly_p = 1 + random.below(2);
  if (random.chance(50))
    params.groups = 1 + random.below(params.dragonfly_a * params.dragonfly_h + 1);
  params.wire = random.below(4);
  params.end_wire = random.below(3);
  return params;
}

// A channel or a router less; the topology itself if nothing were left of it.
inline noc::Topology break_part(const noc::Topology& topology, Random& random) {
  const noc::Graph& graph = topology.graph;
  std::string part = std::to_string(random.below(static_cast<std::uint32_t>(graph.routers())));
  if (!graph.channels().empty() && random.chance(80)) {
    const auto id = random.below(static_cast<std::uint32_t>(graph.channels().size()));
    const noc::Channel& channel = graph.channel(id);
    part = std::to_string(channel.from) + "-" + std::to_string(channel.to);
  }
  try {
    return noc::without(topology, {part});
  } catch (const kernel::InputError&) {
    return topology;
  }
}

// Every wire of another length, some channels narrow.
inline void vary_wires(noc::Topology& topology, Random& random) {
  const noc::Graph& graph = topology.graph;
  std::vector<noc::Channel> channels(graph.channels().begin(), graph.channels().end());
  std::vector<noc::End> ends(graph.ends().begin(), graph.ends().end());
  for (noc::Channel& channel : channels) {
    channel.wire = static_cast<std::uint8_t>(random.below(6));
    channel.cycles_per_flit =
        static_cast<std::uint8_t>(random.chance(80) ? 1 : 2 + random.below(4));
  }
  for (noc::End& end : ends) {
    end.in_wire = static_cast<std::uint8_t>(random.below(4));
    end.out_wire = static_cast<std::uint8_t>(random.below(4));
  }
  topology.graph = graph.with(std::move(channels), std::move(ends));
}

// By one of the ports that begin a shortest way; none where there is no way.
inline noc::RoutingTable random_table(const noc::Graph& graph, Random& random) {
  const std::size_t ends = graph.ends().size();
  noc::RoutingTable table;
  table.port.assign(graph.routers() * ends, noc::kNoPort);
  for (std::size_t end = 0; end < ends; ++end) {
    const auto distance =
        noc::distances_to(graph, graph.end(static_cast<noc::EndId>(end)).out_router);
    for (const noc::Channel& channel : graph.channels()) {
      noc::PortId& port = table.port[channel.from * ends + end];
      if (distance[channel.to] >= distance[channel.from]) continue;
      if (port == noc::kNoPort || random.chance(50)) port = channel.out_port;
    }
  }
  return table;
}

inline std::unique_ptr<GraphLab> random_lab(Random& random) {
  for (;;) {
    noc::Topology topology =
        random.chance(25) ? random_graph(random) : noc::make_topology(random_family(random));
    if (random.chance(15)) topology = break_part(topology, random);
    if (random.chance(30)) vary_wires(topology, random);
    const std::vector<noc::RoutingName> names = noc::routings_of(topology, true);
    const char* name = names[random.below(static_cast<std::uint32_t>(names.size()))].name;
    const noc::RoutingTable table = random_table(topology.graph, random);
    const noc::RouterParams router = random_router(random);
    const double ugal_threshold = random.below(10);
    try {
      auto lab =
          std::make_unique<GraphLab>(std::move(topology), name, router, &table, ugal_threshold);
      lab->longest =
          1 + random.below(lab->wormhole() ? 3 * lab->router.vc_depth : lab->router.vc_depth);
      for (unsigned more = random.chance(50) ? 0 : 1 + random.below(3); more != 0; --more)
        lab->class_priorities.push_back(static_cast<std::uint8_t>(random.below(3)));
      return lab;
    } catch (const kernel::InputError&) {
      continue;  // too few VCs, a pair without a way, too many crossbar ports
    }
  }
}

}  // namespace rc::test
