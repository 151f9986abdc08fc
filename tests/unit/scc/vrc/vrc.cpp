// SPDX-License-Identifier: Apache-2.0
// The voltage controller alone: commands one at a time, their times, and refused commands.
#include "hw_model/scc/vrc/vrc.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"

namespace rc::scc {
namespace {

using kernel::Picos;

constexpr Picos kRamp{16'500'000'000};
constexpr Picos kCycle{1'538'461};  // 650 kHz

std::uint32_t word(unsigned island, std::uint32_t vid) {
  return SCC_VRC_COMMAND | island << SCC_VRC_ISLAND_SHIFT | vid;
}

TEST(Vrc, FirstCommandIsAcknowledgedAtOnce) {
  Vrc vrc{VrcParams{}};
  EXPECT_DOUBLE_EQ(vrc.default_volts(), 1.1);
  const Picos arrival{1000};
  EXPECT_EQ(vrc.command(word(4, 0x70), arrival), arrival + kCycle);
  EXPECT_EQ(vrc.busy_until(), arrival + kCycle + kRamp);
  ASSERT_EQ(vrc.ramps().size(), 1u);
  const Ramp& ramp = vrc.ramps()[0];
  EXPECT_EQ(ramp.island, 4u);
  EXPECT_EQ(ramp.begin, arrival + kCycle);
  EXPECT_EQ(ramp.end, ramp.begin + kRamp);
  EXPECT_DOUBLE_EQ(ramp.volts(ramp.begin), 1.1);
  EXPECT_DOUBLE_EQ(ramp.volts(ramp.begin + Picos{kRamp.value / 2}), 0.9);
  EXPECT_DOUBLE_EQ(ramp.volts(ramp.end), 0.7);
  EXPECT_DOUBLE_EQ(ramp.volts(ramp.end + kRamp), 0.7);
}

TEST(Vrc, WriterWaitsForTheCommandBefore) {
  Vrc vrc{VrcParams{}};
  vrc.command(word(4, 0x70), Picos{0});
  // Another island's writer, and one that repeats the command: both only once the ramp is done.
  const Picos second = vrc.command(word(5, 0x80), Picos{5000});
  EXPECT_EQ(second, kCycle + kRamp + kCycle);
  const Picos third = vrc.command(word(4, 0x70), Picos{6000});
  EXPECT_EQ(third, second + kRamp + kCycle);
  // The voltage is reached already: no ramp, and the next command need not wait.
  EXPECT_EQ(vrc.busy_until(), third);
  EXPECT_EQ(vrc.ramps().size(), 2u);
  const Picos late = third + kRamp;
  EXPECT_EQ(vrc.command(word(4, 0x70), late), late + kCycle);
}

TEST(Vrc, EveryIslandHasAVoltage) {
  Vrc vrc{VrcParams{}};
  for (unsigned island = 0; island < SCC_VOLTAGE_ISLANDS; ++island) {
    vrc.command(word(island, 0x80), vrc.busy_until());
    EXPECT_EQ(vrc.ramps().back().island, island);
  }
}

TEST(Vrc, FrequencyCapIsThatOfTheTable) {
  EXPECT_EQ(frequency_cap(0.69), 0);
  EXPECT_EQ(frequency_cap(0.7), 460);
  EXPECT_EQ(frequency_cap(0.79), 460);
  EXPECT_EQ(frequency_cap(0.8), 598);
  EXPECT_EQ(frequency_cap(0.9), 644);
  EXPECT_EQ(frequency_cap(1.0), 748);
  EXPECT_EQ(frequency_cap(1.1), 875);
  EXPECT_EQ(frequency_cap(1.2), 1024);
  EXPECT_EQ(frequency_cap(1.3), 1198);
}

void expect_refused(std::uint32_t command, const std::string& reason) {
  Vrc vrc{VrcParams{}};
  try {
    vrc.command(command, Picos{0});
    FAIL() << reason;
  } catch (const kernel::MachineError& error) {
    EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
  }
}

TEST(Vrc, RefusesUndocumentedCommands) {
  expect_refused(word(4, 0x70) & ~SCC_VRC_COMMAND, "bit 16");
  expect_refused(word(4, 0x6F), "VID");
  expect_refused(word(4, 0xD1), "VID");
}

TEST(Vrc, ParametersOutOfRange) {
  for (const VrcParams& bad : {VrcParams{16500, 0, 0xB0}, VrcParams{-1, 650, 0xB0},
                               VrcParams{1e7, 650, 0xB0}, VrcParams{16500, 650, 0x60}})
    EXPECT_THROW(Vrc{bad}, kernel::InputError);
}

}  // namespace
}  // namespace rc::scc
