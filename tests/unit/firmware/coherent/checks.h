// SPDX-License-Identifier: Apache-2.0
// Collectives checked for their results, whatever carries them out. `Machine` has
// new_lines(int), word(Address) -> Word&, and run(threads, program).
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "firmware/coherent/collectives.h"

namespace shared_memory::checks {

constexpr int kTimes = 3;  // every plan is used again

inline NewLines source_of(auto& machine) {
  return [&machine](int lines) { return machine.new_lines(lines); };
}

void check_broadcast(auto& machine, const Tree& tree, Acknowledge how) {
  const Broadcast plan(tree, how, source_of(machine));
  const int n = tree.threads();
  std::vector<std::vector<Word>> received(n);
  machine.run(n, [&](Thread& thread, int me) -> Program {
    for (Word time = 1; time <= kTimes; ++time) {
      if (me == 0) co_await store(thread, plan.data[0], 100 + time);
      co_await broadcast(thread, me, plan, time);
      received[me].push_back(co_await load(thread, plan.data[me]));
    }
  });
  for (int me = 0; me < n; ++me)
    EXPECT_EQ(received[me], (std::vector<Word>{101, 102, 103})) << "thread " << me << " of " << n;
}

void check_reduction(auto& machine, const Tree& tree) {
  const Reduction plan(tree, source_of(machine));
  const Word n = tree.threads();
  std::vector<Word> sums;
  machine.run(n, [&](Thread& thread, int me) -> Program {
    for (Word time = 1; time <= kTimes; ++time) {
      co_await store(thread, plan.data[me], me + time);
      co_await reduce(thread, me, plan, time);
      if (me == 0) sums.push_back(co_await load(thread, plan.result));
    }
  });
  for (Word time = 1; time <= kTimes; ++time)
    EXPECT_EQ(sums.at(time - 1), n * (n - 1) / 2 + n * time) << n << " threads";
}

// No thread leaves before all have entered.
void check_barrier(auto& machine, int threads, int m) {
  const Barrier plan(threads, m, source_of(machine));
  std::vector<std::atomic<int>> entered(kTimes);
  std::atomic<int> early{0};
  machine.run(threads, [&](Thread& thread, int me) -> Program {
    for (Word time = 1; time <= kTimes; ++time) {
      ++entered[time - 1];
      co_await barrier(thread, me, plan, time);
      if (entered[time - 1] != threads) ++early;
    }
  });
  EXPECT_EQ(early, 0) << threads << " threads, m " << m;
}

// A message of many lines: `plan` has threads, lines and data.
template <class Plan>
void check_message(auto& machine, const Plan& plan,
                   Program (*program)(Thread&, int, const Plan&, Word)) {
  std::vector<int> wrong(plan.threads);
  machine.run(plan.threads, [&](Thread& thread, int me) -> Program {
    for (Word time = 1; time <= kTimes; ++time) {
      for (int line = 0; me == 0 && line < plan.lines; ++line)
        co_await store(thread, plan.data[0] + line * kLineBytes, 1000 * time + line);
      co_await program(thread, me, plan, time);
      for (int line = 0; line < plan.lines; ++line)
        wrong[me] += co_await load(thread, plan.data[me] + line * kLineBytes) != 1000 * time + line;
    }
  });
  for (int me = 0; me < plan.threads; ++me)
    EXPECT_EQ(wrong[me], 0) << "thread " << me << " of " << plan.threads;
}

void check_large(auto& machine, Program (*program)(Thread&, int, const LargeBroadcast&, Word),
                 int threads, int lines) {
  const LargeBroadcast plan(threads, lines, source_of(machine));
  check_message(machine, plan, program);
}

// The canary comes last: with it the first line is there.
void check_ping_pong(auto& machine, int lines) {
  const PingPong plan(lines, source_of(machine));
  std::vector<Word> received;
  machine.run(2, [&](Thread& thread, int me) -> Program {
    for (Word time = 1; time <= kTimes; ++time) {
      co_await store(thread, plan.send[me], 10 * time + me);
      co_await ping_pong(thread, me, plan, time);
      if (me == 0) received.push_back(co_await load(thread, plan.receive[0]));
    }
  });
  EXPECT_EQ(received, (std::vector<Word>{11, 21, 31}));
}

}  // namespace shared_memory::checks
