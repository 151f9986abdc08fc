// SPDX-License-Identifier: Apache-2.0
// What moving data costs: the energy of flits, buffer accesses and memory accesses, from counts.
//
// This compares messages, algorithms and networks. It is a part of what power.h says of the whole
// chip, seen in another way: power.h is the published power, whatever the traffic; here a flit that
// does not move costs nothing. The two are not to be added.
//
// A figure holds at the voltage it was published for and goes with the square of the voltage.
// Inaccuracies: leakage is power.h's; a router costs the same whatever its buffers and VCs
// (docs/router.md has their cells); data do not matter; words cost what lines do.
#pragma once

#include <cstdint>

namespace rc::scc {

struct EnergyParams {
  double router_volts = 1.1;
  double router_pj = 55;
  double buffer_share = 0.22;
  double link_share = 0.17;
  double sram_volts = 0.9;
  double mpb_pj = 60;
  double dram_pj = 7800;

  template <class Visitor>
  void visit(Visitor& v) {
    const char* horowitz =
        "Horowitz, ISSCC 2014 1.1, energies at 45 nm and 0.9 V, of 64 bits: 10 pJ from 8 KB, 20 pJ "
        "from 32 KB, 1.3 to 2.6 nJ from DRAM; remembered, and not of the SCC";
    v.field("router_volts", router_volts, {0.5, 2}, "V",
            "Salihundam et al., JSSC 46(4), 2011: voltage of router_pj");
    v.field("router_pj", router_pj, {0, 1e6}, "pJ a flit, with its link",
            "derived from Salihundam et al., JSSC 46(4), 2011 (abstract): 550 mW at 1.28 Tb/s, and "
            "128 bits a flit");
    v.field("buffer_share", buffer_share, {0, 1}, "of router_pj",
            "Hoskote et al., IEEE Micro 27(5), 2007, queues and data path of the routers before "
            "the SCC's; remembered");
    v.field("link_share", link_share, {0, 1}, "of router_pj, for a link of one pitch",
            "Hoskote et al., IEEE Micro 27(5), 2007, links of the same routers; remembered");
    v.field("sram_volts", sram_volts, {0.5, 2}, "V", "Horowitz, ISSCC 2014 1.1: voltage of mpb_pj");
    v.field("mpb_pj", mpb_pj, {0, 1e6}, "pJ a line", horowitz);
    v.field("dram_pj", dram_pj, {0, 1e9}, "pJ a line, any voltage", horowitz);
  }
};

// What happened in a run.
struct Traffic {
  std::uint64_t hops = 0;    // flits, each as often as a router sent it on
  double extra_pitches = 0;  // of their links beyond one pitch each, summed over flits
  std::uint64_t mpb_accesses = 0;
  std::uint64_t dram_accesses = 0;
  double mesh_volts = 0, tile_volts = 0;  // on average
};

struct TrafficEnergy {
  double router_joules = 0;  // buffers included
  double buffer_joules = 0;
  double mpb_joules = 0;
  double dram_joules = 0;

  double joules() const { return router_joules + mpb_joules + dram_joules; }
};

// pJ of one flit in one router at `volts`.
double router_pj(const EnergyParams& params, double volts);

TrafficEnergy energy_of(const EnergyParams& params, const Traffic& traffic);

}  // namespace rc::scc
