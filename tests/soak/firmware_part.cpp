// SPDX-License-Identifier: Apache-2.0
// One random program of many cores on a random machine, some on a network of another topology: all statistics with the simulator's
// shortcuts, and with each of them off.
#include "tests/soak/case.h"
#include "tests/soak/job_ways.h"
#include "tests/soak/random_program.h"

namespace rc::soak {

SoakResult soak_firmware(const SoakCase& which) {
  lockstep::Random random(which.seed);
  RandomProgram program = random_program(which, random);
  if (random.chance(40)) add_topology(program.settings, random);
  const sim::run::FirmwareJob job = program.job();
  sim::run::FirmwareJob polling = job, in_step = job, exact = job, threaded = job;
  polling.options.fast_forward = false;
  in_step.options.decoupled = false;
  exact.machine.network_exact = true;
  threaded.options.threads = 3;
  return compare_ways({{"", job},
                       {"--no-fast-forward", polling},
                       {"--quantum 0", in_step},
                       {"--network-exact", exact},
                       {"--threads 3", threaded}});
}

}  // namespace rc::soak
