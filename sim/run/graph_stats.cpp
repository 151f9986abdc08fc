// SPDX-License-Identifier: Apache-2.0
#include "sim/run/graph_stats.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numeric>
#include <span>
#include <string>

#include "hw_model/scc/layout.h"
#include "sim/lab/evaluation/graph_report.h"

namespace rc::sim::run {
namespace {

using Json = nlohmann::ordered_json;

// What is at an end point of the chip's network.
std::string agent_name(const scc::Layout& layout, std::uint32_t end) {
  const scc::Geometry& geometry = layout.geometry();
  if (end < geometry.tiles())
    return fmt::format("tile ({},{})", geometry.x_of(end), geometry.y_of(end));
  const std::size_t other = end - geometry.tiles(), controllers = layout.controllers().size();
  if (other < controllers) return fmt::format("memory controller {}", other);
  return other == controllers ? "system interface" : "voltage controller";
}

// Ports by router, with what is behind each.
class Ports {
 public:
  Ports(const FirmwareJob& job, const GraphRun& run)
      : layout_(job.machine.params), run_(run), vcs_(run.model->router().vcs.vcs) {}

  // Outputs that sent something.
  Json links(double mesh_cycles) const {
    Json links = Json::array();
    for (noc::RouterId router = 0; router < graph().routers(); ++router)
      for (unsigned port = 0; port < graph().outputs(router); ++port) {
        const auto by_vc = part(run_.flits, graph().output_base(router) + port);
        const auto flits = std::accumulate(by_vc.begin(), by_vc.end(), std::uint64_t{0});
        if (flits == 0) continue;
        const noc::Link& link = graph().out(router, port);
        Json& entry = links.emplace_back(place(router, port));
        entry["to"] = link.kind == noc::Link::Kind::end ? agent_name(layout_, link.id)
                                                        : graph().name(graph().channel(link.id).to);
        entry["flits"] = flits;
        entry["flits_by_vc"] = std::vector(by_vc.begin(), by_vc.end());
        entry["occupancy"] = static_cast<double>(flits) / mesh_cycles;
        entry["occupancy_by_vc"] = shares(by_vc, mesh_cycles);
      }
    return links;
  }

  // Inputs whose buffers held something: the mean number of slots in use.
  Json buffers(double mesh_cycles) const {
    Json buffers = Json::array();
    for (noc::RouterId router = 0; router < graph().routers(); ++router)
      for (unsigned port = 0; port < graph().inputs(router); ++port) {
        const auto by_vc = part(run_.slots, graph().input_base(router) + port);
        const std::vector<double> slots = shares(by_vc, mesh_cycles);
        const double all = std::accumulate(slots.begin(), slots.end(), 0.0);
        if (all == 0) continue;
        const noc::Link& link = graph().in(router, port);
        Json& entry = buffers.emplace_back(place(router, port));
        entry["from"] = link.kind == noc::Link::Kind::end
                            ? agent_name(layout_, link.id)
                            : graph().name(graph().channel(link.id).from);
        entry["occupancy"] = all;
        entry["occupancy_by_vc"] = slots;
      }
    return buffers;
  }

 private:
  const noc::Graph& graph() const { return run_.model->graph(); }
  std::span<const std::uint64_t> part(const std::vector<std::uint64_t>& all,
                                      std::uint32_t port) const {
    return std::span(all).subspan(std::size_t{port} * vcs_, vcs_);
  }
  Json place(noc::RouterId router, unsigned port) const {
    return {{"router", graph().short_name(router)}, {"number", router}, {"port", port}};
  }
  static std::vector<double> shares(std::span<const std::uint64_t> by_vc, double cycles) {
    std::vector<double> shares;
    for (const std::uint64_t each : by_vc) shares.push_back(static_cast<double>(each) / cycles);
    return shares;
  }

  scc::Layout layout_;
  const GraphRun& run_;
  unsigned vcs_;
};

}  // namespace

std::uint64_t flit_hops(const GraphRun& run) {
  return std::accumulate(run.flits.begin(), run.flits.end(), std::uint64_t{0});
}

double extra_pitches(const GraphRun& run) {
  const noc::Graph& graph = run.model->graph();
  const unsigned vcs = run.model->router().vcs.vcs;
  double extra = 0;
  for (const noc::Channel& channel : graph.channels()) {
    const double more = run.model->topology().length(channel) - 1;
    const std::size_t port = graph.output_base(channel.from) + channel.out_port;
    for (unsigned vc = 0; vc < vcs; ++vc)
      extra += static_cast<double>(run.flits[port * vcs + vc]) * more;
  }
  return extra;
}

std::vector<double> loads(const GraphRun& run, double mesh_cycles) {
  const unsigned vcs = run.model->router().vcs.vcs;
  std::vector<double> loads(run.model->graph().all_outputs());
  for (std::size_t i = 0; i < run.flits.size(); ++i)
    loads[i / vcs] += static_cast<double>(run.flits[i]) / mesh_cycles;
  return loads;
}

void add_graph_stats(const FirmwareJob& job, const GraphRun& run, double mesh_cycles, Json& stats) {
  const Ports ports(job, run);
  stats["network"] = lab::graph_json(*run.model);
  stats["links"] = ports.links(mesh_cycles);
  stats["buffers"] = ports.buffers(mesh_cycles);
}

}  // namespace rc::sim::run
