// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/build.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <filesystem>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/hash.h"
#include "sim/base/paths.h"
#include "sim/lab/user/verilated_library.h"

namespace rc::sim::lab {
namespace {

namespace fs = std::filesystem;
using kernel::InputError;

// All that the build reads. What only `network synth` reads is not in it.
std::string key_of(const NetworkDescription& network, const std::vector<std::string>& made) {
  std::string key;
  add_to_key(key, verilator_version());
  for (const std::string& text : made) add_to_key(key, text);
  for (const auto* paths :
       {&network.sources, &network.include_dirs, &network.library_dirs, &network.data_files})
    add_files_to_key(key, *paths);
  add_files_to_key(key, {base::network_file("rtl"), base::network_file("rc_network.h")});
  return base::hash_of(key);
}

[[noreturn]] void refuse(const NetworkDescription& network, int status, const std::string& log) {
  if (log.find("Cannot find file containing module: '" + network.top + "'") != log.npos)
    throw InputError(fmt::format("{}/network.toml: top = \"{}\": no such module in the sources",
                                 network.directory, network.top));
  std::string line = first_error(log, "%Error");
  if (line.find("%Error") == line.npos)
    if (const std::string other = first_error(log, "error:"); !other.empty()) line = other;
  const bool in_ours = line.find("rc_net_top.sv:") != line.npos;
  if (const auto pin = line.find("Pin not found: "); pin != line.npos && in_ours)
    line = fmt::format("the top module {} lacks a pin: {}", network.top, line.substr(pin + 15));
  const std::string how =
      WIFSIGNALED(status) ? fmt::format(" (ended by signal {})", WTERMSIG(status)) : "";
  throw InputError(fmt::format("{}: Verilator{}: {}", network.directory, how,
                               kernel::shown(line, kernel::kMaxPathShown)));
}

std::vector<std::string> verilator_inputs(const NetworkDescription& network,
                                          const std::string& folder) {
  std::vector<std::string> command{"-Wno-fatal", "--assert"};
  if (!network.hierarchical.empty()) command.push_back("--hierarchical");
  for (const auto& [name, value] : network.defines)
    command.push_back(fmt::format("-D{}={}", name, value));
  for (const std::string& directory : network.include_dirs) command.push_back("-I" + directory);
  for (const std::string& directory : network.library_dirs) {
    command.push_back("-y");
    command.push_back(directory);
  }
  command.push_back("-y");
  command.push_back(base::network_file("rtl"));
  command.insert(command.end(), network.verilator_flags.begin(), network.verilator_flags.end());
  command.push_back(folder + "/rc_net.vlt");
  command.push_back(folder + "/rc_net_pkg.sv");
  command.insert(command.end(), network.sources.begin(), network.sources.end());
  command.push_back(folder + "/rc_net_top.sv");
  return command;
}

[[noreturn]] void refuse_link(const NetworkDescription& network, const std::string& log) {
  constexpr std::string_view kMissing = "undefined reference to";
  std::string line = first_error(log, kMissing);
  if (const auto at = line.find(kMissing); at == line.npos)
    line = first_error(log, "rror:");
  else
    line = line.substr(at) + "; functions imported by DPI are not linked";
  throw InputError(fmt::format("{}: the compiler: {}", network.directory,
                               kernel::shown(line, kernel::kMaxPathShown)));
}

void copy_data(const NetworkDescription& network, const fs::path& folder) {
  const fs::path data = folder / "data";
  fs::create_directories(data);
  for (const std::string& file : network.data_files) {
    const fs::path to = data / fs::relative(file, network.directory);
    fs::create_directories(to.parent_path());
    fs::copy_file(file, to);
  }
}

}  // namespace

std::string network_contents(const std::string& path) {
  if (fs::is_directory(path))
    return key_of(read_network(path), {base::read_file(path + "/network.toml")});
  return base::hash_of(base::read_file(path, base::kMaxExecutable));
}

BuiltNetwork build_network(const NetworkDescription& network, const NetworkShape& shape) {
  const std::string package = network_package(network, shape), top = network_top(network, shape),
                    constants = network_constants(network, shape);
  LibraryPlan plan;
  plan.cache = "networks";
  std::vector<std::string> made{package, top, constants, network_settings(network)};
  for (std::string& word : verilator_inputs(network, "")) made.push_back(std::move(word));
  plan.key = key_of(network, made);
  plan.announce = fmt::format("building {} with Verilator; the result is kept", network.directory);
  plan.name = "network.so";
  plan.files = {{"rc_net_pkg.sv", package},
                {"rc_net_top.sv", top},
                {"rc_net_constants.h", constants},
                {"rc_net.vlt", network_settings(network)}};
  plan.top = "rc_net_top";
  plan.unknowns = "unique";
  plan.verilator = [&](const std::string& folder) { return verilator_inputs(network, folder); };
  plan.source = base::network_file("rtl") + "/verilated_network.cpp";
  plan.include_dirs = {fs::path(base::network_file("rc_network.h")).parent_path().string()};
  plan.compiler_flags = {"-DVL_USER_WARN", "-include",
                         base::network_file("rtl") + "/verilated_print.h"};
  plan.refuse_verilator = [&](int status, const std::string& log) { refuse(network, status, log); };
  plan.refuse_compiler = [&](int, const std::string& log) { refuse_link(network, log); };
  plan.finish = [&](const std::string& folder) { copy_data(network, folder); };
  const BuiltLibrary built = build_library(plan);
  return {built.library, built.log};
}

}  // namespace rc::sim::lab
