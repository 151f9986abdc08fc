#include "sim/cli/cli.h"

namespace rc::sim {

void MachineOptions::add_to(CLI::App& verb) {
  verb.add_option("--machine", file, "machine file: a path, or a name from sim/machines")
      ->capture_default_str();
  verb.add_option("--set", settings,
                  "set one machine parameter, as group.name=value; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  verb.add_option("--router", router, "SCC: the routers, as C++ models or Verilated SystemVerilog")
      ->check(CLI::IsMember({"model", "rtl"}))
      ->capture_default_str();
  verb.add_option("--dcm", dcm,
                  "iPSC/860: the direct-connect modules, as C++ models or Verilated SystemVerilog")
      ->check(CLI::IsMember({"model", "rtl"}))
      ->capture_default_str();
  verb.add_flag("--network-exact", network_exact,
                "SCC: step the mesh cycle by cycle instead of computing it by events; slower, and "
                "no cycle is different");
  verb.add_option(
      "--network", network,
      "SCC: a network of your own instead of the mesh: a folder with network.toml, or a "
      "shared library");
}

std::vector<std::string> MachineOptions::words() const {
  std::vector<std::string> words{"--router", router, "--dcm", dcm};
  for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
  if (network_exact) words.emplace_back("--network-exact");
  if (!network.empty()) words.insert(words.end(), {"--network", network});
  return words;
}

}  // namespace rc::sim
