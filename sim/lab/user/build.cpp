// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/user/build.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/hash.h"
#include "sim/base/paths.h"
#include "sim/base/say.h"
#include "sim/lab/user/contract_pins.h"
#include "sim/lab/user/module_header.h"
#include "sim/lab/user/verilated_library.h"
#include "sim/lab/user/verilator_error.h"

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
  const std::string how =
      WIFSIGNALED(status) ? fmt::format(" (ended by signal {})", WTERMSIG(status)) : "";
  throw InputError(
      fmt::format("{}: Verilator{}: {}", network.directory, how,
                  kernel::shown(verilator_error(network, log), kernel::kMaxPathShown)));
}

// The files of the network, and what their reading needs.
std::vector<std::string> verilator_inputs(const NetworkDescription& network,
                                          const std::string& folder) {
  std::vector<std::string> command{"-Wno-fatal"};
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
  command.push_back(folder + "/rc_net_pkg.sv");
  command.insert(command.end(), network.sources.begin(), network.sources.end());
  return command;
}

std::vector<std::string> build_inputs(const NetworkDescription& network,
                                      const std::string& folder) {
  std::vector<std::string> command = verilator_inputs(network, folder);
  command.push_back("--assert");
  if (!network.hierarchical.empty()) command.push_back("--hierarchical");
  command.push_back(folder + "/rc_net.vlt");
  command.push_back(folder + "/rc_net_top.sv");
  return command;
}

// What is read to see the pins: the top module without its body, where its source allows that.
struct Pins {
  std::string source;  // empty: all is read as it is
  ModuleHeader header;
};

constexpr const char* kHeaderFile = "rc_net_header.sv";

Pins pins_of(const NetworkDescription& network) {
  for (const std::string& source : network.sources)
    if (auto header = module_header(base::read_file(source), network.top))
      return {source, *std::move(header)};
  return {};
}

[[noreturn]] void refuse_hierarchical(const NetworkDescription& network, const std::string& what) {
  throw InputError(fmt::format("{}/network.toml: hierarchical: {}", network.directory, what));
}

// Of one that is not there Verilator says nothing, and nothing of a parameter that it gives the default
// whatever the instances say (seen with 5.006).
void check_hierarchical(const NetworkDescription& network) {
  for (const std::string& module : network.hierarchical) {
    bool found = false;
    for (const std::string& path : network.sources) {
      const std::string source = base::read_file(path);
      found = found || has_module(source, module);
      if (const std::string ones = parameter_of_ones(source, module); !ones.empty())
        refuse_hierarchical(
            network, fmt::format("'{}': parameter {} = '1, which Verilator would give to all "
                                 "instances: expected a default with a width, as {{8{{1'b1}}}}",
                                 kernel::shown(module), kernel::shown(ones)));
    }
    if (!found)
      refuse_hierarchical(
          network, fmt::format("'{}': no such module in the sources", kernel::shown(module)));
  }
}

// For Verilator all outputs of a hierarchical module depend on all its inputs. Where a path leads from
// them back to it, 5.006 may leave a signal on that path as it was before. It warns of such circles.
void check_circles(const NetworkDescription& network, const std::string& log) {
  if (network.hierarchical.empty()) return;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view kMark = "%Warning-UNOPTFLAT: ", kSignal = "'rc_net_top.";
    const std::size_t signal = line.find(kSignal);  // not of a circle inside the module
    if (!line.starts_with(kMark) || signal == line.npos) continue;
    const std::size_t name = signal + kSignal.size();
    refuse_hierarchical(
        network, fmt::format("a circle through {} without a register outside the modules named "
                             "here, which Verilator can simulate wrongly: expected registers "
                             "outside, or no hierarchical",
                             kernel::shown(line.substr(name, line.find('\'', name) - name))));
  }
}

