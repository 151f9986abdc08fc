// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/paths.h"
#include "sim/experiments/networks/study.h"
#include "sim/machine/parameters.h"
#include "sim/run/interconnect/chip_graph.h"

namespace rc::sim::experiments {
namespace {

constexpr unsigned kLeastTiles = 4;
constexpr unsigned kMostOfStar = 48;  // tiles; controllers need ports of the one router, too
constexpr unsigned kGroup = 4;        // routers of a dragonfly's group, two tiles each

constexpr unsigned half_of(unsigned count) { return (count + 1) / 2; }

// Of the words of [noc], those that say which topology it is and where the chip's parts are.
void forget_structure(machine::Machine& chip) {
  const machine::Machine plain;
  chip.params.noc.topology = plain.params.noc.topology;
  chip.params.noc.routing = plain.params.noc.routing;
  noc::GraphWords& words = chip.graph;
  words.sizes = words.dragonfly = words.chips = words.broken = "";
  words.radix = plain.graph.radix;
  words.stages = plain.graph.stages;
  words.concentration = plain.graph.concentration;
  words.groups = plain.graph.groups;
  words.express = words.end_blocks = false;
  words.tiles = plain.graph.tiles;
  words.others = plain.graph.others;
}

// A topology by its own relation, whatever the chip has.
Network topology(const machine::Machine& chip, const std::string& name,
                 const std::vector<std::string>& settings) {
  Network network{"model-" + name, chip};
  forget_structure(network.machine);
  const machine::Parameters parameters = network.machine.parameters();
  for (const std::string& setting : settings) {
    machine::set_from_text("noc." + setting, parameters);
    network.machine.name += " --set noc." + setting;
  }
  return network;
}

// End points of the tiles where routers have 2 x 2 of them, numbered line by line over all routers.
std::string tiles_in_blocks(unsigned cols, unsigned rows) {
  std::vector<std::string> lines;
  const unsigned width = 2 * half_of(cols);
  for (unsigned row = 0; row < rows; ++row)
    lines.push_back(fmt::format("{}-{}", row * width, row * width + cols - 1));
  return fmt::format("{}", fmt::join(lines, ","));
}

std::vector<Network> topologies(const machine::Machine& chip) {
  const unsigned cols = chip.params.noc.cols, rows = chip.params.noc.rows, tiles = cols * rows;
  if (tiles < kLeastTiles) return {};
  const std::vector<std::string> blocks{fmt::format("sizes={}x{}", half_of(cols), half_of(rows)),
                                        "concentration=4", "end_blocks=true",
                                        "tiles=" + tiles_in_blocks(cols, rows)};
  const auto with = [](std::string name, std::vector<std::string> more) {
    more.insert(more.begin(), "topology=" + std::move(name));
    return more;
  };
  unsigned leaf = 2;  // of a tree of two levels: ports down and up
  while (leaf * leaf < tiles) ++leaf;
  const unsigned groups = std::max(2u, (tiles + 2 * kGroup - 1) / (2 * kGroup));
  const unsigned global = (groups - 1 + kGroup - 1) / kGroup;  // channels of a router

  std::vector<Network> list{
      topology(chip, "torus", {"topology=torus"}),
      topology(chip, "cmesh", with("cmesh", blocks)),
      topology(chip, "flattened", with("flattened", blocks)),
      topology(chip, "tree", {"topology=tree", fmt::format("radix={}", leaf), "stages=2"}),
      topology(chip, "ring", {"topology=ring", fmt::format("sizes={}", tiles)}),
      topology(chip, "dragonfly",
               {"topology=dragonfly", fmt::format("dragonfly={},{},2", kGroup, global),
                fmt::format("groups={}", groups), "tiles=spread"})};
  if (cols % 2 == 0)
    list.push_back(topology(chip, "chips",
                            {"topology=chips", fmt::format("sizes={}x{}", cols / 2, rows),
                             "chips=2x1", "chip_wire=8", "chip_cycles_per_flit=4"}));
  if (tiles <= kMostOfStar)
    list.push_back(
        topology(chip, "star", {"topology=star", fmt::format("concentration={}", tiles)}));
  return list;
}

// Why the machine cannot have this network; empty: it can.
std::string refusal(const machine::Machine& machine) {
  try {
    run::graph_model(machine);
    return "";
  } catch (const kernel::InputError& error) {
    return error.what();
  }
}

}  // namespace

Candidates networks_for(const machine::Machine& machine) {
  machine::Machine mesh = machine;
  mesh.network = "";
  Network own{"", machine};
  if (!machine.network.empty()) {
    const std::filesystem::path path = std::filesystem::weakly_canonical(machine.network);
    own.name = kernel::shown(path.stem().string());
  } else if (const std::string& topology = machine.params.noc.topology; topology != "mesh") {
    run::graph_model(machine);
    own.name = "model-" + kernel::shown(std::filesystem::path(topology).stem().string());
    forget_structure(mesh);
  }
  if (!own.name.empty()) return {{{"model", mesh}, own}, {}};

  Candidates found{{{"model", mesh}}, {}};
  if (!run::is_on_graph(mesh) && mesh.params.noc.routing == machine::Machine().params.noc.routing) {
    found.networks.push_back(topology(mesh, "mesh", {"routing=dor"}));
    found.networks.back().again = Network::Again::graph;
  }
  for (Network& network : topologies(mesh)) {
    if (const std::string why = refusal(network.machine); !why.empty())
      found.left_out.push_back(network.name + ": " + why);
    else
      found.networks.push_back(std::move(network));
  }
  if (!machine::changed_routers(mesh).empty()) return found;
  for (const char* name : {"mesh", "star", "ring", "wormhole"}) {
    Network& network = found.networks.emplace_back(Network{name, mesh});
    network.machine.network =
        std::filesystem::canonical(base::network_file(fmt::format("rtl/networks/{}", name)));
    if (network.name == "mesh") network.again = Network::Again::pins;
  }
  return found;
}

}  // namespace rc::sim::experiments
