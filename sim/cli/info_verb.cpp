// SPDX-License-Identifier: Apache-2.0
// rockcreek info: describes a machine, a firmware image or a topology.
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "hw_model/coherent/system.h"
#include "hw_model/scc/layout.h"
#include "sim/base/files.h"
#include "sim/base/json_output.h"
#include "sim/base/paths.h"
#include "sim/cli/cli.h"
#include "sim/cli/topology_verb.h"
#include "sim/lab/evaluation/graph_model.h"
#include "sim/lab/evaluation/graph_words.h"
#include "sim/machine/elf_image.h"

namespace rc::sim::cli {
namespace {

struct MachineInfoOptions {
  MachineOptions machine;
  std::string json_file;
};

// What no verb would take: single values are in their ranges, but may not go together.
void check_parts(const machine::Machine& machine) {
  if (machine.kind == machine::kXeonPhi) static_cast<void>(coherent::System(machine.xeonphi));
  if (machine.kind == machine::kSandyBridge)
    static_cast<void>(coherent::System(machine.sandybridge));
  if (!machine.is_scc()) return;
  const scc::Layout layout(machine.params);
  const noc::NocParams& noc = machine.params.noc;
  const std::vector<std::string> words = lab::given_words(machine.graph);
  if (!lab::needs_graph(words, noc.topology, noc.routing)) return noc::check_params(noc);
  lab::GraphSettings settings =
      lab::graph_settings({.topology = noc.topology,
                           .routing = noc.routing == "xy" ? "" : noc.routing,
                           .noc = noc,
                           .words = machine.graph,
                           .given = words,
                           .numbers_given = {},
                           .naming = lab::Naming::machine});
  settings.on_deadlock = lab::GraphSettings::OnDeadlock::judge;
  const lab::GraphModel network(settings);
}

int info_machine(const MachineInfoOptions& options) {
  machine::Machine machine = options.machine.load();
  check_parts(machine);
  base::check_outputs("", {options.json_file});
  const machine::Parameters parameters = machine.parameters_as_set();
  fmt::print(std::cout, "machine {} (known: {})\n", machine.name,
             fmt::join(base::machine_names(), ", "));
  machine::print_parameters(std::cout, parameters);
  base::write_json(options.json_file, {{"machine", machine.name},
                                       {"parameters", machine::parameters_json(parameters)}});
  return 0;
}

int info_app(const MachineOptions& options, const std::string& image) {
  const machine::Machine machine = options.load();
  const machine::ElfImage elf = machine::load_elf(image, machine.memory_bytes());
  fmt::print(std::cout, "{}: entry {:#010x} ({})\n", image, elf.entry, elf.locate(elf.entry));
  for (const machine::ElfSegment& segment : elf.segments)
    fmt::print(std::cout, "  {:#010x} {:>9} bytes, {:>9} from the file{}\n", segment.address,
               segment.memory_bytes, segment.bytes.size(), segment.executable ? ", code" : "");
  fmt::print(std::cout, "  {} code symbols\n", elf.symbols.size());
  return 0;
}

}  // namespace

void add_info(CLI::App& app, Action& action) {
  CLI::App& verb =
      *app.add_subcommand("info", "describe a machine, a firmware image or a topology");
  verb.require_subcommand(1);

  const auto machine = std::make_shared<MachineInfoOptions>();
  CLI::App& machine_verb =
      *verb.add_subcommand("machine", "list every machine parameter with value, unit and source");
  machine->machine.add_file_to(machine_verb);
  writes(machine_verb.add_option("--json", machine->json_file, "write the same as JSON"));
  machine_verb.callback(
      [machine, &action] { action = [machine] { return info_machine(*machine); }; });

  add_info_topology(verb, action);

  struct AppOptions {
    MachineOptions machine;
    std::string image;
  };
  const auto app_options = std::make_shared<AppOptions>();
  CLI::App& app_verb =
      *verb.add_subcommand("app", "list the segments and the entry point of a firmware image");
  app_options->machine.add_file_to(app_verb);
  app_verb.add_option("image", app_options->image, "firmware image (ELF32, i386)")->required();
  app_verb.callback([app_options, &action] {
    action = [app_options] { return info_app(app_options->machine, app_options->image); };
  });
}

}  // namespace rc::sim::cli
