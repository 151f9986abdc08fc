// SPDX-License-Identifier: Apache-2.0
// The relations of meshes and tori equal those of the router of five ports: at every router, for
// every destination, input port, VC and class.
#include "tests/unit/noc/routing/old_relations.h"
#include "tests/unit/noc/routing/walk.h"

namespace rc::noc {
namespace {

constexpr unsigned kMostRouters = 6, kPortsOfOld = 5;

void expect_same(const char* name, const char* routing, unsigned cols, unsigned rows, VcPlan plan) {
  const Topology topology = make_topology(test::family(name, {cols, rows}));
  const auto relation = test::relation(topology, routing, plan);
  const test::OldRelation old(name, routing, cols, rows, plan.vcs, plan.classes);
  std::uint64_t different = 0;
  const unsigned routers = cols * rows;
  for (unsigned at = 0; at < routers; ++at) {
    for (unsigned to = 0; to < routers; ++to) {
      for (unsigned rest = 0; rest < kPortsOfOld * plan.vcs * plan.classes; ++rest) {
        const unsigned in_port = rest % kPortsOfOld, in_vc = rest / kPortsOfOld % plan.vcs;
        const unsigned message_class = rest / kPortsOfOld / plan.vcs;
        const test::OldAnswer answer =
            old({at % cols, at / cols, in_port, in_vc, to % cols, to / cols, message_class});
        Head head;
        head.destination = static_cast<EndId>(to);
        head.phase = 1;
        head.message_class = static_cast<std::uint8_t>(message_class);
        Choices choices;
        relation->route(at, in_port, in_vc, head, choices);
        bool same = choices.size() == answer.ports.size();
        for (unsigned i = 0; same && i < choices.size(); ++i) {
          same = choices[i].port == answer.ports[i] && choices[i].vcs == answer.vcs &&
                 !choices[i].escape;
        }
        different += !same;
      }
    }
  }
  EXPECT_EQ(different, 0) << name << " " << cols << " x " << rows << " " << routing;
}

void expect_same_on_all(const char* name, const std::vector<const char*>& routings) {
  for (unsigned cols = 1; cols <= kMostRouters; ++cols) {
    for (unsigned rows = 1; rows <= kMostRouters; ++rows) {
      for (const char* routing : routings) {
        expect_same(name, routing, cols, rows, {8, 2});
        expect_same(name, routing, cols, rows, {2, 1});
      }
    }
  }
}

TEST(NocRelations, MeshAsBefore) {
  expect_same_on_all("mesh", {"xy", "yx", "o1turn", "west-first", "odd-even"});
}

TEST(NocRelations, TorusAsBefore) { expect_same_on_all("torus", {"xy", "yx"}); }

}  // namespace
}  // namespace rc::noc
