// SPDX-License-Identifier: Apache-2.0
#include "sim/run/stats.h"

#include <nlohmann/json.hpp>
#include <numeric>

#include "hw_model/arch/scc_map.h"
#include "sim/lab/user/network_json.h"
#include "sim/lab/user/pins.h"
#include "sim/run/graph_stats.h"
#include "sim/run/job_programs.h"
#include "sim/run/routers_area.h"
#include "sim/run/traffic_energy.h"

namespace rc::sim::run {
namespace {

using Json = nlohmann::ordered_json;

template <class Counters>
void add_counters(Json& json, const Counters& counters) {
  Counters::each([&](const char* name, auto member) { json[name] = counters.*member; });
}

template <class ByVc>
std::vector<double> shares(const ByVc& by_vc, unsigned vcs, double cycles) {
  std::vector<double> shares;
  for (unsigned vc = 0; vc < vcs; ++vc) shares.push_back(static_cast<double>(by_vc[vc]) / cycles);
  return shares;
}

// Links that carried something, by the port they leave. Occupancy is the share of the mesh's cycles
// in which a flit moved.
Json links_json(const FirmwareJob& job, const FirmwareRun& run) {
  const unsigned vcs = job.machine.params.noc.vcs, cols = job.machine.params.noc.cols;
  Json links = Json::array();
  for (unsigned router = 0; router < run.links.size(); ++router) {
    for (unsigned port = 0; port < noc::kPorts; ++port) {
      const auto& by_vc = run.links[router].flits[port];
      const std::uint64_t flits = std::accumulate(by_vc.begin(), by_vc.end(), std::uint64_t{0});
      if (flits == 0) continue;
      Json& link = links.emplace_back(lab::port_json(router % cols, router / cols, port));
      link["flits"] = flits;
      link["flits_by_vc"] = std::vector(by_vc.begin(), by_vc.begin() + vcs);
      link["occupancy"] = static_cast<double>(flits) / run.result.mesh_cycles;
      link["occupancy_by_vc"] = shares(by_vc, vcs, run.result.mesh_cycles);
    }
  }
  return links;
}

// Input buffers that held something, by the port they are behind. Occupancy is the mean number of
// slots in use, each from the flit's departure upstream to its credit.
Json buffers_json(const FirmwareJob& job, const FirmwareRun& run) {
  const unsigned vcs = job.machine.params.noc.vcs, cols = job.machine.params.noc.cols;
  Json buffers = Json::array();
  for (unsigned router = 0; router < run.buffers.size(); ++router) {
    for (unsigned port = 0; port < noc::kPorts; ++port) {
      const std::vector<double> slots =
          shares(run.buffers[router][port], vcs, run.result.mesh_cycles);
      const double all = std::accumulate(slots.begin(), slots.end(), 0.0);
      if (all == 0) continue;
      Json& buffer = buffers.emplace_back(lab::port_json(router % cols, router / cols, port));
      buffer["occupancy"] = all;
      buffer["occupancy_by_vc"] = slots;
    }
  }
  return buffers;
}

// Energy by voltage domain, with the domain's state at the end, and of the rest of the chip.
Json power_json(const FirmwareJob& job, const scc::PowerResult& power) {
  static constexpr unsigned kIslands[SCC_VOLTAGE_DOMAINS] = SCC_ISLAND_OF_VOLTAGE_DOMAIN;
  Json domains = Json::array();
  for (unsigned domain = 0; domain < SCC_VOLTAGE_DOMAINS; ++domain) {
    Json mhz = Json::array();
    for (unsigned tile = 0; tile < power.dividers.size(); ++tile) {
      if (scc::voltage_domain(job.machine.geometry(), tile) == domain)
        mhz.push_back(job.machine.params.clocks.global_mhz / power.dividers[tile]);
    }
    domains.push_back({{"domain", domain},
                       {"island", kIslands[domain]},
                       {"volts", power.domains[domain].volts},
                       {"tile_mhz", mhz},
                       {"joules", power.domains[domain].joules}});
  }
  return {{"domains", domains},
          {"core_joules", power.core_joules()},
          {"mesh_volts", power.mesh_volts},
          {"mesh_mhz", power.mesh_mhz},
          {"mesh_joules", power.mesh_joules},
          {"memory_joules", power.memory_joules},
          {"clock_joules", power.clock_joules},
          {"joules", power.joules()},
          {"average_watts", power.joules() / power.seconds}};
}

// What moving data cost, beside the chip's power: not to be added to it.
Json energy_json(const FirmwareJob& job, const FirmwareRun& run) {
  const RunTraffic traffic = traffic_of(job, run);
  const scc::TrafficEnergy& energy = traffic.energy;
  const auto known = [&](double value) { return traffic.hops_known ? Json(value) : Json(nullptr); };
  const double packets = static_cast<double>(std::max<std::uint64_t>(run.result.packets, 1));
  Json json;
  json["packets"] = run.result.packets;
  json["flit_hops"] = traffic.hops_known ? Json(traffic.counts.hops) : Json(nullptr);
  json["router_joules"] = known(energy.router_joules);
  json["buffer_joules"] = known(energy.buffer_joules);
  json["picojoules_per_packet"] = known(energy.router_joules * 1e12 / packets);
  json["mpb_accesses"] = traffic.counts.mpb_accesses;
  json["mpb_joules"] = energy.mpb_joules;
  json["dram_accesses"] = traffic.counts.dram_accesses;
  json["dram_joules"] = energy.dram_joules;
  json["joules"] = known(energy.joules());
  json["core_leakage_joules"] = run.result.power.core_leakage_joules();
  json["mesh_leakage_joules"] = run.result.power.mesh_leakage_joules;
  return json;
}

// Links that carried something within the region.
Json region_links_json(const FirmwareJob& job, const FirmwareRun& run) {
  const unsigned cols = job.machine.params.noc.cols;
  Json links = Json::array();
  for (unsigned router = 0; router < run.region->flits.size(); ++router) {
    for (unsigned port = 0; port < noc::kPorts; ++port) {
      const std::uint64_t flits = run.region->flits[router][port];
      if (flits == 0) continue;
      Json& link = links.emplace_back(lab::port_json(router % cols, router / cols, port));
      link["flits"] = flits;
      link["occupancy"] = static_cast<double>(flits) / run.region->mesh_cycles;
    }
  }
  return links;
}

Json core_json(const systemc::CoreResult& core, int rank) {
  Json json{{"ue", rank},
            {"core", core.core_id},
            {"exit_status", core.exit_status},
            {"exit_ps", core.exit_time.value},
            {"cycles", core.cycles}};
  add_counters(json, core.counters);
  return json;
}

Json nodes_json(const ipsc::IpscResult& result) {
  Json nodes = Json::array();
  for (std::size_t node = 0; node < result.nodes.size(); ++node) {
    Json& entry = nodes.emplace_back(Json{{"node", node}});
    add_counters(entry, result.nodes[node]);
  }
  return nodes;
}

// Channels that carried something, by the node they leave. Occupancy is the share of the run in
// which a circuit held the channel.
Json channels_json(const FirmwareJob& job, const ipsc::IpscResult& result) {
  const double bit_times =
      static_cast<double>(result.time.value) * 1e-6 * job.machine.ipsc.dcm.bit_mhz;
  Json channels = Json::array();
  for (std::size_t node = 0; node < result.channels.size(); ++node) {
    for (std::size_t channel = 0; channel < result.channels[node].size(); ++channel) {
      const ipsc::ChannelCounters& counters = result.channels[node][channel];
      if (counters.circuits == 0) continue;
      channels.push_back({{"node", node},
                          {"channel", channel},
                          {"circuits", counters.circuits},
                          {"occupancy", static_cast<double>(counters.busy) / bit_times}});
    }
  }
  return channels;
}

}  // namespace

Json stats_json(const FirmwareJob& job, const FirmwareRun& run, double host_seconds) {
  const scc::SccResult& result = run.result;
  Json json;
  json["machine"] = job.machine.name;
  if (job.machine.is_ipsc())
    json["dcm"] = job.machine.dcm;
  else
    json["router"] = job.machine.router;
  json["simulated_ps"] = result.time.value;
  json["host_seconds"] = host_seconds;
  json["cores"] = Json::array();
  const std::vector<std::size_t> programs = programs_by_core(job);
  for (std::size_t rank = 0; rank < result.cores.size(); ++rank) {
    json["cores"].push_back(core_json(result.cores[rank], static_cast<int>(rank)));
    if (job.others.empty()) continue;
    const std::size_t program = programs[static_cast<std::size_t>(result.cores[rank].core_id)];
    json["cores"].back()["program"] =
        program_name(program == 0 ? job.image : job.others[program - 1].image);
  }
  if (run.region) {
    const RegionRun& region = *run.region;
    json["region"] = {
        {"from_ps", region.from.value}, {"to_ps", region.to.value}, {"cores", region.cores}};
    if (job.machine.is_ipsc()) return json;
    if (!region.flits.empty()) json["links"] = region_links_json(job, run);
    json["power"] = power_json(job, result.power);
    json["energy"] = energy_json(job, run);
    return json;
  }
  if (run.ipsc) {
    json["nodes"] = nodes_json(*run.ipsc);
    json["channels"] = channels_json(job, *run.ipsc);
    return json;
  }
  const scc::Geometry geometry = job.machine.geometry();
  json["tiles"] = Json::array();
  for (unsigned tile = 0; tile < result.tiles.size(); ++tile) {
    Json& entry =
        json["tiles"].emplace_back(Json{{"x", geometry.x_of(tile)}, {"y", geometry.y_of(tile)}});
    add_counters(entry, result.tiles[tile]);
  }
  json["memory_controllers"] = Json::array();
  for (const memory::ControllerCounters& controller : result.controllers)
    json["memory_controllers"].push_back({{"reads", controller.reads},
                                          {"writes", controller.writes},
                                          {"busy_cycles", controller.busy_cycles},
                                          {"wait_cycles", controller.wait_cycles}});
  if (run.graph) {
    add_graph_stats(job, *run.graph, result.mesh_cycles, json);
  } else if (run.pins) {
    json["network"] = job.machine.network;
    json["pins"] = lab::pins_json(*run.pins, run.result.mesh_cycles);
  } else {
    json["links"] = links_json(job, run);
    json["buffers"] = buffers_json(job, run);
  }
  json["power"] = power_json(job, result.power);
  json["energy"] = energy_json(job, run);
  if (const auto area = routers_area(job, run))
    json["area"] = {{"router_mm2", area->largest_mm2}, {"mm2", area->all_mm2}};
  return json;
}

std::string stats_text(const Json& stats) {
  const Json flat = stats.flatten();
  std::string text;
  for (const auto& [path, value] : flat.items())
    text +=
        path.substr(1) + " " + (value.is_string() ? value.get<std::string>() : value.dump()) + "\n";
  return text;
}

}  // namespace rc::sim::run
