// SPDX-License-Identifier: Apache-2.0
// Collectives for up to 240 threads that are stepped one access at a time in random order, a store
// buffer between each thread and memory: what results is right, and no thread waits for ever.
#include <gtest/gtest.h>

#include <deque>
#include <random>

#include "firmware/coherent/scheduled.h"
#include "firmware/collectives/schedules/cube.h"
#include "firmware/collectives/schedules/dopl.h"
#include "firmware/collectives/schedules/trees.h"
#include "tests/unit/firmware/coherent/checks.h"

namespace {

using namespace shared_memory;

// A thread whose stores become visible when the scheduler says so, in order.
class Stepped : public Thread {
 public:
  explicit Stepped(std::vector<Word>& memory) : memory_(memory) {}

  bool start(Access& access, std::coroutine_handle<> then) override {
    access_ = &access;
    then_ = then;
    return false;
  }
  bool waits() const { return access_ != nullptr; }
  bool has_stores() const { return !stores_.empty(); }
  void let_out() {
    const auto [address, value] = stores_.front();
    stores_.pop_front();
    memory_[address / kWordBytes] = value;
  }
  // Does the access if it can be done now.
  bool step() {
    Access& a = *access_;
    switch (a.kind) {
      case Access::Kind::store:
        stores_.emplace_back(a.address, a.value);
        break;
      case Access::Kind::add:
        while (has_stores()) let_out();
        memory_[a.address / kWordBytes] += a.value;
        break;
      case Access::Kind::load:
        a.value = seen(a.address);
        break;
      case Access::Kind::wait:
        if (seen(a.address) < a.value) return false;
        a.value = seen(a.address);
        break;
      case Access::Kind::copy:
        for (Address at = 0; at < a.lines * kLineBytes; at += kWordBytes)
          stores_.emplace_back(a.address + at, seen(a.from + at));
        break;
    }
    access_ = nullptr;
    then_.resume();
    return true;
  }

 private:
  Word seen(Address address) const {
    for (auto it = stores_.rbegin(); it != stores_.rend(); ++it)
      if (it->first == address) return it->second;
    return memory_[address / kWordBytes];
  }

  std::vector<Word>& memory_;
  std::deque<std::pair<Address, Word>> stores_;
  Access* access_ = nullptr;
  std::coroutine_handle<> then_;
};

class Machine {
 public:
  explicit Machine(unsigned seed) : random_(seed) {}

  Address new_lines(int lines) {
    const Address first = memory_.size() * kWordBytes;
    memory_.resize(memory_.size() + lines * kLineBytes / kWordBytes);
    return first;
  }

  void run(int threads, const std::function<Program(Thread&, int)>& program) {
    std::deque<Stepped> stepped;
    std::deque<Program> runs;
    for (int me = 0; me < threads; ++me) runs.push_back(program(stepped.emplace_back(memory_), me));
    for (Program& run : runs) run.start();
    for (unsigned idle = 0; idle < 100 * stepped.size();) {
      Stepped& chosen = stepped[random_() % stepped.size()];
      const bool let_out = chosen.has_stores() && random_() % 2 == 0;
      if (let_out) chosen.let_out();
      const bool moved = let_out || (chosen.waits() && chosen.step());
      idle = moved ? 0 : idle + 1;
    }
    for (int me = 0; me < threads; ++me)
      ASSERT_TRUE(runs[me].ended()) << "thread " << me << " of " << threads << " waits for ever";
  }

 private:
  std::vector<Word> memory_;
  std::mt19937 random_;
};

const std::vector<int> kThreads{1, 2, 3, 4, 5, 7, 10, 27, 60, 61, 240};

void broadcasts(Acknowledge how) {
  for (const int n : kThreads) {
    Machine machine(n);
    checks::check_broadcast(machine, flat_tree(n), how);
    checks::check_broadcast(machine, level_tree(n, {7, 6, 5}), how);
    for (const int k : {2, 3}) checks::check_broadcast(machine, k_nomial_tree(n, k), how);
    for (const int latency : {2, 4})
      checks::check_broadcast(machine, fibonacci_tree(n, latency), how);
  }
}

TEST(CoherentCollectives, BroadcastReachesAll) { broadcasts(Acknowledge::one_line); }
TEST(CoherentCollectives, BroadcastWithALinePerChild) { broadcasts(Acknowledge::line_per_child); }

TEST(CoherentCollectives, ReductionAddsAll) {
  for (const int n : kThreads) {
    Machine machine(n);
    checks::check_reduction(machine, flat_tree(n));
    checks::check_reduction(machine, level_tree(n, {4, 4, 4, 4}));
    checks::check_reduction(machine, k_nomial_tree(n, 2));
  }
}

TEST(CoherentCollectives, BarrierHoldsAll) {
  for (const int n : kThreads)
    for (const int m : {1, 2, 4, 6}) {
      Machine machine(n + m);
      checks::check_barrier(machine, n, m);
    }
}

TEST(CoherentCollectives, LargeBroadcastsReachAll) {
  for (const int n : {2, 3, 4, 9, 30}) {
    Machine machine(n);
    for (const int lines : {1, 7, 16}) {
      checks::check_large(machine, flat_broadcast, n, lines);
      checks::check_large(machine, pipelined_broadcast, n, lines);
    }
  }
}

// Of the message-passing chip: their turns, on shared memory.
template <class Schedule>
void scheduled(const Schedule& schedule, int threads, int lines, int part, int piece) {
  Machine machine(threads);
  const auto turns = [&schedule](int me, int round) { return schedule.turn(me, round); };
  const ScheduledBroadcast plan(threads, schedule.rounds(), turns, lines, part, piece,
                                checks::source_of(machine));
  checks::check_message(machine, plan, scheduled_broadcast);
}

TEST(CoherentCollectives, SchedulesOfTheMessagePassingChipReachAll) {
  for (const int n : {2, 3, 6, 12, 48})
    for (const int lines : {1, 7, 16}) {
      const int parts = (lines + 3) / 4;
      scheduled(collectives::Cube(n, 0, parts), n, lines, 4, 4);
      scheduled(collectives::Dopl(collectives::mesh_for(n, 6), 0, parts), n, lines, 4, 2);
      scheduled(collectives::Binomial(n, 0, 1), n, lines, lines, lines);
      const int share = (lines + n - 1) / n;
      scheduled(collectives::ScatterAllgather(n, 0), n, lines, share, share);
    }
}

TEST(CoherentCollectives, PingPongBringsTheMessageWithItsCanary) {
  for (const int lines : {1, 2, 8})
    for (unsigned seed = 0; seed < 100; ++seed) {
      Machine machine(seed);
      checks::check_ping_pong(machine, lines);
    }
}

// The stepping finds what it is there for: a word that is loaded without waiting for its flag.
TEST(CoherentCollectives, SteppingFindsAMissingWait) {
  Machine machine(1);
  const Address word = machine.new_lines(1);
  int stale = 0;
  machine.run(8, [&](Thread& thread, int me) -> Program {
    if (me == 0) co_await store(thread, word, 1);
    stale += co_await load(thread, word) == 0;
  });
  EXPECT_GT(stale, 0);
}

}  // namespace
