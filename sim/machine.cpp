#include "sim/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "hw_model/kernel/error.h"
#include "hw_model/systemc/scc_system.h"
#include "rtl_stubs/wrap/rtl_router.h"
#include "sim/core_list.h"
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

noc::RouterFactory router_factory(const noc::NocParams& params, const std::string& router) {
  if (params.rtl_tiles.empty()) return router == "rtl" ? rtl::make_router : noc::make_model_router;
  const std::vector<int> numbers = parse_list(
      params.rtl_tiles, static_cast<int>(params.cols * params.rows), "noc.rtl_tiles", "routers");
  if (router == "rtl") {
    throw kernel::InputError(fmt::format(
        "noc.rtl_tiles '{}': with --router rtl every router is RTL already", params.rtl_tiles));
  }
  return [numbers](const noc::NocParams& p, unsigned x, unsigned y) {
    const bool rtl = std::ranges::binary_search(numbers, static_cast<int>(x + p.cols * y));
    return rtl ? rtl::make_router(p, x, y) : noc::make_model_router(p, x, y);
  };
}

std::unique_ptr<noc::MeshNetwork> make_network(const Machine& machine) {
  const noc::NocParams& params = machine.params.noc;
  return std::make_unique<noc::MeshNetwork>(params, systemc::SccSystem::end_points(),
                                            router_factory(params, machine.router));
}

}  // namespace rc::sim
