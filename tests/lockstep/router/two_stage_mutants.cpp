// SPDX-License-Identifier: Apache-2.0
// A fault in each box that only routers of two stages have is found by the model beside them. Each
// takes Verilator some seconds.
#include "tests/lockstep/router/two_stage_mutants.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <stdexcept>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"
#include "tests/support/rtl_shapes.h"

namespace rc::test {
namespace {

std::unique_ptr<GraphLab> ring(Random& random, const noc::RouterParams& router) {
  noc::TopologyParams params;
  params.family = "ring";
  params.sizes = {6};
  return rtl_lab(noc::make_topology(params), "dor", router, nullptr, random);
}

class TwoStageMutants : public Shapes {
 protected:
  // The router's sources with the fault in one of them.
  static std::vector<std::string> mutated(const TwoStageMutant& mutant) {
    std::vector<std::string> sources = sim::lab::router_sources();
    for (std::string& source : sources) {
      if (std::filesystem::path(source).stem() != mutant.box) continue;
      std::string text = sim::base::read_file(source);
      const std::size_t at = text.find(mutant.right);
      if (at == text.npos) continue;
      text.replace(at, std::string(mutant.right).size(), mutant.wrong);
      const std::filesystem::path folder(RTL_CACHE "/mutants");
      std::filesystem::create_directories(folder);
      source = folder / (std::string(mutant.box) + ".sv");
      sim::base::write_file(source, text);
      return sources;
    }
    throw std::runtime_error(std::string(mutant.box) + " does not have: " + mutant.right);
  }
};

TEST_F(TwoStageMutants, AreFound) {
  for (const bool wavefront : {false, true}) {
    Random random(5);
    const auto lab = ring(
        random, two_stages(wavefront ? noc::AllocatorKind::wavefront : noc::AllocatorKind::islip));
    EXPECT_GT(run_paired(*lab, routers(*lab), 3000, random).compared, 10'000u);
    for (const TwoStageMutant& mutant : kTwoStageMutants) {
      if (mutant.wavefront != wavefront) continue;
      const auto make = routers(*lab, mutated(mutant));
      EXPECT_THROW(run_paired(*lab, make, 3000, random), kernel::MachineError) << mutant.box;
    }
  }
}

}  // namespace
}  // namespace rc::test
