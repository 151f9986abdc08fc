// SPDX-License-Identifier: Apache-2.0
// Random networks of routers that the RTL has, and runs of the model beside the RTL.
#pragma once

#include <memory>
#include <string>

#include "hw_model/noc/network/paired_network.h"
#include "hw_model/noc/routing/way_table.h"
#include "tests/support/graph_runs.h"

namespace rc::test {

// kernel::InputError where `lab`'s relation is no table.
inline std::unique_ptr<GraphLab> rtl_lab(noc::Topology topology, const char* name,
                                         const noc::RouterParams& router,
                                         const noc::RoutingTable* table, Random& random) {
  auto lab = std::make_unique<GraphLab>(std::move(topology), name, router, table);
  const noc::WayTables tables(lab->topology, *lab->routing, name, router.vcs);
  lab->longest = 1 + random.below(lab->wormhole() ? 3 * router.vc_depth : router.vc_depth);
  return lab;
}

// First VCs, then the switch, by any allocators that the RTL has.
inline void two_random_stages(noc::RouterParams& router, Random& random) {
  const auto allocator = [&] { return static_cast<noc::AllocatorKind>(random.below(4)); };
  router.combined = false;
  router.vc = 1 + random.below(3);
  router.vc_allocator = allocator();
  router.switch_allocator = allocator();
  if (router.arbiter == noc::ArbiterKind::round_robin) router.iterations = 1 + random.below(3);
}

inline noc::RouterParams random_rtl_router(Random& random) {
  const unsigned classes = 1 + random.below(2);
  const noc::VcPlan vcs{classes * (1 + random.below(4)), classes};
  noc::RouterParams router = noc::scc_router(vcs, 1 + random.below(6), 1 + random.below(4));
  if (random.chance(50)) router.arbiter = noc::ArbiterKind::round_robin;
  if (random.chance(40)) router.flow = noc::FlowControl::wormhole;
  if (random.chance(20)) router.before = random.below(4);
  if (random.chance(20)) router.traverse = random.below(4);
  router.inject_step = random.below(2);
  if (random.chance(20)) router.route = 1 + random.below(3);
  if (random.chance(30)) router.credit = 0;
  if (random.chance(50)) two_random_stages(router, random);
  return router;
}

// One that the deadlock check finds free, of at most 12 ports a side. With more requesters than an
// arbiter of the least recently served has in the RTL, by round robin.
inline std::unique_ptr<GraphLab> random_rtl_lab(const noc::RouterParams& router, Random& random) {
  constexpr unsigned kMostPorts = 12;
  for (;;) {
    noc::Topology topology =
        random.chance(25) ? random_graph(random) : noc::make_topology(random_family(random));
    const auto wide = [](const noc::Channel& channel) { return channel.cycles_per_flit == 1; };
    if (topology.graph.radix() > kMostPorts ||
        !std::ranges::all_of(topology.graph.channels(), wide))
      continue;
    const auto names = noc::routings_of(topology, true);
    const char* name = names[random.below(static_cast<std::uint32_t>(names.size()))].name;
    const noc::RoutingTable table = random_table(topology.graph, random);
    noc::RouterParams possible = router;
    const unsigned requesters = router.combined ? std::max(kMostPorts, router.vcs.vcs)
                                                : topology.graph.radix() * router.vcs.vcs;
    if (requesters > 16) possible.arbiter = noc::ArbiterKind::round_robin;
    try {
      auto lab = rtl_lab(std::move(topology), name, possible, &table, random);
      if (lab->verdict().free) return lab;
    } catch (const kernel::InputError&) {
      continue;  // too few VCs, a pair without a way, a relation that is no table
    }
  }
}

struct PairedRun {
  std::uint64_t compared = 0;  // flits and credits
  std::uint64_t cycles = 0, messages = 0;
};

// Until both networks are empty. kernel::MachineError at the first difference.
inline PairedRun run_paired(const GraphLab& lab, const noc::MakePinRouter& make,
                            std::uint64_t cycles, Random& random) {
  constexpr std::uint64_t kMostFlits = 1'000'000;
  const auto injections = random_injections(lab, cycles, random, kMostFlits);
  const std::uint64_t seed = random.bits();
  const auto network = [&] {
    return std::make_unique<noc::SteppedNetwork>(lab.topology, *lab.routing, lab.router, seed);
  };
  auto pins = network();
  pins->replace_routers(make);
  noc::PairedNetwork pair(network(), std::move(pins));
  std::size_t delivered = 0, next = 0;
  std::uint64_t cycle = 1;
  pair.on_delivery([&](const noc::Packet&) { ++delivered; });
  for (; next < injections.size() || !pair.idle(); ++cycle) {
    for (; next < injections.size() && injections[next].cycle == cycle; ++next) {
      noc::Packet packet = packet_of(injections[next], next);
      packet.traffic_class = 0;  // these networks have one
      pair.inject(packet);
    }
    pair.tick(cycle);
    if (cycle % 101 == 0) pair.check();
  }
  pair.check();
  if (delivered != injections.size()) throw kernel::MachineError("packets are lost");
  return {pair.compared(), cycle, delivered};
}

}  // namespace rc::test
