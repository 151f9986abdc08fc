// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/film.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "hw_model/noc/topology/topology.h"
#include "sim/observe/profile/message_flows.h"
#include "sim/report/packed_numbers.h"

namespace rc::sim::observe {
namespace {

using Json = nlohmann::ordered_json;
using report::PackedNumbers;

double us_of(kernel::Picos time) { return static_cast<double>(time.value) * 1e-6; }

std::string packed_states(const std::vector<Kinds>& bins) {
  PackedNumbers numbers;
  for (std::size_t first = 0; first < bins.size();) {
    std::size_t next = first + 1;
    while (next < bins.size() && bins[next] == bins[first]) ++next;
    std::uint64_t bits = 0;
    for (std::size_t kind = 0; kind < kKindCount; ++kind)
      bits |= std::uint64_t{bins[first][kind] != 0} << kind;
    numbers.add({next - first, bits});
    for (const std::uint64_t cycles : bins[first])
      if (cycles != 0) numbers.add(cycles);
    first = next;
  }
  return numbers.base64();
}

// Names by number, in the order in which they come.
class NameNumbers {
 public:
  std::size_t number(const std::string& name) {
    const auto [found, is_new] = numbers_.emplace(name, names_.size());
    if (is_new) names_.push_back(name);
    return found->second;
  }
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> names_;
};

std::string packed_calls(const std::vector<CallSlice>& slices, const CodeMap& code,
                         NameNumbers& names) {
  PackedNumbers numbers;
  kernel::Cycle before = 0;
  for (const CallSlice& slice : slices) {
    const std::string name = code.function(slice.function);
    numbers.add({slice.begin - before, slice.end - slice.begin,
                 names.number(name.substr(0, name.find('('))), slice.depth});
    before = slice.begin;
  }
  return numbers.base64();
}

// Of calls by_begin(): those around a call are those that hold it.
std::vector<CallSlice> with_depths(std::vector<CallSlice> slices) {
  std::vector<kernel::Cycle> ends;
  for (CallSlice& each : slices) {
    while (!ends.empty() && ends.back() <= each.begin) ends.pop_back();
    each.depth = static_cast<std::uint32_t>(ends.size());
    ends.push_back(each.end);
  }
  return slices;
}

std::string packed_marks(const RunRecorder& recorder, std::size_t rank, NameNumbers& names) {
  PackedNumbers numbers;
  kernel::Cycle before = 0;
  for (const MarkSeen& seen : recorder.cores()[rank]->marks()) {
    numbers.add({seen.cycle - before, names.number(mark_text(recorder.mark_of(rank, seen)))});
    before = seen.cycle;
  }
  return numbers.base64();
}

// A bin of load after so many empty ones.
std::string packed_load(const std::vector<std::uint32_t>& load) {
  PackedNumbers numbers;
  std::uint64_t empty = 0;
  for (const std::uint32_t each : load) {
    if (each == 0) {
      ++empty;
      continue;
    }
    numbers.add({std::exchange(empty, 0), each});
  }
  return numbers.base64();
}

Json place_json(double x, double y, const std::string& name) {
  return {{"x", x}, {"y", y}, {"name", name}, {"cores", Json::array()}};
}

void add_mesh(Json& film, const run::FirmwareJob& job) {
  const scc::Geometry chip = job.machine.geometry();
  for (std::uint32_t tile = 0; tile < chip.tiles(); ++tile)
    film["places"].push_back(
        place_json(chip.x_of(tile), chip.y_of(tile),
                   fmt::format("tile ({},{})", chip.x_of(tile), chip.y_of(tile))));
}

// A layer beside the other, as in pictures of the network.
void add_routers(Json& film, const noc::Topology& topology) {
  double wide = 0;
  for (const noc::Place& place : topology.routers) wide = std::max(wide, place.x + 1);
  for (noc::RouterId router = 0; router < topology.routers.size(); ++router) {
    const noc::Place& place = topology.routers[router];
    film["places"].push_back(
        place_json(place.x + wide * place.layer, place.y, topology.graph.name(router)));
  }
}

void add_cube(Json& film, const run::FirmwareJob& job) {
  noc::TopologyParams params;
  params.family = "hypercube";
  params.n = job.machine.ipsc.cube.dimension;
  if (params.n == 0)
    film["places"].push_back(place_json(0, 0, "node 0"));
  else
    add_routers(film, noc::make_topology(params));
}

// From place to place.
void add_link(Json& film, std::size_t from, std::size_t to, const std::string& name,
              const std::vector<std::uint32_t>& load) {
  const Json a = film["places"][from], b = film["places"][to];
  film["links"].push_back({{"name", name},
                           {"x1", a["x"]},
                           {"y1", a["y"]},
                           {"x2", b["x"]},
                           {"y2", b["y"]},
                           {"stub", false},
                           {"load", packed_load(load)}});
}

// Of a link, in a microsecond.
double mesh_mhz(const run::FirmwareJob& job) {
  const scc::ClockParams& clocks = job.machine.params.clocks;
  return clocks.global_mhz / clocks.mesh_divider;
}

// Routers in their places, layers side by side, and channels. Returns the router of each tile.
std::vector<std::size_t> add_graph(Json& film, const run::FirmwareJob& job,
                                   const run::GraphRun& run, const ChannelRecorder& channels) {
  const noc::Topology& topology = run.model->topology();
  const noc::Graph& graph = topology.graph;
  add_routers(film, topology);
  film["linkBin"] = static_cast<double>(channels.bin_cycles()) / mesh_mhz(job);
  film["linkBins"] = channels.bins();
  film["linkMost"] = mesh_mhz(job);
  film["linkUnit"] = "flits a mesh cycle";
  for (const noc::Channel& channel : graph.channels())
    add_link(film, channel.from, channel.to,
             fmt::format("{} to {}", graph.short_name(channel.from), graph.short_name(channel.to)),
             channels.load(channel.from, channel.out_port));
  std::vector<std::size_t> routers;
  for (std::uint32_t tile = 0; tile < job.machine.geometry().tiles(); ++tile)
    routers.push_back(graph.end(tile).in_router);
  return routers;
}

// By piece: the cycle from which on it holds, that cycle's time and a cycle's, in us.
Json clock_json(const CoreClock& clock) {
  Json pieces = Json::array();
  for (const CoreClock::Piece& each : clock.pieces())
    pieces.push_back({each.cycle, us_of(each.time), us_of(each.period)});
  return pieces;
}

// `places` by tile or node.
void add_cores(Json& film, const run::FirmwareJob& job, const RunRecorder& recorder,
               const std::vector<std::size_t>& places, std::uint64_t& missing) {
  const std::uint32_t per_place = recorder.scc() ? job.machine.geometry().cores_per_tile : 1;
  std::map<int, std::size_t> ranks;
  NameNumbers names, marks;
  for (std::size_t rank = 0; rank < recorder.cores().size(); ++rank) {
    const CoreRecorder& core = *recorder.cores()[rank];
    ranks[core.id()] = rank;
    missing += core.slices_lost();
    film["cores"].push_back(
        {{"name", recorder.core_name(rank)},
         {"ue", rank},
         {"place", places[static_cast<std::uint32_t>(core.id()) / per_place]},
         {"clock", clock_json(core.clock())},
         {"end", core.times().end()},
         {"width", core.times().bin_width()},
         {"bins", core.times().bins().size()},
         {"states", packed_states(core.times().bins())},
         {"calls", packed_calls(by_begin(core.slices()), recorder.code_of(rank), names)},
         {"functions",
          packed_calls(with_depths(by_begin(core.own_slices())), recorder.code_of(rank), names)},
         {"marks", packed_marks(recorder, rank, marks)}});
  }
  film["names"] = names.all();
  film["marks"] = marks.all();
  for (std::size_t tile = 0; tile < places.size(); ++tile) {
    for (std::uint32_t unit = 0; unit < per_place; ++unit) {
      const int id = static_cast<int>(tile * per_place + unit);
      const auto found = ranks.find(id);
      const int row = found == ranks.end() ? -1 : static_cast<int>(found->second);
      film["places"][places[tile]]["cores"].push_back(
          {{"row", row}, {"label", std::to_string(id)}});
    }
  }
}

// What nodes of an iPSC/860 sent each other.
std::vector<MessageFlow> cube_flows(const CubeRecorder& cube) {
  std::vector<MessageFlow> flows;
  for (const CubeRecorder::Message& each : cube.messages())
    flows.push_back({each.from, each.to, each.sent, each.received, each.received, each.bytes});
  return flows;
}

// `flowCount` messages, by the time at which they were read, in cycles of the first clock.
void add_flows(Json& film, const std::vector<MessageFlow>& flows, kernel::Picos period) {
  const auto ticks = [&](kernel::Picos time) {
    return (time.value + period.value / 2) / period.value;
  };
  PackedNumbers numbers;
  std::uint64_t before = 0;
  for (const MessageFlow& flow : flows) {
    const std::uint64_t begun = ticks(flow.begun), written = ticks(flow.written),
                        read = ticks(flow.read);
    numbers.add({read - before, read - written, written - begun, flow.from, flow.to, flow.bytes});
    before = read;
  }
  film["flowCount"] = flows.size();
  film["flows"] = numbers.base64();
}

// All channels of the mesh, and the ways out of it that carried something.
void add_links(Json& film, const run::FirmwareJob& job, const MeshRecorder& mesh) {
  constexpr std::array<std::pair<int, int>, 4> kSteps{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
  const noc::NocParams& noc = job.machine.params.noc;
  for (unsigned y = 0; y < noc.rows; ++y) {
    for (unsigned x = 0; x < noc.cols; ++x) {
      for (unsigned port = 0; port < kSteps.size(); ++port) {
        const auto [dx, dy] = kSteps[port];
        const int to_x = static_cast<int>(x) + dx, to_y = static_cast<int>(y) + dy;
        const bool stub = to_x < 0 || to_y < 0 || to_x >= static_cast<int>(noc.cols) ||
                          to_y >= static_cast<int>(noc.rows);
        const auto& flits = mesh.router(x, y)[port];
        if (stub && flits.empty()) continue;
        const double reach = stub ? 0.5 : 1;
        film["links"].push_back({{"name", fmt::format("({},{}) {}", x, y, "NESW"[port])},
                                 {"x1", x},
                                 {"y1", y},
                                 {"x2", x + reach * dx},
                                 {"y2", y + reach * dy},
                                 {"stub", stub},
                                 {"load", packed_load(flits)}});
      }
    }
  }
}

// All channels of the cube between the places of its nodes.
void add_channels(Json& film, const run::FirmwareJob& job, const CubeRecorder& cube) {
  constexpr std::size_t kBins = 1024;
  std::uint64_t end = 1;
  for (const CubeRecorder::Message& each : cube.messages())
    end = std::max(end, each.received.value);
  const std::uint64_t bin = end / kBins + 1;
  film["linkBin"] = static_cast<double>(bin) * 1e-6;
  film["linkBins"] = kBins;
  film["linkMost"] = job.machine.ipsc.dcm.bit_mhz / 8;
  film["linkUnit"] = "of its bandwidth";
  const auto dimension = static_cast<int>(job.machine.ipsc.cube.dimension);
  for (int node = 0; node < ipsc::node_count(dimension); ++node) {
    for (int channel = 0; channel < dimension; ++channel) {
      const ipsc::Link link{node, channel};
      add_link(film, static_cast<std::size_t>(node), static_cast<std::size_t>(link.neighbour()),
               fmt::format("{} to {}", node, link.neighbour()), cube.load(link, bin, kBins));
    }
  }
}

}  // namespace

Json film_json(const run::FirmwareJob& job, const RunRecorder& recorder,
               const NetworkRecorders& network, const run::GraphRun* graph) {
  Json film{{"tick", us_of(recorder.period())},
            {"kinds", kKindNames},
            {"colours", kKindColours},
            {"places", Json::array()},
            {"links", Json::array()},
            {"linkBin", 0},
            {"linkBins", 0},
            {"linkMost", 1},
            {"linkUnit", ""},
            {"cores", Json::array()}};
  std::vector<std::size_t> places;  // by tile or node
  if (graph != nullptr && network.channels != nullptr) {
    places = add_graph(film, job, *graph, *network.channels);
  } else {
    recorder.scc() ? add_mesh(film, job) : add_cube(film, job);
    places.resize(film["places"].size());
    std::iota(places.begin(), places.end(), std::size_t{0});
  }
  std::uint64_t missing = 0;
  add_cores(film, job, recorder, places, missing);
  const CubeRecorder* const cube = network.cube;
  add_flows(film, cube != nullptr ? cube_flows(*cube) : message_flows(recorder), recorder.period());
  if (cube != nullptr) {
    missing += cube->lost();
    add_channels(film, job, *cube);
  }
  film["missing"] = missing;
  if (const MeshRecorder* const mesh = network.mesh; mesh != nullptr && mesh->with_links()) {
    film["linkBin"] = static_cast<double>(mesh->bin_ps()) * 1e-6;
    film["linkBins"] = mesh->bins();
    film["linkMost"] = mesh_mhz(job);
    film["linkUnit"] = "flits a mesh cycle";
    add_links(film, job, *mesh);
  }
  return film;
}

}  // namespace rc::sim::observe
