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
  constexpr unsigned kRuns = 5;
  constexpr unsigned kMostCycles = 100'000;
  lockstep::Random random(which.seed);
  const auto lab = test::random_rtl_lab(test::random_rtl_router(random), random);
  SoakResult all;
  const unsigned runs = which.of(kRuns);
  try {
    const noc::RouterParams& router = lab->router;
    const noc::WayTables tables(lab->topology, *lab->routing, lab->relation, router.vcs);
    const noc::MakePinRouter make = sim::lab::rtl_routers(lab->topology.graph, router, tables);
    for (unsigned run = 0; run < runs; ++run) {
      const test::PairedRun done =
          test::run_paired(*lab, make, 1 + random.below(which.of(kMostCycles)), random);
      all.totals.router_cycles += done.cycles * lab->topology.graph.routers();
      all.totals.messages += done.messages;
    }
  } catch (const kernel::Error& error) {
    all.mismatch = fmt::format("{}\n{}", lab->text(), error.what());
  }
  return all;
}

}  // namespace rc::soak
