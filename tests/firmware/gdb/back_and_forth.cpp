// SPDX-License-Identifier: Apache-2.0
// Stops forwards and back, steps of one core, and of a range.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <random>
#include <stdexcept>
#include <thread>

#include "sim/base/temporary_folder.h"
#include "sim/machine/elf_image.h"
#include "tests/support/command.h"
#include "tests/support/gdb_stops.h"

namespace {

using rc::test::GdbStop;

class OneRun {
 public:
  OneRun(const std::string& image, const std::string& options)
      : symbols_(
            rc::sim::machine::load_elf(FIRMWARE_APPS "/" + image, std::uint64_t{1} << 32).symbols),
        runner_([this, image, options] {
          rc::test::run_command(ROCKCREEK_SIM " run --gdb " + socket() + " " FIRMWARE_APPS "/" +
                                image + " " + options);
        }),
        gdb_(socket()) {}
  ~OneRun() {
    gdb_.send("k");
    runner_.join();
  }

  std::string ask(const std::string& packet) { return stops.ask(packet); }
  std::uint32_t address(const std::string& name) const {
    for (const auto& symbol : symbols_)
      if (symbol.name == name) return symbol.address;
    throw std::runtime_error("no symbol " + name);
  }
  void stop_at(const std::string& name) {
    EXPECT_EQ(ask(fmt::format("Z0,{:x},1", address(name))), "OK") << name;
  }
  void both_ways_agree(std::size_t count, unsigned tries) {
    std::minstd_rand random(1);
    EXPECT_EQ(stops.differ(count, tries, [&](std::uint64_t end) { return random() % end; }),
              std::nullopt);
    EXPECT_TRUE(ask("?").starts_with("T")) << "it stopped fewer times";
  }

 private:
  std::string socket() const { return folder_.file("socket"); }

  rc::sim::base::TemporaryFolder folder_{"rockcreek-gdb-back-"};
  rc::sim::machine::SymbolTable symbols_;
  std::thread runner_;
  rc::test::GdbClient gdb_;

