// SPDX-License-Identifier: Apache-2.0
// Packets that keep the switch: their flits leave in a row, and no longer than that.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hw_model/kernel/error.h"
#include "tests/support/graph_networks.h"

namespace rc::noc {
namespace {

Topology star(unsigned ends) {
  TopologyParams params;
  params.family = "star";
  params.concentration = ends;
  return make_topology(params);
}

RouterParams router_of(bool hold, unsigned vcs = 2, unsigned depth = 8) {
  RouterParams router = two_stage_router({vcs, 1}, depth);
  router.hold_switch = hold;
  return router;
}

// Which packet's flits leave the router by each cycle: a letter each, '.' for none.
class Order final : public FlitObserver {
 public:
  void came(const PassingFlit&) override {}
  void left(const PassingFlit& flit) override {
    seen_.back() = static_cast<char>('a' + flit.packet.id);
  }
  void ticked(std::uint64_t) override { seen_ += '.'; }
  const std::string& seen() const { return seen_; }

 private:
  std::string seen_ = ".";
};

Packet packet(EndId source, EndId destination, std::uint16_t flits, std::uint64_t id) {
  Packet packet;
  packet.source = source;
  packet.destination = destination;
  packet.flits = flits;
  packet.id = id;
  return packet;
}

// End points 0 and 1 send packets of four flits to end point 2.
std::string order(const RouterParams& router) {
  const test::GraphLab lab(star(3), "min", router);
  SteppedNetwork network(lab.topology, *lab.routing, router);
  Order order;
  network.observe(order);
  network.inject(packet(0, 2, 4, 0));
  network.inject(packet(1, 2, 4, 1));
  std::uint64_t cycle = 0;
  while (!network.idle()) {
    network.tick(++cycle);
    network.check();
  }
  const std::string all = order.seen();
  const auto first = all.find_first_not_of('.');
  return all.substr(first, all.find_last_not_of('.') + 1 - first);
}

TEST(HoldSwitch, APacketLeavesInARow) {
  EXPECT_EQ(order(router_of(false)), "abababab");
  EXPECT_EQ(order(router_of(true)), "aaaabbbb");
}

// The flits of the second packet wait for a slot of their VC: the first loses the switch when its next
// flit is not there yet, or has no credit.
TEST(HoldSwitch, WithoutAFlitOrACreditTheSwitchIsFree) {
  // A flit comes in every other cycle at most, since a VC has one slot and its credit takes a cycle.
  const std::string sparse = order(router_of(true, 2, 1));
  EXPECT_EQ(sparse, order(router_of(false, 2, 1)));
  EXPECT_NE(sparse.find("ab"), std::string::npos) << sparse;
}

TEST(HoldSwitch, OneFlitPacketsSeeNoDifference) {
  const test::GraphLab lab(star(8), "min", router_of(false));
  std::vector<std::vector<std::uint64_t>> sent;
  for (const bool hold : {false, true}) {
    SteppedNetwork network(lab.topology, *lab.routing, router_of(hold));
    test::Random random(3);
    std::vector<std::uint64_t> arrivals;
    std::uint64_t cycle = 0;
    network.on_delivery(
        [&](const Packet& packet) { arrivals.push_back(cycle * 1000 + packet.id); });
    while (cycle < 500 || !network.idle()) {
      ++cycle;
      for (EndId end = 0; end < 8 && cycle < 500; ++end)
        if (random.chance(60))
          network.inject(packet(end, static_cast<EndId>(random.below(8)), 1, cycle));
      network.tick(cycle);
    }
    sent.push_back(arrivals);
  }
  EXPECT_GT(sent[0].size(), 1000u);
  EXPECT_EQ(sent[0], sent[1]);
}

// A packet that holds the switch keeps others waiting where they are: one flit in its VC's own two slots,
// and of a longer packet two flits in its own slots and two in the shared ones.
TEST(SharedSlots, OfAWormholeAreTakenLast) {
  RouterParams router = router_of(true, 2, 2);
  router.shared_slots = 2;
  const test::GraphLab lab(star(3), "min", router);
  SteppedNetwork network(lab.topology, *lab.routing, router);
  std::uint64_t cycle = 0;
  network.inject(packet(1, 2, 200, 0));
  while (cycle < 10) network.tick(++cycle);
  network.inject(packet(0, 2, 1, 1));
  network.inject(packet(0, 2, 8, 2));
  while (cycle < 40) network.tick(++cycle);
  const PortInput blocked = network.input(0, 0);
  EXPECT_EQ(blocked.held[0] + blocked.held[1], 1 + 4);
}

TEST(HoldSwitch, IsOfTwoStages) {
  RouterParams router = scc_router({2, 1}, 3, 4);
  router.hold_switch = true;
  try {
    check_router(router, 5);
    ADD_FAILURE() << "should be refused";
  } catch (const kernel::InputError& error) {
    EXPECT_STREQ(error.what(), "router: combined allocation holds no switch: expected two stages");
  }
}

}  // namespace
}  // namespace rc::noc
