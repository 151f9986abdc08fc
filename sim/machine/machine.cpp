// SPDX-License-Identifier: Apache-2.0
#include "sim/machine/machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "hw_model/arch/ipsc_map.h"
#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/paths.h"

namespace rc::sim::machine {

int Machine::cores() const {
  if (kind == kXeonPhi) return static_cast<int>(xeonphi.cores.cores);
  if (kind == kSandyBridge) return static_cast<int>(sandybridge.cores.cores);
  return is_ipsc() ? 1 << std::min(ipsc.cube.dimension, IPSC_MAX_DIMENSION)
                   : static_cast<int>(geometry().cores());
}

std::uint64_t Machine::memory_bytes() const {
  return is_ipsc() ? std::uint64_t{IPSC_MEMORY_BYTES}
                   : std::uint64_t{params.machine.private_slots} * SCC_SLOT_SIZE;
}

Parameters Machine::parameters() {
  if (kind == kXeonPhi) return list_parameters(xeonphi);
  if (kind == kSandyBridge) return list_parameters(sandybridge);
  if (is_ipsc()) return list_parameters(ipsc);
  Parameters list = list_parameters(params);
  Parameters words = list_parameters(graph);
  for (Parameter& word : words) word.path = "noc." + word.path;
  const auto last = std::ranges::find(list, "noc.rtl_tiles", &Parameter::path);
  list.insert(last, words.begin(), words.end());
  return list;
}

Parameters Machine::parameters_as_set() {
  Parameters list = parameters();
  for (const ChangedParameter& changed : changed_parameters(*this)) {
    const auto set = set_by.find(changed.path);
    if (set == set_by.end()) continue;
    Parameter& parameter = *std::ranges::find(list, changed.path, &Parameter::path);
    parameter.source = set->second;
    parameter.fitted_on.clear();
  }
  return list;
}

std::vector<ChangedParameter> changed_parameters(Machine machine) {
  Machine defaults;
  defaults.kind = machine.kind;
  const Parameters all = machine.parameters(), plain = defaults.parameters();
  std::vector<ChangedParameter> changed;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (value_text(all[i]) != value_text(plain[i]))
      changed.push_back({all[i].path, value_text(all[i]), value_text(plain[i]), all[i].unit});
  return changed;
}

std::vector<std::string> changed_routers(const Machine& machine) {
  constexpr std::array<std::string_view, 3> kKept{"noc.cols", "noc.rows", "noc.message_classes"};
  std::vector<std::string> names;
  for (const ChangedParameter& each : changed_parameters(machine))
    if (each.path.starts_with("noc.") && std::ranges::find(kKept, each.path) == kKept.end())
      names.push_back(each.path);
  return names;
}

std::string beside_network(const std::vector<std::string>& names) {
  return fmt::format("{}: --network has routers and ways of its own, expected one or the other",
                     fmt::join(names, ", "));
}

Machine load_machine(const std::string& file, const std::vector<std::string>& settings,
                     const std::string& router, const std::string& dcm, bool network_exact,
                     const std::string& network) {
  Machine machine;
  const std::string path = base::find_machine_file(file);
  // Every result and page repeats it.
  machine.name = kernel::shown(std::filesystem::path(path).stem().string(), kernel::kMaxPathShown);
  machine.router = router;
  machine.dcm = dcm;
  machine.network_exact = network_exact;
  machine.network = network;
  const std::string text = base::read_file(path);
  machine.kind = toml_string(text, path, "kind", kScc);
  if (!machine.is_scc() && !machine.is_ipsc() && !machine.is_coherent())
    throw kernel::InputError(fmt::format("{}: kind '{}': expected '{}', '{}', '{}' or '{}'",
                                         kernel::shown(path, kernel::kMaxPathShown),
                                         kernel::shown(machine.kind), kScc, kIpsc860, kXeonPhi,
                                         kSandyBridge));
  const Parameters parameters = machine.parameters();
  Parameters in_file = parameters;
  in_file.push_back({"kind", &machine.kind, {}, "", "", ""});
  for (const auto& [set, comment] : read_toml(text, path, in_file))
    machine.set_by[set] =
        comment.empty() ? "set in " + machine.name : machine.name + ": " + comment;
  for (const std::string& setting : settings) {
    set_from_text(setting, parameters);
    machine.set_by[setting.substr(0, setting.find('='))] = "--set";
    machine.name += " " + kernel::shown(setting, kernel::kMaxPathShown);
  }
  if (!machine.is_scc() && router != "model")
    throw kernel::InputError(
        fmt::format("--router {}: {} has no routers", router, kernel::shown(machine.name)));
  if (!machine.is_ipsc() && dcm != "model")
    throw kernel::InputError(fmt::format("--dcm {}: {} has no direct-connect modules", dcm,
                                         kernel::shown(machine.name)));
  if (!machine.is_scc() && network_exact)
    throw kernel::InputError(
        fmt::format("--network-exact: {} has no mesh", kernel::shown(machine.name)));
  if (!machine.is_scc() && !network.empty())
    throw kernel::InputError(
        fmt::format("--network: {} has no mesh to be replaced", kernel::shown(machine.name)));
  if (const auto names = changed_routers(machine); !network.empty() && !names.empty())
    throw kernel::InputError(beside_network(names));
  return machine;
}

void expect_kind(const Machine& machine, const std::vector<std::string>& kinds,
                 const std::string& verb) {
  if (std::ranges::find(kinds, machine.kind) == kinds.end())
    throw kernel::InputError(fmt::format("{}: {} is of kind {}, expected {}", verb,
                                         kernel::shown(machine.name), machine.kind,
                                         fmt::join(kinds, " or ")));
}

void expect_firmware(const Machine& machine, const std::string& verb) {
  if (machine.is_coherent())
    throw kernel::InputError(
        fmt::format("{}: {} has no cores for firmware: it is a machine of kind {}", verb,
                    kernel::shown(machine.name), machine.kind));
}

void expect_scc_map(const Machine& machine, const std::string& program, const std::string& help) {
  const scc::Geometry geometry = scc::Layout(machine.params).geometry();
  if (geometry.has_scc_map()) return;
  throw kernel::InputError(fmt::format(
      "{}: this program knows the SCC's 6 x 4 tiles, and {} has {} x {} of {} core{} and {} "
      "bytes{}",
      program, kernel::shown(machine.name), geometry.cols, geometry.rows, geometry.cores_per_tile,
      geometry.cores_per_tile == 1 ? "" : "s", geometry.mpb_bytes, help));
}

void check_image(const Machine& machine, const ElfImage& elf, const std::string& file) {
  expect_firmware(machine, kernel::shown(file, kernel::kMaxPathShown));
  const bool nx = elf.has_code_of("nx::");
  const bool rcce = !nx && (elf.has_code_of("rcce::") || elf.has_code_of("RCCE_"));
  if (machine.is_ipsc() ? rcce : nx)
    throw kernel::InputError(fmt::format(
        "{}: this program is for {}, and {} is {}", kernel::shown(file, kernel::kMaxPathShown),
        nx ? "an iPSC/860 (it uses NX)" : "an SCC (it uses RCCE)", kernel::shown(machine.name),
        nx ? "an SCC" : "an iPSC/860"));
  if (machine.is_scc() && rcce && !elf.has_code_of("rcce::any_geometry"))
    expect_scc_map(machine, kernel::shown(file, kernel::kMaxPathShown),
                   ": compile it with cc -DANY_GEOMETRY (docs/geometry.md)");
}

}  // namespace rc::sim::machine
