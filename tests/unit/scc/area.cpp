// SPDX-License-Identifier: Apache-2.0
// The area of routers, against what Yosys counts in the one in SystemVerilog.
#include "hw_model/scc/area.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace rc::scc {
namespace {

TEST(Area, OfTheSccsRouterIsThePublished) { EXPECT_DOUBLE_EQ(router_mm2({}, {}), 1.32); }

TEST(Area, GoesWithWhatARouterIsMadeOf) {
  const AreaParams params{
      .router_mm2 = 2, .router_base = 100, .router_slot = 10, .router_vc = 5, .router_stage = 20};
  // The SCC's: 100 + 24 * 10 + 8 * 5 + 3 * 20
  noc::NocParams other;
  other.vcs = 4;
  other.vc_depth = 10;
  other.pipeline = 1;
  EXPECT_DOUBLE_EQ(router_transistors(params, other), 100 + 40 * 10 + 4 * 5);
  EXPECT_DOUBLE_EQ(router_mm2(params, other), 2 * 520.0 / 440);
}

// Also for the rows that the formula was not fitted to.
TEST(Area, FormulaIsNearWhatYosysCounts) {
  std::ifstream csv(ROUTER_AREA_CSV);
  std::string line;
  std::getline(csv, line);
  ASSERT_EQ(line, "fitted,vcs,classes,depth,pipeline,flip_flops,transistors");
  unsigned fitted = 0, unseen = 0;
  while (std::getline(csv, line)) {
    std::istringstream in(line);
    char comma;
    double flip_flops, transistors;
    bool was_fitted;
    noc::NocParams noc;
    ASSERT_TRUE(in >> was_fitted >> comma >> noc.vcs >> comma >> noc.message_classes >> comma >>
                noc.vc_depth >> comma >> noc.pipeline >> comma >> flip_flops >> comma >>
                transistors)
        << line;
    ++(was_fitted ? fitted : unseen);
    EXPECT_NEAR(router_transistors({}, noc) / transistors, 1, 0.04) << line;
  }
  EXPECT_EQ(fitted, 14u);
  EXPECT_EQ(unseen, 7u);
}

// Routers of other networks: no such row is fitted.
TEST(Area, FormulaIsNearForOtherNumbersOfPorts) {
  std::ifstream csv(ROUTER_AREA_PORTS_CSV);
  std::string line;
  std::getline(csv, line);
  ASSERT_EQ(line, "vcs,classes,depth,pipeline,ports,flip_flops,transistors");
  const AreaParams params;
  const double each = params.router_mm2 / router_transistors(params, noc::NocParams());
  unsigned rows = 0;
  for (; std::getline(csv, line); ++rows) {
    std::istringstream in(line);
    char comma;
    unsigned vcs, classes, depth, pipeline, ports;
    double flip_flops, transistors;
    ASSERT_TRUE(in >> vcs >> comma >> classes >> comma >> depth >> comma >> pipeline >> comma >>
                ports >> comma >> flip_flops >> comma >> transistors)
        << line;
    const noc::RouterParams router = noc::scc_router({.vcs = vcs}, depth, pipeline);
    EXPECT_NEAR(router_mm2(params, router, ports, ports) / (each * transistors), 1, 0.1) << line;
  }
  EXPECT_EQ(rows, 7u);
}

}  // namespace
}  // namespace rc::scc
