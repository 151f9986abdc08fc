// SPDX-License-Identifier: Apache-2.0
// The picture of a mesh: a square per router, a line per link and direction, both coloured by how
// busy they are, with the value under the pointer.
#pragma once

#include <string>
#include <vector>

namespace rc::sim::report {

struct MeshMap {
  struct Link {
    unsigned x, y;  // the router it leaves
    char port;      // N, E, S or W
    double share;   // 0 to 1: its colour
    std::string tip;
  };
  struct Router {
    unsigned x, y;
    double share;
    std::string label;
    std::string tip;
  };
  std::string title, legend;
  std::string most;  // what the darkest colour means
  unsigned cols, rows;
  std::vector<Link> links;
  std::vector<Router> routers;
};

// North is up; traffic keeps to the right of a channel. Links that wrap round end in the margin.
std::string svg_mesh_map(const MeshMap& map);

}  // namespace rc::sim::report
