// SPDX-License-Identifier: Apache-2.0
// The two operating points at which the chip's power was published by parts. Only the accounting of
// energy uses them; no cycle depends on them.
#pragma once

namespace rc::scc {

// The whole chip at one supply voltage.
struct PowerPoint {
  double volts, core_mhz, mesh_mhz;
  double cores_w, mesh_w, memory_w, clock_w;

  template <class Visitor>
  void visit(Visitor& v) {
    const char* howard =
        "Howard et al., ISSCC 2010, one of the two published breakdowns; remembered, SCC facts 2.7";
    v.field("volts", volts, {0.5, 2}, "V", howard);
    v.field("core_mhz", core_mhz, {1, 10000}, "MHz", howard);
    v.field("mesh_mhz", mesh_mhz, {1, 10000}, "MHz", howard);
    v.field("cores_w", cores_w, {0, 1000}, "W, 48 cores", howard);
    v.field("mesh_w", mesh_w, {0, 1000}, "W, routers and links", howard);
    v.field("memory_w", memory_w, {0, 1000}, "W, memory controllers and DDR3 interfaces", howard);
    v.field("clock_w", clock_w, {0, 1000}, "W, global clock distribution", howard);
  }
};

struct PowerParams {
  PowerPoint high{1.14, 1000, 2000, 87.7, 12.1, 23.6, 1.9};
  PowerPoint low{0.7, 125, 250, 5.1, 1.2, 17.2, 1.2};

  template <class Visitor>
  void visit(Visitor& v) {
    v.group("high", high);
    v.group("low", low);
  }
};

}  // namespace rc::scc
