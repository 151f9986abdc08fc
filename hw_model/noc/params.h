// SPDX-License-Identifier: Apache-2.0
// Parameters of a network on chip.
#pragma once

#include <cstdint>
#include <string>

#include "hw_model/noc/flit.h"

namespace rc::noc {

inline constexpr std::uint32_t kMaxCols = 32, kMaxRows = 32;
inline constexpr std::uint32_t kMaxVcDepth = 16;

struct NocParams {
  std::uint32_t cols = 6;
  std::uint32_t rows = 4;
  std::uint32_t vcs = 8;
  std::uint32_t message_classes = 2;
  std::uint32_t vc_depth = 3;
  std::uint32_t pipeline = 4;
  std::string topology = "mesh";
  std::string routing = "xy";
  std::string rtl_tiles;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("cols", cols, {1, kMaxCols}, "routers", "SCC facts 2.1: 6 x 4 mesh");
    v.field("rows", rows, {1, kMaxRows}, "routers", "SCC facts 2.1: 6 x 4 mesh");
    v.field("vcs", vcs, {1, kMaxVcs}, "VCs per port", "SCC facts 2.1: 8 VCs");
    v.field("message_classes", message_classes, {1, kMaxMessageClasses}, "classes",
            "SCC facts 2.1: request and response, each with its own VCs");
    v.field("vc_depth", vc_depth, {1, kMaxVcDepth}, "flits",
            "SCC facts 2.1: 24-flit input buffer a port, shared evenly by 8 VCs");
    v.field("pipeline", pipeline, {1, 4}, "mesh cycles per hop", "SCC facts 2.1: 4 cycles per hop");
    v.field("topology", topology, "a family, or a file: docs/topologies.md", "SCC facts 2.1");
    v.field("routing", routing, "a relation; xy: the topology's own",
            "SCC facts 2.1: XY dimension order");
    v.field("rtl_tiles", rtl_tiles, "routers x + cols * y, as in 0,2,10-12",
            "which are Verilated SystemVerilog where --router is model; changes no cycle");
  }

  std::uint32_t class_vcs() const { return vcs / message_classes; }
};

// kernel::InputError, one line naming the parameter, for a network that cannot exist.
void check_params(const NocParams& params);

}  // namespace rc::noc
