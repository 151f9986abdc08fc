// SPDX-License-Identifier: Apache-2.0
// A run has one order of stops, whatever way a debugger comes by: those of the way forwards are
// those of the way back, in reverse, and from any instant the next ones on both sides.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <thread>

#include "sim/base/temporary_folder.h"
#include "sim/machine/elf_image.h"
#include "tests/support/command.h"
#include "tests/support/gdb_client.h"

namespace {

using rc::test::GdbClient;

// One that stops a run, and what it looks like then.
struct SeenStop {
  std::string reason;    // the packet
  std::string eip;       // in hexadecimal digits
  std::uint64_t time{};  // ps, of the machine

  // Back at a watch of memory the access is still to come.
  bool is(const SeenStop& other) const {
    const bool moved = reason.find("watch") != reason.npos;
    return reason == other.reason && (moved || (eip == other.eip && time == other.time));
  }
  friend std::ostream& operator<<(std::ostream& out, const SeenStop& stop) {
    return out << stop.reason << " at " << stop.eip << ", " << stop.time << " ps";
  }
};

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

  std::string ask(const std::string& packet) { return gdb_.ask(packet).value_or(""); }
  std::string monitor(const std::string& words) {
    const std::string answer = ask("qRcmd," + rc::sim::debug::to_hex(words));
    return rc::sim::debug::from_hex(answer).value_or(answer);
  }
  std::uint64_t time() { return std::stoull(monitor("time")); }
  SeenStop go(const std::string& packet) {
    const std::string reason = ask(packet);
    if (reason[0] != 'T') return {reason, "", 0};
    return {reason, ask("p8"), time()};
  }
  std::uint32_t address(const std::string& name) const {
    for (const auto& symbol : symbols_)
      if (symbol.name == name) return symbol.address;
    throw std::runtime_error("no symbol " + name);
  }
  void stop_at(const std::string& name) {
    EXPECT_EQ(ask(fmt::format("Z0,{:x},1", address(name))), "OK") << name;
  }
  // Of what is at the top of a thread's stack when the machine is at `when`.
  void watch_stack(int type, unsigned thread, const std::string& when) {
    monitor("goto " + when);
    ask(fmt::format("Hg{}", thread));
    const auto bytes = rc::sim::debug::from_hex(ask("p4")).value_or("");
    std::uint32_t top = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
      top = top << 8 | static_cast<std::uint8_t>(bytes[i]);
    EXPECT_EQ(ask(fmt::format("Z{},{:x},8", type, top)), "OK");
    monitor("goto 1ns");
  }
  std::vector<SeenStop> forwards(std::size_t most) {
    std::vector<SeenStop> stops;
    while (stops.size() < most) stops.push_back(go("vCont;c"));
    EXPECT_EQ(stops.back().reason[0], 'T') << stops.back();
    return stops;
  }

 private:
  std::string socket() const { return folder_.file("socket"); }

  rc::sim::base::TemporaryFolder folder_{"rockcreek-gdb-back-"};
  std::vector<rc::sim::machine::ElfSymbol> symbols_;
  std::thread runner_;
  GdbClient gdb_;
};

// Both ways, and from some instants between and at the stops.
void both_ways_agree(OneRun& run, std::size_t count, unsigned tries) {
  const std::vector<SeenStop> stops = run.forwards(count);
  for (std::size_t i = count - 1; i-- > 0;) {
    const SeenStop back = run.go("bc");
    ASSERT_TRUE(back.is(stops[i])) << "stop " << i << ": " << back << " instead of " << stops[i];
  }
  EXPECT_NE(run.ask("bc").find("replaylog:begin"), std::string::npos);
  std::minstd_rand random(1);
  for (unsigned i = 0; i < tries; ++i) {
    const SeenStop& near = stops[random() % (count - 1)];
    run.monitor(fmt::format("goto {}ns", near.time / 1000 + random() % (i % 2 == 0 ? 3 : 300)));
    const std::uint64_t here = run.time();
    const auto next =
        std::ranges::find_if(stops, [&](const auto& stop) { return stop.time > here; });
    if (next == stops.end()) continue;
    if (next != stops.begin() && i % 3 != 0) {
      const SeenStop back = run.go("bc");
      ASSERT_TRUE(back.is(next[-1]))
          << "back from " << here << ": " << back << ", not " << next[-1];
    } else {
      const SeenStop on = run.go("vCont;c");
      ASSERT_TRUE(on.is(*next) && on.eip == next->eip)
          << "on from " << here << ": " << on << ", not " << *next;
    }
  }
}

TEST(GdbBackAndForth, AnScc) {
  OneRun run("soak.elf", "--ues 4 -- 5 20");
  run.stop_at("memcpy");
  run.stop_at("RCCE_flag_write");
  run.watch_stack(3, 1, "150us");
  run.watch_stack(4, 2, "200us");
  run.watch_stack(2, 3, "250us");
  both_ways_agree(run, 60, 30);
}

TEST(GdbBackAndForth, AnSccsMessageBuffers) {
  OneRun run("hello.elf", "--ues 6");
  run.stop_at("RCCE_flag_write");
  EXPECT_EQ(run.ask("Z4,c0000000,1000"), "OK");
  both_ways_agree(run, 12, 15);
}

TEST(GdbBackAndForth, AHypercube) {
  OneRun run("nx_hello.elf", "--machine ipsc860 --ues 8");
  run.stop_at("memcpy");
  run.stop_at("csend");
  run.watch_stack(3, 3, "150us");
  run.watch_stack(2, 2, "300us");
  both_ways_agree(run, 45, 40);
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
    const SeenStop stop = run.go("vCont;c");
    EXPECT_GE(stop.time, time);
    time = stop.time;
    ASSERT_TRUE(stop.reason.ends_with(";swbreak:;")) << stop;
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
    for (int i = 0; i < 400; ++i) ASSERT_EQ(run.ask("vCont;s:1"), "T05thread:1;");
    EXPECT_EQ(run.ask("Z0," + place), "OK");
    EXPECT_EQ(run.ask(next), "T05thread:2;swbreak:;") << next;
  }
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
