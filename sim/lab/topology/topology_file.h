// SPDX-License-Identifier: Apache-2.0
// A topology from a file: TOML of our own, or BookSim's anynet text.
//
//   [[router]]  name = "a", place = [x, y] or [x, y, layer], for all routers or none
//   [[channel]] from = "a.0", to = "b.2" (router.port), wire = 0, cycles_per_flit = 1, both = true:
//               another one back by the same ports
//   [[end]]     at = "a.4", or in = "a.0", out = "b.0"; in_wire = 0, out_wire = 0. Numbered from 0
//   [routing]   name = "table", table = [{router = "a", to = 3, port = 1}, ...]: the output of the
//               router to the end point; to = "*" for all that have no line of their own
#pragma once

#include <optional>
#include <string>

#include "hw_model/noc/routing/routing.h"

namespace rc::sim::lab {

struct TopologyFile {
  noc::Topology topology;
  std::string routing;  // empty: the file names none
  std::optional<noc::RoutingTable> table;
};

// kernel::InputError, one line with file and line.
TopologyFile read_topology_file(const std::string& path);
// `text` is the content of `file`; TOML where its name ends so or a line begins a TOML table.
TopologyFile parse_topology(const std::string& text, const std::string& file);

}  // namespace rc::sim::lab
