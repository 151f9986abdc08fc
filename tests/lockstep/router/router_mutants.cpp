// SPDX-License-Identifier: Apache-2.0
// Each box of the router in SystemVerilog has a mutant (mutants.cmake), and the comparison with the C++
// model that router.cpp makes finds each of them. The router without a fault passes.
#include <RcRouteTable.h>
#include <RcRouteTableMutant.h>
#include <gtest/gtest.h>
#include <router_mutants_models.h>

#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "hw_model/noc/router/router.h"
#include "rtl_stubs/wrap/router_set.h"
#include "rtl_stubs/wrap/verilated_router.h"
#include "tests/lockstep/router/neighbours.h"
#include "tests/lockstep/router/two_stage_mutants.h"

namespace rc::rtl {
namespace {

struct RouterMutant {
  std::string box;  // its module; "none": no fault
  RouterSet set;
};

const std::vector<RouterMutant>& router_mutants() {
  static const std::vector<RouterMutant> mutants{
#define RC_ROUTER_MUTANT(box, model) {box, RC_VERILATED_SET(model, 8, 2, 3, 16, 4, 0)},
#include <router_mutants.inc>
#undef RC_ROUTER_MUTANT
  };
  return mutants;
}

// The first difference from the model; empty if there is none.
std::string first_difference(const RouterSet& set) {
  constexpr unsigned kCycles = 30'000, kCyclesPerLook = 7, kX = 3, kY = 5;
  const noc::NocParams params = set.params(noc::kCols, noc::kRows);
  noc::Router model(params, kX, kY);
  const std::unique_ptr<noc::RouterIf> rtl = set.make(kX, kY);
  noc::Neighbours neighbours(params, kX, kY, set.payload_bytes, 1);
  noc::RouterPins in, model_out, rtl_out;
  for (unsigned cycle = 0; cycle < kCycles; ++cycle) {
    neighbours.drive(model_out, in);
    model.tick(in, model_out);
    rtl->tick(in, rtl_out);
    const std::string found = noc::difference(model_out, rtl_out);
    if (!found.empty()) return found;
    if (model.idle() != rtl->idle()) return "idle";
    if (cycle % kCyclesPerLook != 0) continue;
    noc::RouterState held, rtl_held;
    if (!model.tell(held) || !rtl->tell(rtl_held) || !(held == rtl_held)) return "registers";
  }
  return "";
}

TEST(RouterMutants, AreFound) {
  for (const RouterMutant& mutant : router_mutants())
    EXPECT_EQ(first_difference(mutant.set).empty(), mutant.box == "none") << mutant.box;
}

// Entries that the table gives wrongly, of all VCs and destinations.
template <class Table>
unsigned wrong_ways() {
  Table table;
  unsigned wrong = 0;
  table.table_i = 0x76543210;
  for (unsigned vc = 0; vc < 2; ++vc) {
    for (unsigned destination = 0; destination < 4; ++destination) {
      table.vc_i = static_cast<CData>(vc);
      table.dst_i = static_cast<SData>(destination);
      table.eval();
      wrong += table.way_o != vc * 4 + destination ? 1 : 0;
    }
  }
  return wrong;
}

TEST(RouterMutants, OfTheTableIsFound) {
  EXPECT_EQ(wrong_ways<RcRouteTable>(), 0u);
  EXPECT_GT(wrong_ways<RcRouteTableMutant>(), 0u);
}

// A new box gets a mutant. The package has types alone.
TEST(RouterMutants, EachBoxHasOne) {
  std::set<std::string> boxes{"rc_router_pkg", "rc_route_table"};
  for (const RouterMutant& mutant : router_mutants()) boxes.insert(mutant.box);
  for (const test::TwoStageMutant& mutant : test::kTwoStageMutants) boxes.insert(mutant.box);
  std::istringstream sources(ROUTER_SOURCES);
  for (std::string source; std::getline(sources, source, ',');) {
    const std::size_t name = source.rfind('/') + 1;
    EXPECT_TRUE(boxes.contains(source.substr(name, source.rfind('.') - name))) << source;
  }
}

}  // namespace
}  // namespace rc::rtl
