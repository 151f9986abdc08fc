// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/port_use.h"

#include <algorithm>
#include <numeric>

#include "hw_model/noc/network/topology.h"

namespace rc::sim::lab {
namespace {

std::vector<PortUse> mesh_ports(const noc::NocParams& params) {
  const std::vector<double> zeros(params.vcs);
  std::vector<PortUse> ports;
  for (noc::RouterId router = 0; router < params.cols * params.rows; ++router)
    for (unsigned port = 0; port < noc::kPorts; ++port)
      if (port == noc::kLocal ||
          neighbour(params, router % params.cols, router / params.cols, port) != noc::kNoNode)
        ports.push_back({router, port, zeros, zeros});
  return ports;
}

std::vector<PortUse> graph_ports(const GraphModel& model) {
  const noc::Graph& graph = model.graph();
  const std::vector<double> zeros(model.router().vcs.vcs), none;
  const auto leads = [](const noc::Link& link) { return link.kind != noc::Link::Kind::none; };
  std::vector<PortUse> ports;
  for (noc::RouterId router = 0; router < graph.routers(); ++router)
    for (unsigned port = 0; port < std::max(graph.inputs(router), graph.outputs(router)); ++port) {
      const bool out = port < graph.outputs(router) && leads(graph.out(router, port));
      const bool in = port < graph.inputs(router) && leads(graph.in(router, port));
      if (out || in) ports.push_back({router, port, out ? zeros : none, in ? zeros : none});
    }
  return ports;
}

void note_graph(const GraphModel& model, const noc::Network& network, double sign,
                std::vector<PortUse>& ports) {
  const noc::Graph& graph = model.graph();
  const unsigned vcs = model.router().vcs.vcs;
  const std::vector<std::uint64_t> flits = network.flits_sent(), slots = network.slots_held();
  for (PortUse& use : ports) {
    for (unsigned vc = 0; vc < use.flits.size(); ++vc)
      use.flits[vc] +=
          sign * static_cast<double>(flits[(graph.output_base(use.router) + use.port) * vcs + vc]);
    for (unsigned vc = 0; vc < use.occupancy.size(); ++vc)
      use.occupancy[vc] +=
          sign * static_cast<double>(slots[(graph.input_base(use.router) + use.port) * vcs + vc]);
  }
}

}  // namespace

double PortUse::utilisation() const { return std::accumulate(flits.begin(), flits.end(), 0.0); }
double PortUse::buffered() const {
  return std::accumulate(occupancy.begin(), occupancy.end(), 0.0);
}

std::vector<PortUse> list_ports(const NocSetup& setup, const noc::Network& network) {
  if (setup.graph) return graph_ports(*setup.graph);
  return network.has_routers() ? mesh_ports(setup.params) : std::vector<PortUse>();
}

void note_use(const NocSetup& setup, const noc::Network& network, std::uint64_t cycle, double sign,
              std::vector<PortUse>& ports) {
  const noc::NocParams& params = setup.params;
  if (setup.graph) return note_graph(*setup.graph, network, sign, ports);
  for (PortUse& use : ports) {
    const unsigned x = use.router % params.cols, y = use.router / params.cols;
    const noc::LinkCounters links = network.links(x, y);
    const noc::BufferAudit buffers = network.buffers(x, y);
    for (unsigned vc = 0; vc < params.vcs; ++vc) {
      use.flits[vc] += sign * static_cast<double>(links.flits[use.port][vc]);
      use.occupancy[vc] += sign * static_cast<double>(buffers.residence(use.port, vc, cycle));
    }
  }
}

}  // namespace rc::sim::lab
