// SPDX-License-Identifier: Apache-2.0
// The energy of moved data, from counts.
#include "hw_model/scc/energy.h"

#include <gtest/gtest.h>

namespace rc::scc {
namespace {

TEST(Energy, GoesWithCountsAndTheSquareOfVoltages) {
  EnergyParams params;
  params.router_pj = 50;
  params.buffer_share = 0.2;
  params.mpb_pj = 40;
  params.dram_pj = 5000;
  const Traffic traffic{
      .hops = 1000, .mpb_accesses = 100, .dram_accesses = 10, .mesh_volts = 1.1, .tile_volts = 0.9};
  const TrafficEnergy energy = energy_of(params, traffic);
  EXPECT_NEAR(energy.router_joules, 50e-9, 1e-18);
  EXPECT_NEAR(energy.buffer_joules, 10e-9, 1e-18);
  EXPECT_NEAR(energy.mpb_joules, 4e-9, 1e-18);
  EXPECT_NEAR(energy.dram_joules, 50e-9, 1e-18);
  EXPECT_NEAR(energy.joules(), 104e-9, 1e-18);

  Traffic higher = traffic;
  higher.mesh_volts = 2.2;
  higher.tile_volts = 0.45;
  EXPECT_NEAR(energy_of(params, higher).router_joules, 200e-9, 1e-18);
  EXPECT_NEAR(energy_of(params, higher).mpb_joules, 1e-9, 1e-18);
  EXPECT_NEAR(energy_of(params, higher).dram_joules, 50e-9, 1e-18);
}

// 550 mW and 1.28 Tb/s at 1.1 V, 128 bits a flit.
TEST(Energy, OfAFlitIsThePublishedRouters) {
  EXPECT_NEAR(router_pj({}, 1.1), 0.55 / 1.28e12 * 128 * 1e12, 0.1);
}

// The other two voltages of the same abstract: 7.2 Tb/s/W at 0.7 V, 1.3 at 1.25 V. The square of
// the voltage is good to a factor of 1.4 (docs/power.md).
TEST(Energy, IsNotFarOffAtOtherVoltages) {
  EXPECT_NEAR(128 / router_pj({}, 0.7), 5.7, 0.1);
  EXPECT_NEAR(128 / router_pj({}, 1.25), 1.8, 0.1);
}

}  // namespace
}  // namespace rc::scc
