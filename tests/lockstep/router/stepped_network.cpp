// SPDX-License-Identifier: Apache-2.0
// SteppedNetwork as the SCC's kind of network against EventNetwork: the same packets delivered in
// the same cycles, and the same counters of links, VCs and buffers, for random meshes and tori.
#include "hw_model/noc/network/stepped_network.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hw_model/noc/network/event_network.h"
#include "hw_model/noc/network/topology.h"
#include "tests/support/noc_traffic.h"
#include "tests/support/random.h"

namespace rc::noc {
namespace {

struct Delivered {
  std::uint64_t cycle, id;
  bool operator==(const Delivered&) const = default;
};

// The mesh of `points`: also with end points at its edges, as memory controllers are.
Topology with_ends(const NocParams& params, const std::vector<EndPoint>& points) {
  TopologyParams wanted;
  wanted.family = params.topology;
  wanted.sizes = {params.cols, params.rows};
  Topology topology = make_topology(wanted);
  std::vector<End> ends;
  for (const EndPoint& at : points) {
    const RouterId router = at.x + params.cols * at.y;
    ends.push_back({router, router, at.port, at.port, 0, 0});
  }
  const auto channels = topology.graph.channels();
  topology.graph = topology.graph.with({channels.begin(), channels.end()}, std::move(ends));
  return topology;
}

// Names the first difference of the counters, or nothing.
std::string difference(const NocParams& params, const EventNetwork& event,
                       const SteppedNetwork& stepped, std::uint64_t cycle) {
  if (event.injected_flits() != stepped.injected_flits() ||
      event.ejected_flits() != stepped.ejected_flits() ||
      event.queued_packets() != stepped.queued_packets())
    return "flits in or out, or packets queued";
  const std::vector<std::uint64_t> sent = stepped.flits_sent(), held = stepped.slots_held();
  for (unsigned router = 0; router < params.cols * params.rows; ++router) {
    const unsigned x = router % params.cols, y = router / params.cols;
    const LinkCounters links = event.links(x, y);
    const BufferAudit buffers = event.buffers(x, y);
    for (unsigned port = 0; port < kPorts; ++port) {
      for (unsigned vc = 0; vc < params.vcs; ++vc) {
        const std::size_t at = (router * kPorts + port) * params.vcs + vc;
        if (links.flits[port][vc] != sent[at]) return "flits on links";
        if (buffers.residence(port, vc, cycle) != held[at]) return "use of buffers";
      }
    }
  }
  return "";
}

void expect_equal(std::uint64_t seed) {
  test::Random random(seed);
  const NocParams params = test::random_params(random);
  std::vector<EndPoint> points = test::local_points(params);
  for (std::uint8_t y = 0; y < params.rows && params.topology == "mesh"; ++y)
    if (random.chance(30)) points.push_back({0, y, kWest});
  const Topology topology = with_ends(params, points);
  const VcPlan vcs{params.vcs, params.message_classes};
  const auto routing = make_routing(topology, {.name = params.routing, .vcs = vcs});
  SteppedNetwork stepped(topology, *routing, scc_router(vcs, params.vc_depth, params.pipeline));
  if (seed % 2 != 0) stepped.evaluate_backwards();
  EventNetwork event(params, points);

  std::uint64_t cycle = 0, id = 0;
  std::vector<Delivered> by_event, by_step;
  event.on_delivery([&](const Packet& packet) { by_event.push_back({cycle, packet.id}); });
  stepped.on_delivery([&](const Packet& packet) { by_step.push_back({cycle, packet.id}); });
  const auto count = static_cast<std::uint32_t>(points.size());
  const unsigned percent = 1u << random.below(7);
  const std::uint64_t end = 200 + random.below(1000);
  for (cycle = 1; cycle < end || !event.idle() || !stepped.idle(); ++cycle) {
    for (EndId from = 0; from < count && cycle < end; ++from) {
      if (!random.chance(percent)) continue;
      Packet packet;
      packet.source = from;
      packet.destination = static_cast<EndId>(random.below(count));
      packet.flits = static_cast<std::uint16_t>(1 + random.below(params.vc_depth));
      packet.message_class = static_cast<std::uint8_t>(random.below(params.message_classes));
      packet.id = ++id;
      event.inject(packet);
      stepped.inject(packet);
    }
    event.tick(cycle);
    stepped.tick(cycle);
    ASSERT_EQ(by_event, by_step) << "seed " << seed << ", cycle " << cycle;
    if (cycle % 101 == 0) {
      ASSERT_EQ(difference(params, event, stepped, cycle), "") << "seed " << seed;
      by_event.clear();
      by_step.clear();
    }
  }
}

TEST(SteppedNetwork, EqualsTheEventNetworkOnRandomMeshesAndTori) {
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    expect_equal(seed);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace rc::noc
