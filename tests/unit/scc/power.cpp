// SPDX-License-Identifier: Apache-2.0
// Energy and legality of tile clocks and voltages, from hand-made histories.
#include "hw_model/scc/power.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"

namespace rc::scc {
namespace {

using kernel::Picos;

constexpr Picos kMillisecond{1'000'000'000};

Picos ms(std::uint64_t count) { return {count * kMillisecond.value}; }

TEST(PowerLaws, GoThroughThePublishedPoints) {
  const PowerParams params;
  const PowerLaws laws(params);
  for (const PowerPoint& point : {params.high, params.low}) {
    EXPECT_NEAR(laws.cores.watts(point.core_mhz, point.volts), point.cores_w, 1e-9);
    EXPECT_NEAR(laws.mesh.watts(point.mesh_mhz, point.volts), point.mesh_w, 1e-9);
    EXPECT_NEAR(laws.memory.watts(point.mesh_mhz, point.volts), point.memory_w, 1e-9);
    EXPECT_NEAR(laws.clock.watts(point.mesh_mhz, point.volts), point.clock_w, 1e-9);
  }
  EXPECT_GT(laws.cores.leakage, 0);
  EXPECT_GT(laws.mesh.leakage, 0);
}

TEST(PowerLaws, PointsWithoutALaw) {
  PowerParams same;
  same.low = same.high;
  EXPECT_THROW(PowerLaws{same}, kernel::InputError);
  PowerParams falling;
  falling.low.cores_w = 200;
  EXPECT_THROW(PowerLaws{falling}, kernel::InputError);
}

TEST(Power, NothingChanges) {
  const SccParams params;
  const PowerLaws laws(params.power);
  const double cores = laws.cores.watts(1600.0 / 3, 1.1);
  const PowerResult result = Power(params).result(ms(5));
  for (const auto& domain : result.domains) {
    EXPECT_NEAR(domain.joules, cores / 6 * 0.005, 1e-12);
    EXPECT_DOUBLE_EQ(domain.volts, 1.1);
  }
  EXPECT_NEAR(result.mesh_joules, laws.mesh.watts(800, 1.1) * 0.005, 1e-12);
  EXPECT_NEAR(result.joules(),
              cores * 0.005 + result.mesh_joules + result.memory_joules + result.clock_joules,
              1e-12);
}

TEST(Power, DividersAndRampsCountExactly) {
  const SccParams params;
  const PowerLaws laws(params.power);
  Power power(params);
  // Tile 0 at /8 from 1 ms on; its domain goes to 0.9 V between 2 and 4 ms. Reported out of order.
  power.ramp_commanded({4, ms(2), ms(4), 1.1, 0.9});
  power.clock_changed(0, ms(1), 8);
  power.advance(ms(3));
  const PowerResult result = power.result(ms(6));

  const auto tiles = [&](double slow_mhz, double v_squared, double volts, double seconds) {
    return (laws.cores.dynamic * (3 * 1600.0 / 3 + slow_mhz) * v_squared +
            laws.cores.leakage * 4 * volts) /
           24 * seconds;
  };
  const double ramp_square = (1.21 + 0.99 + 0.81) / 3;
  EXPECT_NEAR(result.domains[0].joules,
              tiles(1600.0 / 3, 1.21, 1.1, 0.001) + tiles(200, 1.21, 1.1, 0.001) +
                  tiles(200, ramp_square, 1.0, 0.002) + tiles(200, 0.81, 0.9, 0.002),
              1e-12);
  EXPECT_DOUBLE_EQ(result.domains[0].volts, 0.9);
  EXPECT_EQ(result.dividers[0], 8u);
  EXPECT_EQ(result.dividers[1], 3u);
  EXPECT_DOUBLE_EQ(result.domains[1].volts, 1.1);
}

TEST(Power, MeshClockCountsForMeshMemoryAndClock) {
  const SccParams params;
  const PowerLaws laws(params.power);
  Power power(params);
  power.mesh_clock_changed(ms(2), 8);
  const PowerResult result = power.result(ms(6));
  const auto joules = [](const PowerLaw& law) {
    return law.watts(800, 1.1) * 0.002 + law.watts(200, 1.1) * 0.004;
  };
  EXPECT_EQ(result.mesh_mhz, 200);
  EXPECT_NEAR(result.mesh_joules, joules(laws.mesh), 1e-12);
  EXPECT_NEAR(result.memory_joules, joules(laws.memory), 1e-12);
  EXPECT_NEAR(result.clock_joules, joules(laws.clock), 1e-12);
  EXPECT_NEAR(result.core_joules(), Power(params).result(ms(6)).core_joules(), 1e-12);
}

// The sum does not depend on how often the result is read.
TEST(Power, ReadingTheResultChangesNothing) {
  const SccParams params;
  Power once(params), often(params);
  for (Power* power : {&once, &often}) {
    power->ramp_commanded({0, ms(2), ms(5), 1.1, 1.3});
    power->clock_changed(13, ms(3), 4);
  }
  for (unsigned i = 0; i < 90; ++i) often.advance(Picos{i * 77'777'777u});
  EXPECT_EQ(once.result(ms(7)).joules(), often.result(ms(7)).joules());
}

void expect_illegal(Power& power, Picos at, const std::vector<std::string>& parts) {
  try {
    power.advance(ms(100));
    FAIL();
  } catch (const kernel::MachineError& error) {
    for (const std::string& part : parts)
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    EXPECT_EQ(error.at(), at);
  }
}

TEST(Power, MeshAndPeripheryHaveIslandsOfTheirOwn) {
  const SccParams params;
  const PowerLaws laws(params.power);
  Power power(params);
  power.ramp_commanded({SCC_MESH_ISLAND, ms(2), ms(2), 1.1, 0.8});
  power.ramp_commanded({SCC_PERIPHERY_ISLAND, ms(5), ms(6), 1.1, 0.7});
  const PowerResult result = power.result(ms(10));
  EXPECT_EQ(result.mesh_volts, 0.8);
  EXPECT_NEAR(result.mesh_joules,
              laws.mesh.watts(800, 1.1) * 0.002 + laws.mesh.watts(800, 0.8) * 0.008, 1e-12);
  const double during = 800 * (1.1 * 1.1 + 1.1 * 0.7 + 0.7 * 0.7) / 3 * 0.001;  // MHz V^2 s
  for (const auto& [law, joules] :
       {std::pair{laws.memory, result.memory_joules}, std::pair{laws.clock, result.clock_joules}})
    EXPECT_NEAR(joules,
                law.watts(800, 1.1) * 0.005 + law.watts(800, 0.7) * 0.004 + law.dynamic * during +
                    law.constant * 0.001,
                1e-12);
  EXPECT_EQ(result.domains[0].volts, 1.1);
}

TEST(Power, VoltageTooLowForTheClock) {
  Power power{SccParams{}};
  power.ramp_commanded({5, ms(1), ms(2), 1.1, 0.7});  // island 5: tiles (2..3, 0..1)
  expect_illegal(power, ms(1), {"tile (2,0)", "lowered", "533.3 MHz", "0.7 V", "460 MHz"});
}

TEST(Power, ClockTooHighForTheVoltage) {
  Power power{SccParams{}};
  power.clock_changed(23, ms(1), 1);
  expect_illegal(power, ms(1), {"tile (5,3)", "clock", "1600 MHz", "1.1 V", "875 MHz"});
}

TEST(Power, ClockMustWaitForTheVoltage) {
  SccParams params;
  params.vrc.default_vid = 0xA0;  // 1.0 V: 748 MHz
  {
    Power power(params);
    power.ramp_commanded({4, ms(1), ms(3), 1.0, 1.1});
    power.clock_changed(7, ms(3), 2);
    EXPECT_NO_THROW(power.advance(ms(100)));
  }
  Power hasty(params);
  hasty.ramp_commanded({4, ms(1), ms(3), 1.0, 1.1});
  hasty.clock_changed(7, Picos{ms(3).value - 1}, 2);
  expect_illegal(hasty, Picos{ms(3).value - 1}, {"tile (1,1)", "800 MHz", "1 V", "748 MHz"});
}

TEST(Power, MachineFileMustBeLegal) {
  SccParams params;
  params.clocks.tile_divider = 2;
  EXPECT_NO_THROW(Power{params});  // 800 MHz at 1.1 V
  params.vrc.default_vid = 0xA0;
  EXPECT_THROW(Power{params}, kernel::InputError);
}

}  // namespace
}  // namespace rc::scc
