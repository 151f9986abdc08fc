// SPDX-License-Identifier: Apache-2.0
#include "sim/run/interconnect/chip_graph.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/scc/layout.h"
#include "sim/lab/evaluation/graph_words.h"
#include "sim/machine/core_list.h"

namespace rc::sim::run {
namespace {

// In this order, below `ends`.
std::vector<int> end_points(const char* name, const std::string& text, std::size_t ends,
                            const char* otherwise) {
  auto found = machine::numbers_of(text, static_cast<int>(ends));
  if (found) return *std::move(found);
  throw kernel::InputError(fmt::format("{} '{}': expected {}, or end points of 0 to {} as 0-5,8",
                                       name, kernel::shown(text), otherwise, ends - 1));
}

void expect_count(const char* name, std::size_t found, std::size_t wanted, const char* what) {
  if (found == wanted) return;
  throw kernel::InputError(
      fmt::format("{}: {} end points, expected {}, one for each {}", name, found, wanted, what));
}

// One seat for each end point of the chip.
std::vector<noc::Seat> seats_of(const machine::Machine& machine, const noc::Topology& topology) {
  const scc::Layout layout(machine.params);
  const scc::Geometry& geometry = layout.geometry();
  const std::size_t tiles = geometry.tiles(), ends = topology.graph.ends().size();
  const std::string& rule = machine.graph.tiles;
  std::vector<noc::Seat> seats;
  if (rule == "rows" || rule == "spread") {
    if (ends < tiles)
      throw kernel::InputError(fmt::format(
          "noc.topology {}: {} end points, expected one for each of the {} tiles at least",
          kernel::shown(topology.family), ends, tiles));
    for (std::size_t tile = 0; tile < tiles; ++tile)
      seats.push_back({.at = static_cast<noc::EndId>(rule == "rows" ? tile : tile * ends / tiles)});
  } else {
    for (const int end : end_points("noc.tiles", rule, ends, "rows, spread"))
      seats.push_back({.at = static_cast<noc::EndId>(end)});
    expect_count("noc.tiles", seats.size(), tiles, "tile");
  }
  const std::span<const noc::EndPoint> others = std::span(layout.end_points()).subspan(tiles);
  if (machine.graph.others == "beside") {
    for (const noc::EndPoint& place : others)
      seats.push_back(
          {.at = seats[place.x + geometry.cols * place.y].at, .beside = true, .port = place.port});
    return seats;
  }
  for (const int end : end_points("noc.others", machine.graph.others, ends, "beside"))
    seats.push_back({.at = static_cast<noc::EndId>(end)});
  expect_count("noc.others", seats.size() - tiles, others.size(),
               "memory controller, the system interface and the voltage controller");
  return seats;
}

}  // namespace

bool is_on_graph(const machine::Machine& machine) {
  if (!machine.is_scc()) return false;
  const noc::NocParams& noc = machine.params.noc;
  const noc::GraphWords defaults;
  return noc.topology == "torus" || machine.graph.tiles != defaults.tiles ||
         machine.graph.others != defaults.others ||
         lab::needs_graph(lab::given_words(machine.graph), noc.topology, noc.routing);
}

std::shared_ptr<const lab::GraphModel> graph_model(const machine::Machine& machine) {
  if (!is_on_graph(machine)) return nullptr;
  const noc::NocParams& noc = machine.params.noc;
  if (!machine.network.empty())
    throw kernel::InputError(
        "--network takes the place of the network that noc.topology, noc.routing and the like "
        "describe: expected a machine without them");
  if (!noc.rtl_tiles.empty())
    throw kernel::InputError(
        "noc.rtl_tiles is for a mesh of the SCC's routers: expected --router rtl");
  if (machine.router == "paired")
    throw kernel::InputError("--router paired is for noc: expected model or rtl");
  if (noc.message_classes != 2)
    throw kernel::InputError(fmt::format(
        "noc.message_classes = {}: expected 2, requests and responses", noc.message_classes));
  lab::GraphSettings settings =
      lab::graph_settings({.topology = noc.topology,
                           .routing = noc.routing == "xy" ? "" : noc.routing,
                           .noc = noc,
                           .words = machine.graph,
                           .given = lab::given_words(machine.graph),
                           .numbers_given = {},
                           .naming = lab::Naming::machine});
  if (settings.router.priority == noc::Priority::by_class)
    throw kernel::InputError(
        "noc.priority 'class': a chip has one kind of traffic, expected none, age or network-age");
  settings.largest_packet = kLargestPacket;
  settings.seats = [&machine](const noc::Topology& topology) {
    return seats_of(machine, topology);
  };
  try {
    return std::make_shared<const lab::GraphModel>(settings);
  } catch (const kernel::InputError& error) {  // parts know no machine file
    const std::string text = error.what();
    throw kernel::InputError(text.find("noc.") == text.npos ? "noc: " + text : text);
  }
}

void expect_mesh(const machine::Machine& machine, const std::string& what) {
  if (!is_on_graph(machine)) return;
  throw kernel::InputError(
      fmt::format("{}: {} has another network, expected a mesh of the SCC's routers", what,
                  kernel::shown(machine.name)));
}

}  // namespace rc::sim::run
