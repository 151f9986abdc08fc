// SPDX-License-Identifier: Apache-2.0
// What a distance costs without other traffic: packets alone in the network between all pairs of
// routers, and reads of all other tiles' buffers by firmware. Both must be what the router's
// parameters say, to the cycle.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "hw_model/noc/network/network.h"
#include "hw_model/noc/network/topology.h"
#include "hw_model/noc/traffic/traffic_driver.h"
#include "sim/experiments/geometry/shapes.h"
#include "sim/run/interconnect/interconnect.h"

namespace rc::sim::experiments {
namespace {

constexpr Shape kFlat{.cols = 16, .rows = 1, .cores_per_tile = 2};
constexpr unsigned kFlits[] = {1, 3};         // a request to read; a line
constexpr std::uint64_t kLostAfter = 10'000;  // mesh cycles

std::vector<machine::Machine> machines(const ExperimentContext& context) {
  std::vector<machine::Machine> list =
      machines_or_given(context, {"scc", "tile-1", "mesh-5x5-edge", "mesh-8x8", "mesh-16x16-4"});
  if (!context.machine_given()) list.push_back(shaped(context, kFlat));
  return list;
}

// The largest difference, in mesh cycles, between the time of a lone packet and
// (hops + 1) x noc.pipeline + flits - 1, over all pairs of routers (mesh_network.h).
std::uint64_t largest_difference(const machine::Machine& machine, unsigned flits) {
  const noc::NocParams& params = machine.params.noc;
  const std::vector<noc::EndPoint> places = noc::local_end_points(params);
  const auto network =
      run::network_factory(params, machine.router, machine.network_exact)(params, places);
  bool delivered = false;
  network->on_delivery([&](const noc::Packet&) { delivered = true; });
  std::uint64_t cycle = 0, largest = 0;
  const noc::HopCount hops(params);
  for (noc::EndId source = 0; source < places.size(); ++source)
    for (noc::EndId destination = 0; destination < places.size(); ++destination) {
      noc::Packet packet;
      packet.source = source;
      packet.destination = destination;
      packet.flits = static_cast<decltype(packet.flits)>(flits);
      const std::uint64_t routers_passed = hops(places[source], places[destination]) + 1;
      const std::uint64_t expected = routers_passed * params.pipeline + flits - 1;
      const std::uint64_t sent = cycle + 1;  // before this tick
      delivered = false;
      network->inject(packet);
      while (!delivered && cycle < sent + kLostAfter) network->tick(++cycle);
      const std::uint64_t taken = cycle - sent;
      largest = std::max(largest, taken > expected ? taken - expected : expected - taken);
      while (!network->idle()) network->tick(++cycle);  // credits on their way back
    }
  return largest;
}

void packets_alone(ExperimentContext& context, std::vector<report::Row>& rows) {
  std::vector<base::Task> tasks;
  std::vector<std::string> names;
  for (const machine::Machine& machine : machines(context))
    for (const unsigned flits : kFlits) {
      names.push_back(fmt::format("packet_alone/{}/{}_flits", machine.name, flits));
      tasks.push_back({names.back(), [machine, flits] {
                         return std::to_string(largest_difference(machine, flits));
                       }});
    }
  const std::vector<std::string> found = context.run("geometry: packets", tasks);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double difference = std::stod(found[i]);
    rows.push_back(
        report::check_row(names[i], difference, "mesh cycles off the formula", 0, difference == 0));
  }
}

std::string read_name(unsigned hops) { return fmt::format("mpb_read_word/{}", hops); }

// Reads from the tile of core 0, with mesh and tiles at one clock: each hop, there and back, is
// twice noc.pipeline. What a read takes besides is the first machine's.
void reads(ExperimentContext& context, std::vector<report::Row>& rows) {
  std::vector<run::FirmwareJob> jobs;
  for (machine::Machine machine : machines(context)) {
    machine.params.clocks.mesh_divider = machine.params.clocks.tile_divider;
    jobs.push_back(app_job(machine, "mpb_hops", {0}, {}));
  }
  const auto outcomes = context.run("geometry: reads", jobs);
  const auto first = [&](unsigned hops) { return outcomes.front().value(read_name(hops)); };
  report::Grid grid{
      "core cycles to read a word of another tile's buffer, mesh and tiles at one clock",
      {"hops", "nearest", "farthest", "off the formula"},
      {}};
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const noc::NocParams& noc = jobs[i].machine.params.noc;
    const std::string& name = jobs[i].machine.name;
    const unsigned most = noc.cols + noc.rows - 2;
    double largest = 0;
    for (unsigned hops = 0; hops <= most; ++hops) {
      const double cycles = outcomes[i].value(read_name(hops));
      const double expected = hops == 0 ? first(0) : first(1) + 2.0 * noc.pipeline * (hops - 1);
      largest = std::max(largest, std::abs(cycles - expected));
      rows.push_back(report::plain_row(fmt::format("read/{}/{}", name, hops), cycles, "cycles"));
    }
    rows.push_back(report::check_row(fmt::format("read/{}/formula", name), largest,
                                     "core cycles off the formula", 0, largest == 0));
    grid.lines.emplace_back(name,
                            std::vector<double>{static_cast<double>(most),
                                                outcomes[i].value(read_name(std::min(1u, most))),
                                                outcomes[i].value(read_name(most)), largest});
  }
  context.show(grid);
}

}  // namespace

void geometry_distances(ExperimentContext& context, std::vector<report::Row>& rows) {
  packets_alone(context, rows);
  reads(context, rows);
}

}  // namespace rc::sim::experiments
