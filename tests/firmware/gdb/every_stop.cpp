// SPDX-License-Identifier: Apache-2.0
// Every core that comes to a breakpoint stops there once, in order of time and rank, also while GDB
// steps another one over it, and the way back tells the same stops. Debian's gdb asks and counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/temporary_folder.h"
#include "tests/support/command.h"

namespace {

struct Stop {
  std::string way;  // that led to it: "forwards", "stepped", "back"
  std::uint64_t time = 0;
  unsigned thread = 0;

  // The second instruction of an issue group is told at its cycle or a picosecond later, by where
  // the run came from.
  bool same_as(const Stop& other) const {
    return thread == other.thread && time - other.time + 1 <= 2;
  }
};

// Prints a line for each stop at main: forwards by continue, forwards with a step over the
// breakpoint after each, and all the way back from the end of the first way.
constexpr const char* kScript = R"(
set pagination off
set confirm off
break main
python
def ask(command):
    return gdb.execute(command, to_string=True)
def at_main():
    thread = gdb.selected_thread()
    return thread is not None and thread.is_valid() and gdb.selected_frame().pc() == main
def tell(way):
    print("STOP", way, ask("monitor time").split()[0], gdb.selected_thread().num)
main = None
def all_stops(way, command, others):
    global main
    for i in range(STOPS + others):
        try:
            ask(command)
        except gdb.error:
            return
        if main is None:
            main = gdb.selected_frame().pc()
        if not at_main():
            return
        tell(way)
        if way == "stepped":
            ask("next")
            while at_main():
                tell(way)
                ask("next")
all_stops("forwards", "continue", 0)
all_stops("back", "reverse-continue", 1)
all_stops("stepped", "continue", 0)
end
kill
)";

std::vector<Stop> stops(const std::string& program, unsigned count) {
  const rc::sim::base::TemporaryFolder folder("rockcreek-gdb-stops-");
  std::string script = kScript;
  script.replace(script.find("STOPS"), 5, std::to_string(count));
  std::ofstream(folder.file("script")) << script;
  const auto run =
      rc::test::run_command("(timeout 300 " ROCKCREEK_SIM " gdb -x " + folder.file("script") +
                            " " FIRMWARE_APPS "/" + program + " < /dev/null 2>&1)");
  std::vector<Stop> found;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first;
    Stop stop;
    if (words >> first >> stop.way >> stop.time >> stop.thread && first == "STOP")
      found.push_back(stop);
  }
  if (found.empty()) ADD_FAILURE() << run.out;
  return found;
}

std::vector<Stop> of_way(const std::vector<Stop>& all, const std::string& way) {
  std::vector<Stop> found;
  std::ranges::copy_if(all, std::back_inserter(found),
                       [&](const Stop& stop) { return stop.way == way; });
  return found;
}

bool same(std::span<const Stop> a, std::span<const Stop> b) {
  return std::ranges::equal(a, b, [](const Stop& x, const Stop& y) { return x.same_as(y); });
}

void expect_every_stop(const std::string& program, unsigned count) {
  const std::vector<Stop> all = stops(program, count);
  const std::vector<Stop> forwards = of_way(all, "forwards");
  ASSERT_EQ(forwards.size(), count);
  EXPECT_TRUE(std::ranges::is_sorted(forwards, [](const Stop& a, const Stop& b) {
    return std::pair(a.time, a.thread) < std::pair(b.time, b.thread);
  }));
  std::vector<unsigned> threads;
  for (const Stop& stop : forwards) threads.push_back(stop.thread);
  std::ranges::sort(threads);
  EXPECT_EQ(std::ranges::adjacent_find(threads), threads.end());

  std::vector<Stop> back = of_way(all, "back");
  std::ranges::reverse(back);
  EXPECT_TRUE(same(back, std::span(forwards).first(count - 1)))
      << back.size() << " of " << count - 1;

  EXPECT_TRUE(same(of_way(all, "stepped"), forwards))
      << of_way(all, "stepped").size() << " of " << count;
}

TEST(EveryStop, OfFortyEightUes) { expect_every_stop("hello.elf --ues 48", 48); }

TEST(EveryStop, OfEightNodes) { expect_every_stop("nx_hello.elf --machine ipsc860 --ues 8", 8); }

// A loop of ten passes that all UEs or nodes walk in step: `next` from one to the next, until all have
// ended. Where a step ends at the breakpoint as another core comes to it, both are told.
void expect_all_by_next(const std::string& compiled, const std::string& run, unsigned count) {
  const rc::sim::base::TemporaryFolder folder("rockcreek-gdb-stops-");
  std::ofstream(folder.file("loop.c")) << R"(
#ifdef NX
#include "nx.h"
#define start()
#define number() mynode()
#define meet() gsync()
#else
#include "RCCE.h"
#define start() RCCE_init(&argc, &argv)
#define number() RCCE_ue()
#define meet() RCCE_barrier(&RCCE_COMM_WORLD)
#endif
volatile int sum;
int work(int x) {
  for (int i = 0; i < 10; i++)
    sum += i * x;
  return sum;
}
int main(int argc, char** argv) {
  start();
  int all = work(number());
  meet();
  return work(all) < 0;
}
)";
  std::ofstream(folder.file("script")) << R"(
set pagination off
set confirm off
break loop.c:16
continue
while $_isvoid($_exitcode)
next
end
info breakpoints
continue
)";
  ASSERT_EQ(rc::test::run_command(ROCKCREEK_SIM " cc -g -O0 " + compiled + folder.file("loop.c") +
                                  " -o " + folder.file("loop.elf"))
                .exit_code,
            0);
  const auto gdb =
      rc::test::run_command("(timeout 300 " ROCKCREEK_SIM " gdb -x " + folder.file("script") + " " +
                            run + folder.file("loop.elf") + " < /dev/null 2>&1)");
  EXPECT_NE(gdb.out.find("breakpoint already hit " + std::to_string(20 * count) + " times"),
            std::string::npos)
      << gdb.out.substr(gdb.out.size() > 1000 ? gdb.out.size() - 1000 : 0);
  // What has ended has no threads that go on.
  EXPECT_NE(gdb.out.find("The program is not being run."), std::string::npos);
}

TEST(EveryStop, OfFourUesByNext) { expect_all_by_next("", "--ues 4 ", 4); }

TEST(EveryStop, OfTwelveUesByNext) { expect_all_by_next("", "--ues 12 ", 12); }

TEST(EveryStop, OfTwoNodesByNext) {
  expect_all_by_next("--nx -DNX ", "--machine ipsc860 --ues 2 ", 2);
}

TEST(EveryStop, OfEightNodesByNext) {
  expect_all_by_next("--nx -DNX ", "--machine ipsc860 --ues 8 ", 8);
}

}  // namespace
