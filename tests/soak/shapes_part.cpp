// SPDX-License-Identifier: Apache-2.0
// Routers in SystemVerilog of a random shape beside the model: a case builds the routers of one network
// with Verilator and sends random traffic through it several times. Every pin is compared.
#include <fmt/format.h>

#include "hw_model/kernel/error.h"
#include "sim/lab/rtl/shape_router.h"
#include "tests/soak/case.h"
#include "tests/support/rtl_labs.h"

namespace rc::soak {

SoakResult soak_shapes(const SoakCase& which) {
  // Building costs ten seconds and more, so the smallest case is worth them, too.
  constexpr unsigned kRuns = 5;
  constexpr unsigned kFewest = 400'000, kMore = 1'600'000;  // router-cycles of a run
  lockstep::Random random(which.seed);
  const auto lab = test::random_rtl_lab(test::random_rtl_router(random), random);
  SoakResult all;
  const unsigned routers = lab->topology.graph.routers();
  try {
    const noc::RouterParams& router = lab->router;
    const noc::WayTables tables(lab->topology, *lab->routing, lab->relation, router.vcs);
    const noc::MakePinRouter make = sim::lab::rtl_routers(lab->topology.graph, router, tables);
    for (unsigned run = 0; run < kRuns; ++run) {
      const unsigned cycles = (kFewest + random.below(which.of(kMore))) / routers;
      const test::PairedRun done = test::run_paired(*lab, make, cycles, random);
      all.totals.router_cycles += done.cycles * routers;
      all.totals.messages += done.messages;
    }
  } catch (const kernel::Error& error) {
    all.mismatch = fmt::format("{}\n{}", lab->text(), error.what());
  }
  return all;
}

}  // namespace rc::soak
