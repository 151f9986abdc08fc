// SPDX-License-Identifier: Apache-2.0
// Tests that build routers of a shape.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <string>
#include <vector>

#include "sim/lab/rtl/shape_router.h"
#include "tests/support/rtl_labs.h"

namespace rc::test {

// BookSim's router with two VCs, whose allocators are `kind`.
inline noc::RouterParams two_stages(noc::AllocatorKind kind) {
  noc::RouterParams router = noc::two_stage_router({2, 1}, 4);
  router.vc_allocator = router.switch_allocator = kind;
  if (kind == noc::AllocatorKind::islip) router.iterations = 2;
  return router;
}

class Shapes : public testing::Test {
 protected:
  // Kept in the build tree: a test is a process of its own, and several have the same shape.
  static void SetUpTestSuite() { ::setenv("XDG_CACHE_HOME", RTL_CACHE, 1); }

  static noc::MakePinRouter routers(
      const GraphLab& lab, const std::vector<std::string>& sources = sim::lab::router_sources()) {
    const noc::WayTables tables(lab.topology, *lab.routing, lab.relation, lab.router.vcs);
    return sim::lab::rtl_routers(lab.topology.graph, lab.router, tables, sources);
  }
};

}  // namespace rc::test
