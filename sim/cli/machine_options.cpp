// SPDX-License-Identifier: Apache-2.0
#include "sim/base/paths.h"
#include "sim/cli/cli.h"

namespace rc::sim::cli {

void MachineOptions::add_file_to(CLI::App& verb) {
  options_ = {
      verb.add_option("--machine", file, "machine file: a path, or a name from sim/machine/files")
          ->capture_default_str(),
      verb.add_option("--set", settings,
                      "set one machine parameter, as group.name=value; may be repeated")
          ->take_all()
          ->allow_extra_args(false)};
  for (CLI::Option* const option : options_) titled(option, "Machine");
  offers(options_.front(), base::machine_names());
}

void MachineOptions::add_to(CLI::App& verb, bool pairs) {
  add_file_to(verb);
  std::vector<std::string> routers = {"model", "rtl"};
  if (pairs) routers.push_back("paired");
  const std::vector<CLI::Option*> parts = {
      verb.add_option("--router", router,
                      std::string("SCC: the routers, as C++ models or Verilated SystemVerilog") +
                          (pairs ? "; paired: both at once, compared in every cycle" : ""))
          ->check(CLI::IsMember(std::move(routers)))
          ->capture_default_str(),
      verb.add_option(
              "--dcm", dcm,
              "iPSC/860: the direct-connect modules, as C++ models or Verilated SystemVerilog")
          ->check(CLI::IsMember({"model", "rtl"}))
          ->capture_default_str(),
      verb.add_flag("--network-exact", network_exact,
                    "SCC: step the mesh cycle by cycle instead of computing it by events; slower, "
                    "and no cycle is different"),
      verb.add_option(
          "--network", network,
          "SCC: a network of your own instead of the mesh: a folder with network.toml, or a "
          "shared library")};
  for (CLI::Option* const option : parts) titled(option, "Machine");
  options_.insert(options_.end(), parts.begin(), parts.end());
}

std::vector<std::string> MachineOptions::words() const {
  std::vector<std::string> words;
  for (const CLI::Option* option : options_) {
    if (option->get_items_expected_max() == 0 && option->count() > 0) {
      words.push_back(option->get_name());
      continue;
    }
    for (const std::string& value : option->results())
      words.insert(words.end(), {option->get_name(), value});
  }
  return words;
}

}  // namespace rc::sim::cli
