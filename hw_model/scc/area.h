// SPDX-License-Identifier: Apache-2.0
// The area of the mesh's routers, by their buffers and VCs.
//
// What a router has is what Yosys counts in the one in SystemVerilog (rtl_stubs/router), in
// transistors of its own library with buffers as flip-flops. Its formula has a term for each of
// what a router is made of; docs/power.md says how it was fitted, and how far it is off. Only
// ratios of these counts are used: the router of the SCC has its published area, and another one is
// as much larger or smaller.
//
// Inaccuracies: buffers in SRAM are denser than flip-flops, so many or deep VCs cost less than
// this; the routings beside xy and yx and the torus, for which there is no SystemVerilog, count as
// xy; links, network interfaces and clock crossings are not counted.
#pragma once

#include "hw_model/noc/params.h"
#include "hw_model/noc/router/router_params.h"

namespace rc::scc {

struct AreaParams {
  double router_mm2 = 1.32;
  double router_base = 35'500;
  double router_slot = 33'600;
  double router_vc = 9'800;
  double router_stage = 14'700;

  template <class Visitor>
  void visit(Visitor& v) {
    const char* yosys = "Yosys 0.23 of rtl_stubs/router, 128 bits a flit";
    const char* fit = "the rows of tests/experiments/router_area.csv that say so";
    v.field("router_mm2", router_mm2, {0, 1e3}, "mm2, of the SCC's router",
            "Salihundam et al., JSSC 46(4), 2011 (abstract): 1.32 mm2 at 45 nm");
    v.fitted("router_base", router_base, {0, 1e9}, "transistors", yosys, fit);
    v.fitted("router_slot", router_slot, {0, 1e9}, "transistors a slot of each port's VCs", yosys,
             fit);
    v.fitted("router_vc", router_vc, {0, 1e9}, "transistors a VC of each port", yosys, fit);
    v.fitted("router_stage", router_stage, {0, 1e9}, "transistors a stage beyond the first", yosys,
             fit);
  }
};

// Transistors of one router.
double router_transistors(const AreaParams& params, const noc::NocParams& noc);
// Square millimetres of one router.
double router_mm2(const AreaParams& params, const noc::NocParams& noc);
// The same of a router with other ports. Buffers, VCs and stages count by input, what is left (the
// crossbar and the allocators) by input times output. Not fitted; router_area_ports.csv checks it.
double router_mm2(const AreaParams& params, const noc::RouterParams& router, unsigned inputs,
                  unsigned outputs);

}  // namespace rc::scc
