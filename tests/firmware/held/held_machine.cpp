// SPDX-License-Identifier: Apache-2.0
// A machine that a C++ program holds; tests/python has more, by the same class.
#include "sim/run/held/held_machine.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "hw_model/kernel/error.h"

namespace rc::sim::run {
namespace {

using Why = HeldStop::Why;

std::vector<std::string> hello(const std::string& ues) {
  return {FIRMWARE_APPS "/hello.elf", "--ues", ues};
}

HeldRun to(const std::string& breakpoint) {
  HeldRun run;
  run.breakpoints = {breakpoint};
  return run;
}

TEST(HeldMachine, StopsAtEachBreakpointInOrderOfTime) {
  HeldMachine machine(ROCKCREEK_SIM, hello("3"));
  EXPECT_EQ(machine.machine(), "scc");
  EXPECT_EQ(machine.cores(), (std::vector<int>{0, 1, 2}));
  std::vector<int> ues;
  std::uint64_t last = 0;
  for (HeldStop stop = machine.run(to("main")); stop.why != Why::ended;
       stop = machine.run(to("main"))) {
    EXPECT_EQ(stop.why, Why::breakpoint);
    EXPECT_TRUE(stop.place.starts_with("main")) << stop.place;
    EXPECT_EQ(machine.registers(static_cast<unsigned>(stop.ue))[8], stop.address);
    EXPECT_GE(stop.time, last);
    last = stop.time;
    ues.push_back(stop.ue);
  }
  std::ranges::sort(ues);
  EXPECT_EQ(ues, (std::vector<int>{0, 1, 2}));
  EXPECT_TRUE(machine.ended());
}

TEST(HeldMachine, AnInstantComesAgainAndWritingChangesWhatFollows) {
  HeldMachine machine(ROCKCREEK_SIM, hello("2"));
  HeldRun one = to("printf");
  one.ue = 1;
  machine.run(one);
  const HeldInstant here = machine.snapshot();
  machine.run();
  const std::string statistics = machine.statistics(), output = machine.output();
  machine.restore(here);
  EXPECT_EQ(machine.time(), here.time());
  machine.write(1, machine.registers(1)[4] + 8, {99, 0, 0, 0});
  machine.run();
  EXPECT_NE(machine.output().find("UE 99 of 2"), std::string::npos) << machine.output();
  machine.restore(here);
  machine.run();
  EXPECT_EQ(machine.statistics(), statistics);
  EXPECT_EQ(machine.output(), output);
}

// The last core goes on to its HLT, however near the end of that step is.
TEST(HeldMachine, EndsAlikeInWhateverStepItEnds) {
  const std::vector<std::vector<std::string>> programs{
      {FIRMWARE_APPS "/soak.elf", "--ues", "1", "--", "3599725903", "11"},
      hello("3"),
      {FIRMWARE_APPS "/nx_hello.elf", "--machine", "ipsc860", "--ues", "2"}};
  for (const auto& program : programs) {
    HeldMachine machine(ROCKCREEK_SIM, program);
    const HeldInstant reset = machine.snapshot();
    machine.run();
    ASSERT_TRUE(machine.ended());
    const std::string statistics = machine.statistics();
    const std::uint64_t end = machine.time();
    for (const std::uint64_t beyond : {1u, 100'000u, 300'000u, 1'000'000u, 3'000'000u}) {
      machine.restore(reset);
      HeldRun step;
      step.until = end + beyond;
      machine.run(step);
      EXPECT_TRUE(machine.ended());
      EXPECT_EQ(machine.statistics(), statistics) << program[0] << ", " << beyond << " ps";
    }
  }
}

TEST(HeldMachine, EventsAreThoseOfTheWayThatIsGone) {
  HeldMachine machine(ROCKCREEK_SIM, hello("2"));
  std::vector<std::uint64_t> told, again;
  const int number = machine.on_message([&](const debug::Event& event) {
    told.push_back(event.time);
    return event.time > 20'000'000;
  });
  const HeldStop stop = machine.run();
  EXPECT_EQ(stop.why, Why::callback);
  EXPECT_EQ(machine.time(), told.back() + 1);
  machine.forget(number);
  machine.on_message([&](const debug::Event& event) { return again.push_back(event.time), false; });
  machine.run();
  EXPECT_TRUE(machine.ended());
  ASSERT_FALSE(again.empty());
  EXPECT_GE(again.front(), told.back());
}

TEST(HeldMachine, ErrorsAreThoseOfARun) {
  EXPECT_THROW(HeldMachine(ROCKCREEK_SIM, {"no-such.elf"}), kernel::InputError);
  EXPECT_THROW(HeldMachine("/no/such/simulator", {}), kernel::InputError);
  HeldMachine machine(ROCKCREEK_SIM, {FIRMWARE_APPS "/deadlock.elf", "--ues", "2"});
  try {
    machine.run();
    FAIL() << "no deadlock";
  } catch (const kernel::MachineError& error) {
    EXPECT_NE(std::string(error.what()).find("a circle: UE 0 waits for 1"), std::string::npos);
  }
  EXPECT_NE(machine.place(0, machine.registers(0)[8]).find("firmware/rcce"), std::string::npos);
  EXPECT_THROW(machine.read(2, 0, 4), kernel::InputError);
}

}  // namespace
}  // namespace rc::sim::run
