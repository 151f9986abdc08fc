// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/energy.h"

namespace rc::scc {
namespace {

double at(double pj, double published_volts, double volts) {
  const double ratio = volts / published_volts;
  return pj * ratio * ratio;
}

}  // namespace

double router_pj(const EnergyParams& params, double volts) {
  return at(params.router_pj, params.router_volts, volts);
}

TrafficEnergy energy_of(const EnergyParams& params, const Traffic& traffic) {
  const auto joules = [](std::uint64_t count, double pj) {
    return static_cast<double>(count) * pj * 1e-12;
  };
  TrafficEnergy energy;
  const double pj = router_pj(params, traffic.mesh_volts);
  const double routers = joules(traffic.hops, pj);
  energy.buffer_joules = params.buffer_share * routers;
  energy.router_joules = routers + traffic.extra_pitches * params.link_share * pj * 1e-12;
  energy.mpb_joules =
      joules(traffic.mpb_accesses, at(params.mpb_pj, params.sram_volts, traffic.tile_volts));
  energy.dram_joules = joules(traffic.dram_accesses, params.dram_pj);
  return energy;
}

}  // namespace rc::scc
