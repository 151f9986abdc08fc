// SPDX-License-Identifier: Apache-2.0
#include "sim/run/traffic_energy.h"

#include <numeric>

#include "sim/lab/user/pins.h"
#include "sim/run/graph_stats.h"

namespace rc::sim::run {

RunTraffic traffic_of(const FirmwareJob& job, const FirmwareRun& run) {
  RunTraffic traffic;
  scc::Traffic& counts = traffic.counts;
  const auto priced = [&] {
    counts.mesh_volts = run.result.power.mesh_mean_volts;
    counts.tile_volts = run.result.power.mean_tile_volts();
    traffic.energy = scc::energy_of(job.machine.params.energy, counts);
    return traffic;
  };
  if (run.region) {
    traffic.hops_known = !run.region->flits.empty();
    for (const auto& by_port : run.region->flits)
      counts.hops = std::accumulate(by_port.begin(), by_port.end(), counts.hops);
    counts.mpb_accesses = run.region->mpb_accesses;
    counts.dram_accesses = run.region->memory_accesses;
    return priced();
  }
  if (run.pins) {
    const std::optional<std::uint64_t> hops = lab::own_hops(*run.pins);
    traffic.hops_known = hops.has_value();
    counts.hops = hops.value_or(0);
  }
  if (run.graph) {
    counts.hops = flit_hops(*run.graph);
    counts.extra_pitches = extra_pitches(*run.graph);
  }
  for (const noc::LinkCounters& router : run.links)
    for (const auto& by_vc : router.flits)
      counts.hops = std::accumulate(by_vc.begin(), by_vc.end(), counts.hops);
  for (const scc::TileCounters& tile : run.result.tiles)
    counts.mpb_accesses += tile.mpb_reads + tile.mpb_writes;
  for (const memory::ControllerCounters& controller : run.result.controllers)
    counts.dram_accesses += controller.reads + controller.writes;
  return priced();
}

}  // namespace rc::sim::run
