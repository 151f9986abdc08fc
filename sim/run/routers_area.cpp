// SPDX-License-Identifier: Apache-2.0
#include "sim/run/routers_area.h"

#include <algorithm>

#include "hw_model/scc/area.h"

namespace rc::sim::run {

std::optional<RoutersArea> routers_area(const FirmwareJob& job, const FirmwareRun& run) {
  if (run.region || run.pins) return std::nullopt;
  const scc::SccParams& params = job.machine.params;
  if (!run.graph) {
    const double mm2 = scc::router_mm2(params.area, params.noc);
    return RoutersArea{mm2, mm2 * params.noc.cols * params.noc.rows};
  }
  const noc::Graph& graph = run.graph->model->graph();
  RoutersArea area;
  for (noc::RouterId router = 0; router < graph.routers(); ++router) {
    const noc::PortCount ports = noc::built_ports(run.graph->model->topology(), router);
    const double mm2 =
        scc::router_mm2(params.area, run.graph->model->router(), ports.inputs, ports.outputs);
    area.largest_mm2 = std::max(area.largest_mm2, mm2);
    area.all_mm2 += mm2;
  }
  return area;
}

}  // namespace rc::sim::run
