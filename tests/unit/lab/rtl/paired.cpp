// SPDX-License-Identifier: Apache-2.0
// Routers in SystemVerilog of several shapes beside the model, at every pin; and a router with any fault
// at its pins is found. Each shape takes Verilator some seconds.
#include <gtest/gtest.h>

#include "sim/lab/rtl/shape_library.h"
#include "tests/support/rtl_shapes.h"

namespace rc::test {
namespace {

std::unique_ptr<GraphLab> torus(Random& random,
                                const noc::RouterParams& router = noc::scc_router({4, 2}, 3, 4)) {
  noc::TopologyParams params;
  params.family = "torus";
  params.sizes = {4, 3};
  params.wire = 1;
  return rtl_lab(noc::make_topology(params), "dor", router, nullptr, random);
}

// Three sets of VCs: both sides of the dateline, and all.
TEST_F(Shapes, TorusWithDateline) {
  Random random(1);
  const auto lab = torus(random);
  EXPECT_GT(run_paired(*lab, routers(*lab), 3000, random).compared, 10'000u);
}

TEST_F(Shapes, GraphWithTableByRoundRobinAndWormhole) {
  Random random(2);
  noc::RouterParams router = noc::scc_router({3, 1}, 2, 1);
  router.arbiter = noc::ArbiterKind::round_robin;
  router.flow = noc::FlowControl::wormhole;
  router.traverse = 2;
  router.before = 3;
  const auto lab = random_rtl_lab(router, random);
  EXPECT_GT(run_paired(*lab, routers(*lab), 3000, random).compared, 1000u) << lab->text();
}

TEST_F(Shapes, TwoStagesWithOtherStagesAndArbiters) {
  Random random(4);
  noc::RouterParams router = two_stages(noc::AllocatorKind::separable_output);
  router.flow = noc::FlowControl::cut_through;
  router.arbiter = noc::ArbiterKind::least_recently_served;
  router.switch_allocator = noc::AllocatorKind::separable_input;
  router.before = 1;
  router.route = 2;
  router.vc = 3;
  router.credit = 1;
  const auto lab = torus(random, router);
  EXPECT_GT(run_paired(*lab, routers(*lab), 3000, random).compared, 10'000u);
}

// What a broken router would do at its pins.
enum class Fault { none, lost_credit, other_vc, lost_tail, other_register };

class Faulty final : public noc::PinRouter {
 public:
  Faulty(std::unique_ptr<noc::PinRouter> router, Fault fault)
      : router_(std::move(router)), fault_(fault) {}
  void take(unsigned port, const noc::PinFlit& flit) override { router_->take(port, flit); }
  void credit(unsigned port, unsigned vc) override { router_->credit(port, vc); }
  void tick() override {
    router_->tick();
    ++ticks_;
  }
  noc::VcMask freed(unsigned port) const override {
    return fault_ == Fault::lost_credit && ticks_ > 200 ? 0 : router_->freed(port);
  }
  bool sent(unsigned port, noc::PinFlit& flit) const override {
    if (!router_->sent(port, flit)) return false;
    if (ticks_ > 200 && fault_ == Fault::other_vc) flit.vc ^= 1;
    if (ticks_ > 200 && fault_ == Fault::lost_tail) flit.tail = false;
    return true;
  }
  bool idle() const override { return router_->idle(); }
  void tell(unsigned port, noc::PortInput& input, noc::PortOutput& output) const override {
    router_->tell(port, input, output);
    if (ticks_ > 200 && fault_ == Fault::other_register) output.owned ^= 1;
  }

 private:
  std::unique_ptr<noc::PinRouter> router_;
  Fault fault_;
  unsigned ticks_ = 0;
};

std::string found(const GraphLab& lab, const noc::MakePinRouter& make, Fault fault) {
  Random random(3);
  try {
    run_paired(
        lab,
        [&](noc::RouterId id) -> std::unique_ptr<noc::PinRouter> {
          return std::make_unique<Faulty>(make(id), id == 5 ? fault : Fault::none);
        },
        3000, random);
  } catch (const kernel::MachineError& error) {
    return error.what();
  }
  return "";
}

TEST_F(Shapes, AFaultAtThePinsIsFoundInItsCycle) {
  Random random(1);
  const auto lab = torus(random);
  const auto make = routers(*lab);
  EXPECT_EQ(found(*lab, make, Fault::none), "");
  for (const Fault fault : {Fault::lost_credit, Fault::other_vc, Fault::lost_tail}) {
    const std::string what = found(*lab, make, fault);
    EXPECT_NE(what.find("pins differ in cycle"), what.npos) << what;
    EXPECT_NE(what.find("router 5"), what.npos) << what;
  }
  const std::string what = found(*lab, make, Fault::other_register);
  EXPECT_NE(what.find("router 5"), what.npos) << what;
  EXPECT_NE(what.find("the model holds"), what.npos) << what;
}

TEST_F(Shapes, WhatTheRtlDoesNotHaveIsRefused) {
  Random random(1);
  const auto lab = torus(random);
  const noc::WayTables tables(lab->topology, *lab->routing, "dor", lab->router.vcs);
  const auto refused = [&](auto change) {
    noc::RouterParams router = lab->router;
    change(router);
    try {
      sim::lab::router_shape(lab->topology.graph, router, tables);
    } catch (const kernel::InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused([](noc::RouterParams&) {}), "");
  const auto two_stages = [](noc::RouterParams& router) {
    router.combined = false;
    router.vc = 1;
    router.arbiter = noc::ArbiterKind::round_robin;
  };
  EXPECT_EQ(refused(two_stages), "");
  EXPECT_EQ(refused([&](noc::RouterParams& router) {
              two_stages(router);
              router.arbiter = noc::ArbiterKind::least_recently_served;
            }),
            "no router in SystemVerilog has a least-recently-served arbiter of 20 requesters: "
            "expected --arbiter round-robin");
  EXPECT_EQ(refused([&](noc::RouterParams& router) {
              two_stages(router);
              router.speculative = true;
            }),
            "no router in SystemVerilog has speculation: expected two stages, one after the other");
  EXPECT_NE(refused([&](noc::RouterParams& router) {
              two_stages(router);
              router.switch_allocator = noc::AllocatorKind::maximum;
            }),
            "");
  EXPECT_EQ(refused([](noc::RouterParams& router) { router.vc_depth = 17; }),
            "no router in SystemVerilog has 17 flits a VC: expected at most 16");
  EXPECT_NE(refused([](noc::RouterParams& router) { router.shared_slots = 1; }), "");
  EXPECT_NE(refused([](noc::RouterParams& router) { router.credit = 2; }), "");
  EXPECT_NE(refused([](noc::RouterParams& router) { router.priority = noc::Priority::age; }), "");
  EXPECT_NE(refused([](noc::RouterParams& router) { router.arbiter = noc::ArbiterKind::oldest; }),
            "");
  const auto valiant = noc::make_routing(lab->topology, {.name = "valiant", .vcs = {8, 1}});
  EXPECT_THROW(noc::WayTables(lab->topology, *valiant, "valiant", {8, 1}), kernel::InputError);
}

}  // namespace
}  // namespace rc::test
