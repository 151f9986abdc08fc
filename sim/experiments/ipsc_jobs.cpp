#include "sim/experiments/ipsc_jobs.h"

#include <fmt/format.h>

#include "hw_model/kernel/error.h"
#include "sim/core_list.h"

namespace rc::sim {

Machine ipsc_machine(const Lab& lab) {
  if (!lab.machine_given()) return lab.other_machine(kIpsc860);
  if (!lab.machine().is_ipsc())
    throw kernel::InputError(fmt::format("{} is not an iPSC/860", lab.machine().name));
  return lab.machine();
}

FirmwareJob ipsc_job(const Machine& machine, int dimension, const std::string& app,
                     std::vector<std::string> arguments) {
  Machine cube = machine;
  cube.ipsc.cube.dimension = static_cast<std::uint32_t>(dimension);
  return app_job(cube, app, first_cores(cube.cores()), std::move(arguments));
}

}  // namespace rc::sim
