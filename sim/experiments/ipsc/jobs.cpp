// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/ipsc/jobs.h"

#include "sim/machine/core_list.h"

namespace rc::sim::experiments {

run::FirmwareJob ipsc_job(const machine::Machine& machine, int dimension, const std::string& app,
                          std::vector<std::string> arguments) {
  machine::Machine cube = machine;
  cube.ipsc.cube.dimension = static_cast<std::uint32_t>(dimension);
  return app_job(cube, app, machine::first_cores(cube.cores()), std::move(arguments));
}

}  // namespace rc::sim::experiments
