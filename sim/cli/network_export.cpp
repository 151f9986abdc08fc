// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/network_export.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "hw_model/kernel/error.h"
#include "sim/cli/graph_options.h"
#include "sim/lab/export/network_export.h"
#include "sim/run/interconnect/chip_graph.h"

namespace rc::sim::cli {
namespace {

struct ExportVerb {
  MachineOptions machine;
  GraphOptions graph;
  std::string directory, topology, routing;
  lab::ExportOptions options;
  unsigned packet_flits = 0;  // 0: as long as a VC, and under wormhole at least the chip's
};

// The SCC's own mesh is a graph as well, under another name of its routing.
std::shared_ptr<const lab::GraphModel> chip_network(const ExportVerb& verb,
                                                    machine::Machine& machine) {
  if (verb.graph.wanted("mesh", "xy", {}) || !verb.topology.empty() || !verb.routing.empty())
    throw kernel::InputError(
        "--chip: the network is the machine's: expected --machine or --set in the place of the "
        "other options");
  if (machine.params.noc.routing == "yx")
    throw kernel::InputError("network export: routing yx is the mesh's alone: expected xy");
  if (!run::is_on_graph(machine)) machine.params.noc.routing = "dor";
  return run::graph_model(machine);
}

int write(const ExportVerb& verb) {
  machine::Machine machine = verb.machine.load();
  machine::expect_kind(machine, {machine::kScc}, "network export");
  lab::ExportOptions options = verb.options;
  std::shared_ptr<const lab::GraphModel> model;
  noc::NocParams& noc = machine.params.noc;
  verb.graph.set(noc);
  const auto flits_of = [&verb](const noc::RouterParams& router) {
    if (verb.packet_flits != 0) return verb.packet_flits;
    return router.flow == noc::FlowControl::wormhole ? std::max(router.vc_depth, 3u)
                                                     : router.vc_depth;
  };
  if (options.chip) {
    model = chip_network(verb, machine);
  } else {
    // Without a name, the one that the machine file describes.
    const bool named = !verb.topology.empty();
    const std::string own = named || noc.routing == "xy" ? "" : noc.routing;
    lab::GraphSettings settings = verb.graph.settings(
        named ? verb.topology : noc.topology, verb.routing.empty() ? own : verb.routing, noc,
        named ? noc::GraphWords() : machine.graph);
    settings.largest_packet = flits_of(settings.router);
    model = std::make_shared<const lab::GraphModel>(settings);
  }
  options.max_flits = flits_of(model->router());
  fmt::print(std::cout, "{}", lab::export_network(*model, options, verb.directory));
  return 0;
}

}  // namespace

void add_network_export(CLI::App& network, Action& action) {
  const auto options = std::make_shared<ExportVerb>();
  CLI::App& verb = *network.add_subcommand(
      "export", "write a network of noc, of any topology, as SystemVerilog for --network");
  writes(verb.add_option("directory", options->directory, "new folder")->required());
  options->machine.add_file_to(verb);
  GraphOptions::offer_names(
      verb.add_option("--topology", options->topology,
                      "as in noc (default: the machine's network, without its controllers)"),
      verb.add_option("--routing", options->routing, "a relation (default: the topology's own)"));
  verb.add_flag("--chip", options->options.chip,
                "the machine's network with its memory controllers, system interface and voltage "
                "controller, for run");
  options->graph.add_numbers(verb);
  verb.add_option("--flit-bits", options->options.flit_bits, "bits of data in a flit")
      ->check(whole_number(8, 1024))
      ->capture_default_str();
  verb.add_option("--packet-flits", options->packet_flits,
                  "of the longest packet (default: what fits a VC)")
      ->check(whole_number(1, 128));
  options->graph.add_topology(verb);
  options->graph.add_router(verb);
  verb.callback([options, &action] {
    options->graph.parsed();
    action = [options] { return write(*options); };
  });
}

}  // namespace rc::sim::cli