 public:
  rc::test::GdbStops stops{gdb_};
};

TEST(GdbBackAndForth, AnScc) {
  OneRun run("soak.elf", "--ues 4 -- 5 20");
  run.stop_at("memcpy");
  run.stop_at("RCCE_flag_write");
  run.stops.watch_stack(3, 1, 150);
  run.stops.watch_stack(4, 2, 200);
  run.stops.watch_stack(2, 3, 250);
  run.both_ways_agree(60, 30);
}

TEST(GdbBackAndForth, AnSccsMessageBuffers) {
  OneRun run("hello.elf", "--ues 6");
  run.stop_at("RCCE_flag_write");
  EXPECT_EQ(run.ask("Z4,c0000000,1000"), "OK");
  run.both_ways_agree(12, 15);
}

TEST(GdbBackAndForth, AHypercube) {
  OneRun run("nx_hello.elf", "--machine ipsc860 --ues 8");
  run.stop_at("memcpy");
  run.stop_at("csend");
  run.stops.watch_stack(3, 3, 150);
  run.stops.watch_stack(2, 2, 300);
  run.both_ways_agree(45, 40);
}

// What a debugger reads at each stop of the way back is what it read before the access, so it sees the same
// changes again on the way forwards. In MPBs, in a core's memory, and where messages come in.
TEST(GdbBackAndForth, TheWayBackUndoesEachAccessOnce) {
  struct Watched {
    std::string image, options,
        when;  // around the top of thread 3's stack at that time; empty: an MPB
  };
  for (const Watched& each :
       {Watched{"soak.elf", "--ues 4 -- 5 20", ""}, Watched{"soak.elf", "--ues 4 -- 5 20", "250us"},
        Watched{"nx_soak.elf", "--machine ipsc860 --ues 4 -- 5 20", "2000us"}}) {
    OneRun run(each.image, each.options);
    std::uint32_t address = 0xC0000020;
    if (!each.when.empty()) {
      run.stops.monitor("goto " + each.when);
      run.ask("Hg3");
      const std::string esp = rc::sim::debug::from_hex(run.ask("p4")).value();
      std::memcpy(&address, esp.data(), sizeof address);
      address -= 32;
      run.stops.monitor("goto 1ns");
    }
    const std::string place = fmt::format("{:x},40", address);
    ASSERT_EQ(run.ask("Z2," + place), "OK");
    const auto value = [&] { return run.ask("m" + place); };
    std::vector<std::string> values{value()};
    std::vector<GdbStop> stops;
    for (int i = 0; i < 6; ++i) {
      stops.push_back(run.stops.go("vCont;c"));
      ASSERT_TRUE(stops.back().watched()) << each.image << ": " << stops.back().text();
      values.push_back(value());
    }
    for (int i = 6; i-- > 2;) {
      EXPECT_EQ(run.stops.go("bc").reason, stops[i].reason) << each.image;
      EXPECT_EQ(value(), values[i]) << each.image << ", before access " << i;
    }
    for (int i = 2; i < 6; ++i) {
      EXPECT_EQ(run.stops.go("vCont;c").reason, stops[i].reason) << each.image;
      EXPECT_EQ(value(), values[i + 1]) << each.image << ", behind access " << i;
    }
  }
}

// Whoever looks at a stop for a while lets a mark be made where it stands, behind what was hit.
TEST(GdbBackAndForth, AStopThatWasAMarkIsTheSameBack) {
  OneRun run("hello.elf", "--ues 4");
  run.stop_at("main");
  std::vector<GdbStop> stops;
  for (int i = 0; i < 4; ++i) {
    stops.push_back(run.stops.go("vCont;c"));
    if (i < 2) std::this_thread::sleep_for(std::chrono::milliseconds(2100));
  }
  for (int i = 3; i-- > 0;) {
    const GdbStop back = run.stops.go("bc");
    EXPECT_TRUE(back.is(stops[i])) << back.text() << ", expected " << stops[i].text();
  }
  for (int i = 1; i < 4; ++i) {
    const GdbStop again = run.stops.go("vCont;c");
    EXPECT_TRUE(again.is(stops[i])) << again.text() << ", expected " << stops[i].text();
  }
}

// GDB takes a breakpoint away for the step over it.
void step_over(OneRun& run, const std::string& place, const std::string& thread) {
  EXPECT_EQ(run.ask("z0," + place), "OK");
  EXPECT_EQ(run.ask("vCont;s:" + thread), "T05thread:" + thread + ";");
  EXPECT_EQ(run.ask("Z0," + place), "OK");
}

TEST(GdbBackAndForth, EachCoreStopsAtMain) {
  OneRun run("hello.elf", "--ues 12");
  const std::string place = fmt::format("{:x},1", run.address("main"));
  EXPECT_EQ(run.ask("Z0," + place), "OK");
  std::vector<std::string> threads;
  std::uint64_t time = 0;
  for (int i = 0; i < 12; ++i) {
    const GdbStop stop = run.stops.go("vCont;c");
    EXPECT_GE(stop.time, time);
    time = stop.time;
    ASSERT_TRUE(stop.reason.ends_with(";swbreak:;")) << stop.text();
    threads.push_back(stop.reason.substr(10, stop.reason.find(';') - 10));
    step_over(run, place, threads.back());
  }
  std::ranges::sort(threads);
  EXPECT_TRUE(std::ranges::adjacent_find(threads) == threads.end());
  EXPECT_EQ(run.ask("vCont;c"), "W00");
}

// What others hit during a step of one comes next, whatever comes next.
TEST(GdbBackAndForth, AStepOfOneLosesNoStopOfOthers) {
  for (const char* const next : {"vCont;c", "vCont;s:1;c", "vCont;r101000,102000:1;c"}) {
    OneRun run("hello.elf", "--ues 2");
    const std::string place = fmt::format("{:x},1", run.address("main"));
    EXPECT_EQ(run.ask("Z0," + place), "OK");
    EXPECT_EQ(run.ask("vCont;c"), "T05thread:1;swbreak:;");
    EXPECT_EQ(run.ask("z0," + place), "OK");
    for (int i = 0; i < 100; ++i) ASSERT_EQ(run.ask("vCont;s:1"), "T05thread:1;");
    EXPECT_EQ(run.ask("Z0," + place), "OK");
    EXPECT_EQ(run.ask(next), "T05thread:2;swbreak:;") << next;
  }
}

// Whoever steps one core sees the others where a run that nobody steps has them.
void steps_are_those_of_one_run(const std::string& image, const std::string& options,
                                unsigned threads) {
  OneRun stepped(image, options), whole(image, options);
  const std::string place = fmt::format("1,{:x},1", stepped.address("main"));
  EXPECT_EQ(stepped.ask("Z" + place), "OK");
  EXPECT_EQ(stepped.ask("vCont;c"), "T05thread:1;hwbreak:;");
  EXPECT_EQ(stepped.ask("z" + place), "OK");
  for (int i = 0; i < 120; ++i) {
    ASSERT_EQ(stepped.ask("vCont;s:1;c"), "T05thread:1;");
    if (i % 6 != 0) continue;
    whole.stops.monitor(fmt::format("goto {}ps", stepped.stops.time() + 2));
    for (unsigned thread = 2; thread <= threads; ++thread) {
      const std::string choose = fmt::format("Hg{:x}", thread);
      EXPECT_EQ(stepped.ask(choose), whole.ask(choose));
      EXPECT_EQ(stepped.ask("g"), whole.ask("g")) << "thread " << thread << ", step " << i;
    }
  }
}

TEST(GdbBackAndForth, StepsAreThoseOfOneRun) {
  steps_are_those_of_one_run("soak.elf", "--ues 6 -- 5 20", 6);
  steps_are_those_of_one_run("nx_hello.elf", "--machine ipsc860 --ues 4", 4);
}

TEST(GdbBackAndForth, ARangeIsSteppedAtOnce) {
  OneRun run("hello.elf", "--ues 2");
  EXPECT_EQ(run.ask(fmt::format("Z1,{:x},1", run.address("main"))), "OK");
  EXPECT_EQ(run.ask("vCont;c"), "T05thread:1;hwbreak:;");
  const std::uint32_t main = run.address("main");
  EXPECT_EQ(run.ask(fmt::format("vCont;r{:x},{:x}:1;c", main, main + 2)), "T05thread:1;");
  EXPECT_NE(run.ask("p8"), rc::sim::debug::to_hex(std::string{'\x80', '\x10', '\x10', '\0'}));
}

}  // namespace
