// SPDX-License-Identifier: Apache-2.0
// The line of time of a machine that the test plays, in processes of its own as any other.
#include "sim/debug/time_line.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <sstream>

#include "sim/debug/checkpoint_process.h"

namespace rc::sim::debug {
namespace {

using kernel::Picos;
using Why = StopEvent::Why;

// What all copies of the machine look at.
struct Orders {
  bool stand_still = false;  // whoever runs does so for ever, and takes no time
  Picos program_ends = Picos::never();
};

class PlayedMachine : public DebugMachine {
 public:
  explicit PlayedMachine(const Orders& orders) : orders_(orders) {}

  unsigned count() const override { return 1; }
  std::string name(unsigned) const override { return "core"; }
  cpu::Core& core(unsigned) override { return core_; }
  Picos time_of(unsigned, kernel::Cycle cycle) override { return {cycle}; }
  Picos time() const override { return time_; }
  std::optional<int> exit_status(unsigned) const override {
    if (time_ < orders_.program_ends) return std::nullopt;
    return 0;
  }
  std::string state_of(unsigned) const override { return ""; }
  std::vector<std::uint8_t> read_place(const WatchedPlace&) override { return {}; }
  std::optional<std::string> monitor(const std::vector<std::string>&, unsigned) override {
    return std::nullopt;
  }
  std::string monitor_help() const override { return ""; }
  Picos deadlock_at() override { return Picos::never(); }
  void check_deadlock() override {}

 protected:
  bool peek(unsigned, std::uint32_t, void*, std::uint32_t) override { return false; }
  bool poke(unsigned, std::uint32_t, const void*, std::uint32_t) override { return false; }
  std::optional<WatchedPlace> find_place(unsigned, std::uint32_t) override { return std::nullopt; }
  bool others_reach(unsigned, std::uint32_t) override { return false; }
  bool run_to(Picos end) override {
    while (orders_.stand_still) ::pause();
    time_ = std::min(end, orders_.program_ends);
    return time_ < orders_.program_ends;
  }
  void go_on(unsigned) override {}
  void watch_places(const std::vector<WatchedPlace>&) override {}
  void set_every_round(bool) override {}

 private:
  const Orders& orders_;
  cpu::Core core_{cpu::CoreParams{}, 0};
  Picos time_{0};
};

class TimeLineTest : public ::testing::Test {
 protected:
  static bool at_once() { return true; }
  static bool never() { return false; }

  Orders* orders_ = nullptr;
  pid_t first_ = 0;

  void SetUp() override {
    void* const shared =
        ::mmap(nullptr, sizeof(Orders), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(shared, MAP_FAILED);
    orders_ = new (shared) Orders;
  }
  void TearDown() override {
    ::kill(first_, SIGKILL);
    ::waitpid(first_, nullptr, 0);
    ::munmap(orders_, sizeof(Orders));
  }
  TimeLine line(Picos limit = Picos::never()) {
    auto [ours, theirs] = Channel::pair();
    first_ = ::fork();
    if (first_ == 0) {
      { const Channel closed = std::move(ours); }
      std::ostringstream out, error;
      HeldOutput output(out, error);
      PlayedMachine machine(*orders_);
      serve_debugger(machine, output, std::move(theirs));
      ::_exit(0);
    }
    return {Simulation(std::move(ours)), {{"app.elf"}, {0}}, limit};
  }
  static std::string time(TimeLine& line) {
    const std::string text = line.monitor({"time"}, 0, never);
    return text.substr(0, text.find(','));
  }
};

TEST_F(TimeLineTest, AnInterruptIsHeardWhileTheMachineStandsStill) {
  TimeLine run = line();
  EXPECT_EQ(run.go_on(at_once).why, Why::interrupted);
  const std::string here = time(run);
  EXPECT_EQ(here, "50000000 ps");
  orders_->stand_still = true;
  EXPECT_EQ(run.go_on(at_once).why, Why::interrupted);
  EXPECT_EQ(time(run), here);
  run.set_breakpoint(0, 0x1000, false, true);
  EXPECT_EQ(run.go_back(at_once).why, Why::interrupted);
  EXPECT_EQ(time(run), here);
  run.monitor({"goto", "10us"}, 0, at_once);
  EXPECT_EQ(time(run), here);
  // None of this harms what comes.
  orders_->stand_still = false;
  run.monitor({"goto", "10us"}, 0, never);
  EXPECT_EQ(time(run), "9999999 ps");
  orders_->program_ends = {300'000'000};
  EXPECT_EQ(run.go_on(never).why, Why::over);
}

TEST_F(TimeLineTest, NothingIsSimulatedBehindTheLimit) {
  TimeLine run = line({120'000'000});
  const auto stands_at_the_limit = [&](const StopEvent& event) {
    EXPECT_EQ(event.why, Why::failed);
    EXPECT_EQ(event.text, "--max-time is reached");
    EXPECT_EQ(time(run), "120000000 ps");
  };
  stands_at_the_limit(run.go_on(never));
  stands_at_the_limit(run.go_on(never));
  stands_at_the_limit(run.step({}, never));
  run.monitor({"goto", "1ms"}, 0, never);
  EXPECT_EQ(time(run), "120000000 ps");
  EXPECT_EQ(run.go_back(never).why, Why::beginning);
  EXPECT_EQ(time(run), "0 ps");
  stands_at_the_limit(run.go_on(never));
}

TEST_F(TimeLineTest, AProgramMayEndAtTheLimit) {
  orders_->program_ends = {120'000'000};
  TimeLine run = line({120'000'000});
  EXPECT_EQ(run.go_on(never).why, Why::over);
}

}  // namespace
}  // namespace rc::sim::debug
