// SPDX-License-Identifier: Apache-2.0
// One random program of NX on a random iPSC/860: all statistics, and with cores that do not run
// ahead, and with direct-connect modules in SystemVerilog.
#include <fmt/format.h>

#include <numeric>

#include "sim/base/paths.h"
#include "tests/lockstep/isa/random.h"
#include "tests/soak/case.h"
#include "tests/soak/job_ways.h"
#include "tests/soak/random_program.h"

namespace rc::soak {
namespace {

using lockstep::Random;

sim::run::FirmwareJob random_nx_job(const SoakCase& which, Random& random) {
  const std::uint32_t dimension = random.below(random.chance(80) ? 4 : 6);
  std::vector<std::string> settings{fmt::format("ipsc.dimension={}", dimension)};
  const auto perhaps = [&](const char* name, std::uint32_t least, std::uint32_t most) {
    perhaps_set(settings, random, name, least, most);
  };
  constexpr std::uint32_t kMostToPass = 9;  // a probe takes no less
  perhaps("dcm.probe_cycles", kMostToPass, 400);
  perhaps("dcm.acknowledge_cycles", 1, 9);
  perhaps("dcm.pass_cycles", 1, kMostToPass);
  perhaps("dcm.overlap_window_us", 0, 90);
  perhaps("software.send_us", 0, 20);
  perhaps("software.accept_us", 0, 90);
  perhaps("software.complete_us", 0, 20);
  perhaps("software.control_us", 0, 40);
  perhaps("software.jitter_us", 0, 30);
  if (random.chance(20)) settings.emplace_back("dcm.node_circuits=2");
  if (random.chance(30)) settings.emplace_back("dcm.arbitration=lowest");
  sim::run::FirmwareJob job;
  job.machine = sim::machine::load_machine(sim::machine::kIpsc860, settings, "model");
  job.image = sim::base::firmware_image("nx_soak");
  job.cores.resize(std::size_t{1} << dimension);
  std::iota(job.cores.begin(), job.cores.end(), 0);
  const std::uint32_t rounds = which.of(2 + random.below(4 + (200u >> dimension)));
  job.arguments = {fmt::format("{}", random.word()), fmt::format("{}", rounds)};
  job.options.max_time = kernel::Picos{60'000'000'000'000};
  return job;
}

}  // namespace

SoakResult soak_ipsc(const SoakCase& which) {
  Random random(which.seed);
  const sim::run::FirmwareJob job = random_nx_job(which, random);
  sim::run::FirmwareJob in_step = job, rtl = job;
  in_step.options.decoupled = false;
  rtl.machine.dcm = "rtl";
  return compare_ways({{"", job}, {"--quantum 0", in_step}, {"--dcm rtl", rtl}});
}

}  // namespace rc::soak