// The file itself wherever a text names the one without the body.
std::string with_source(const Pins& pins, std::string text) {
  const std::string_view name = kHeaderFile;
  for (auto at = text.find(name); at != text.npos; at = text.find(name, at)) {
    const auto begin = text.find_last_of(" \n", at) + 1;
    text.replace(begin, at - begin + name.size(), pins.source);
    at = begin + pins.source.size();
  }
  return text;
}

std::vector<std::string> examine_inputs(const NetworkDescription& network, const Pins& pins,
                                        const std::string& folder) {
  std::vector<std::string> command = verilator_inputs(network, folder);
  for (std::string& word : command)
    if (word == pins.source && !word.empty()) word = folder + "/" + kHeaderFile;
  if (!pins.source.empty()) command.push_back("-I" + fs::path(pins.source).parent_path().string());
  for (const char* option : {"--xml-only", "--no-timing", "--top-module", "rc_net_pins", "--Mdir",
                             "examined", "--xml-output", "pins.xml", "-Wno-PINMISSING"})
    command.emplace_back(option);
  command.push_back(folder + "/rc_net_pins.sv");
  return command;
}

void check_pins(const NetworkDescription& network, const NetworkShape& shape, const Pins& pins,
                const std::string& folder) {
  if (const std::string log = base::read_file(folder + "/examine.log"); brings_package(log))
    refuse(network, 0, with_source(pins, log));
  const std::string file = folder + "/pins.xml";
  ElaboratedModule module = read_elaborated(file, "net");
  module.file = with_source(pins, module.file);
  for (ElaboratedPin& pin : module.pins) pin.file = with_source(pins, pin.file);
  const std::vector<std::string> complaints =
      pin_complaints(network.top, module, shape,
                     flit_widths(network, static_cast<std::uint32_t>(shape.places.size())).flit);
  fs::remove_all(folder + "/examined");
  fs::remove(file);
  if (complaints.empty()) return;
  for (std::size_t i = 0; i + 1 < complaints.size(); ++i)
    base::say("rockcreek: error: {}\n", complaints[i]);
  throw InputError(complaints.back());
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
  check_hierarchical(network);
  const Pins pins = pins_of(network);
  LibraryPlan plan;
  plan.cache = "networks";
  std::vector<std::string> made{package, top, constants, network_settings(network)};
  for (std::string& word : build_inputs(network, "")) made.push_back(std::move(word));
  plan.key = key_of(network, made);
  plan.announce = fmt::format("building {} with Verilator; the result is kept", network.directory);
  plan.name = "network.so";
  plan.files = {{"rc_net_pkg.sv", package},
                {"rc_net_top.sv", top},
                {"rc_net_pins.sv", network_pins(network, pins.header.text)},
                {kHeaderFile, pins.header.source},
                {"rc_net_constants.h", constants},
                {"rc_net.vlt", network_settings(network)}};
  plan.top = "rc_net_top";
  plan.unknowns = "unique";
  plan.verilator = [&](const std::string& folder) { return build_inputs(network, folder); };
  plan.examine = [&](const std::string& folder) { return examine_inputs(network, pins, folder); };
  plan.examined = [&](const std::string& folder) { check_pins(network, shape, pins, folder); };
  plan.source = base::network_file("rtl") + "/verilated_network.cpp";
  plan.include_dirs = {fs::path(base::network_file("rc_network.h")).parent_path().string()};
  plan.compiler_flags = {"-DVL_USER_WARN", "-include",
                         base::network_file("rtl") + "/verilated_print.h"};
  plan.refuse_verilator = [&](int status, const std::string& log) {
    refuse(network, status, with_source(pins, log));
  };
  plan.refuse_compiler = [&](int, const std::string& log) { refuse_link(network, log); };
  plan.finish = [&](const std::string& folder) {
    check_circles(network, base::read_file(folder + "/verilator.log"));
    copy_data(network, folder);
  };
  const BuiltLibrary built = build_library(plan);
  return {built.library, built.log};
}

}  // namespace rc::sim::lab
