// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/topology_verb.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/traffic/channel_load.h"
#include "hw_model/noc/traffic/pattern.h"
#include "sim/base/files.h"
#include "sim/base/json_output.h"
#include "sim/cli/graph_options.h"
#include "sim/lab/evaluation/graph_report.h"
#include "sim/lab/topology/drawing.h"

namespace rc::sim::cli {
namespace {

struct TopologyOptions {
  MachineOptions machine;
  GraphOptions graph;
  std::string topology, routing, json_file, svg_file;
  unsigned largest_packet = 1;
  noc::PatternSettings pattern;
};

struct Distances {
  unsigned least = ~0u, most = 0;
  double mean = 0;
};

// In channels, over all pairs of end points.
Distances distances(const lab::GraphModel& model) {
  Distances all;
  const auto ends = static_cast<noc::EndId>(model.graph().ends().size());
  double sum = 0;
  for (noc::EndId to = 0; to < ends; ++to) {
    for (noc::EndId from = 0; from < ends; ++from) {
      const unsigned hops = model.hops(from, to);
      all.least = std::min(all.least, hops);
      all.most = std::max(all.most, hops);
      sum += hops;
    }
  }
  all.mean = sum / ends / ends;
  return all;
}

// The rate at which the busiest channel is full, or why it is not known, and both as a sentence.
nlohmann::ordered_json capacity(const lab::GraphModel& model, const noc::PatternSettings& pattern,
                                std::string& text) {
  const noc::Pattern traffic(model.ends(), pattern);
  try {
    const double rate = noc::capacity(
        model.topology(), traffic, noc::channel_load(model.topology(), model.routing(), traffic));
    text = fmt::format(
        "{:.4f} flits a node and cycle, with {} traffic: what its busiest channel "
        "carries{}",
        rate, pattern.name,
        noc::oblivious(model.topology(), model.routing())
            ? ""
            : " if packets are split evenly over the ways of the relation");
    return base::rounded(rate);
  } catch (const kernel::InputError& error) {  // ways that depend on the load
    text = fmt::format("not known: {}", error.what());
    return nullptr;
  }
}

int info_topology(const TopologyOptions& options) {
  machine::Machine machine = options.machine.load();
  machine::expect_kind(machine, {machine::kScc}, "info topology");
  noc::NocParams noc = machine.params.noc;
  options.graph.set(noc);
  // Without a name, the one that the machine file describes.
  const bool named = !options.topology.empty();
  const std::string own = named || noc.routing == "xy" ? "" : noc.routing;
  lab::GraphSettings settings = options.graph.settings(
      named ? options.topology : noc.topology, options.routing.empty() ? own : options.routing, noc,
      named ? noc::GraphWords() : machine.graph);
  settings.on_deadlock = lab::GraphSettings::OnDeadlock::judge;
  settings.largest_packet = options.largest_packet;
  const lab::GraphModel model(settings);
  base::check_outputs("", {options.json_file, options.svg_file});
  const noc::Graph& graph = model.graph();
  const Distances far = distances(model);
  std::string names;
  for (const noc::RoutingName& name : noc::routings_of(model.topology(), model.has_table()))
    names += fmt::format("\n    {:<16} {}", name.name, name.help);
  fmt::print(std::cout,
             "{}: {} routers of up to {} ports, {} end points, {} channels\n"
             "distance  {} to {} channels, {:.3f} on average\n"
             "router    {} cycles a hop, {} VCs of {} flits in {} class{}\n"
             "routing   {}\n"
             "deadlock  {}: {}",
             model.topology().family, graph.routers(), noc::most_built_ports(model.topology()),
             graph.ends().size(), graph.channels().size(), far.least, far.most, far.mean,
             model.router().hop(), model.router().vcs.vcs, model.router().vc_depth,
             model.router().vcs.classes, model.router().vcs.classes == 1 ? "" : "es",
             model.routing_name(), model.verdict().free ? "free" : "possible",
             noc::describe(model.verdict(), model.topology()));
  std::string most;
  const nlohmann::ordered_json rate = capacity(model, options.pattern, most);
  fmt::print(std::cout, "capacity  {}\n", most);
  fmt::print(std::cout, "relations of this topology:{}\n", names);
  if (!options.json_file.empty()) {
    nlohmann::ordered_json json = lab::graph_json(model);
    json["distance"] = {
        {"least", far.least}, {"most", far.most}, {"mean", base::rounded(far.mean)}};
    json["traffic"] = options.pattern.name;
    json["capacity"] = rate;
    json["graph"] = lab::topology_json(model.topology());
    base::write_json(options.json_file, json);
  }
  if (!options.svg_file.empty())
    base::write_file(options.svg_file,
                     lab::topology_svg(model.topology(), model.topology().family, {}));
  return 0;
}

}  // namespace

void add_info_topology(CLI::App& info, Action& action) {
  const auto options = std::make_shared<TopologyOptions>();
  CLI::App& verb = *info.add_subcommand(
      "topology", "describe a network: its size, its distances, whether it can deadlock");
  options->machine.add_file_to(verb);
  std::string families;
  for (const noc::Family& family : noc::families())
    families += fmt::format("{}{}", families.empty() ? "" : ", ", family.name);
  GraphOptions::offer_names(
      verb.add_option("topology", options->topology,
                      families + ", or a file (default: the machine's network)"),
      verb.add_option("--routing", options->routing, "a relation (default: the topology's own)"));
  options->graph.add_numbers(verb);
  verb.add_option("--packet-flits", options->largest_packet,
                  "of the longest packet, for the deadlock check")
      ->check(whole_number(1, 256))
      ->capture_default_str();
  verb.add_option("--traffic", options->pattern.name, "a pattern of noc, for the capacity")
      ->capture_default_str();
  options->graph.add_topology(verb);
  options->graph.add_router(verb);
  writes(verb.add_option("--json", options->json_file, "write the network as JSON"));
  writes(verb.add_option("--svg", options->svg_file, "write a picture of it"));
  verb.callback([options, &action] {
    options->graph.parsed();
    action = [options] { return info_topology(*options); };
  });
}

}  // namespace rc::sim::cli
