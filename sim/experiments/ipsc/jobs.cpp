#include "sim/experiments/ipsc/jobs.h"

#include "sim/machine/core_list.h"

namespace rc::sim {

FirmwareJob ipsc_job(const Machine& machine, int dimension, const std::string& app,
                     std::vector<std::string> arguments) {
  Machine cube = machine;
  cube.ipsc.cube.dimension = static_cast<std::uint32_t>(dimension);
  return app_job(cube, app, first_cores(cube.cores()), std::move(arguments));
}

}  // namespace rc::sim
