// A simulated machine as the command line names it: a machine file, --set on top, and the network
// that the routers of choice make.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw_model/chip/params.h"
#include "hw_model/noc/mesh_network.h"
#include "sim/parameters.h"

namespace rc::sim {

inline constexpr const char* kDefaultMachine = "scc";

struct Machine {
  std::string name = kDefaultMachine;  // the file's, without directory and ".toml", then --set's
  chip::SccParams params;
  std::string router = "model";
};

// `file` as find_machine_file() takes it; `settings` are "name=value".
Machine load_machine(const std::string& file, const std::vector<std::string>& settings,
                     const std::string& router);

// Routers as `router` says, "model" or "rtl": the C++ model everywhere but at noc.rtl_tiles, or the
// Verilated SystemVerilog everywhere. kernel::InputError for what no such router can be.
noc::RouterFactory router_factory(const noc::NocParams& params, const std::string& router);

std::unique_ptr<noc::MeshNetwork> make_network(const Machine& machine);

}  // namespace rc::sim
