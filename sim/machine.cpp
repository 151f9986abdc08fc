#include "sim/machine.h"

#include <fmt/format.h>

#include <filesystem>

#include "hw_model/kernel/error.h"
#include "hw_model/systemc/scc_system.h"
#include "sim/files.h"
#include "sim/paths.h"

namespace rc::sim {

Machine load_machine(const std::string& file, const std::vector<std::string>& settings,
                     const std::string& router) {
  Machine machine;
  const std::string path = find_machine_file(file);
  machine.name = std::filesystem::path(path).stem().string();
  machine.router = router;
  const Parameters parameters = list_parameters(machine.params);
  read_toml(read_file(path), path, parameters);
  for (const std::string& setting : settings) {
    set_from_text(setting, parameters);
    machine.name += " " + setting;
  }
  return machine;
}

std::unique_ptr<noc::MeshNetwork> make_network(const Machine& machine) {
  return std::make_unique<noc::MeshNetwork>(machine.params.noc, systemc::SccSystem::end_points());
}

}  // namespace rc::sim
