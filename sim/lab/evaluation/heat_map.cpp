// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/lab/evaluation/report.h"
#include "sim/report/mesh_map.h"

namespace rc::sim::lab {

std::string heat_map_svg(const Json& single) {
  report::MeshMap map{
      .title =
          fmt::format("{}, {}, {:.4f} flits a node and cycle{}",
                      single["traffic"].get<std::string>(), single["routing"].get<std::string>(),
                      single["accepted"].get<double>(), single["saturated"] ? " (saturated)" : ""),
      .legend = "links: flits a cycle; routers: flits forwarded a cycle, darkest where most",
      .most = "1",
      .cols = single["cols"],
      .rows = single["rows"],
      .links = {},
      .routers = {}};
  for (const Json& at : single["links"]) {
    const char port = at["port"].get_ref<const std::string&>().front();
    const double share = at["utilisation"];
    if (port != 'L')
      map.links.push_back({at["x"], at["y"], port, share,
                           fmt::format("link {} of ({},{}): {:.3f} flits a cycle", port,
                                       at["x"].get<unsigned>(), at["y"].get<unsigned>(), share)});
  }
  double top = 1e-9;
  for (const Json& router : single["routers"]) top = std::max(top, router["load"].get<double>());
  for (const Json& router : single["routers"]) {
    const double load = router["load"];
    map.routers.push_back(
        {router["x"], router["y"], load / top, fmt::format("{:.2f}", load),
         fmt::format("router ({},{}): {:.3f} flits forwarded a cycle, {:.2f} buffered",
                     router["x"].get<unsigned>(), router["y"].get<unsigned>(), load,
                     router["buffered"].get<double>())});
  }
  return report::svg_mesh_map(map);
}

}  // namespace rc::sim::lab
