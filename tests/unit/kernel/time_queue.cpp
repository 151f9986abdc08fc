// SPDX-License-Identifier: Apache-2.0
// The queue of numbers by time against a sorted map: cycles near and far, and orders of their own.
#include "hw_model/kernel/time_queue.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "hw_model/kernel/archive.h"
#include "hw_model/kernel/random.h"

namespace rc::kernel {
namespace {

using Queue = TimeQueue<std::uint32_t, 256>;
using Number = Queue::Number;

struct Both {
  Queue queue;
  std::map<std::pair<std::uint64_t, std::uint64_t>, Number> expected;

  void push(Number number, std::uint64_t time, std::uint64_t order) {
    queue.push(number, time, order, number + 7);
    expected[{time, order}] = number;
  }
  void popped(Number number) {
    ASSERT_FALSE(expected.empty());
    EXPECT_EQ(expected.begin()->second, number);
    EXPECT_EQ(queue.value(number), number + 7);
    expected.erase(expected.begin());
  }
  void check() const {
    EXPECT_EQ(queue.next(), expected.empty() ? Queue::kNever : expected.begin()->first.first);
    const std::vector<Queue::Item> all = queue.all();
    ASSERT_EQ(all.size(), expected.size());
    std::size_t i = 0;
    for (const auto& [key, number] : expected) {
      EXPECT_EQ(all[i].time, key.first);
      EXPECT_EQ(all[i++].number, number);
    }
  }
};

TEST(TimeQueue, NumbersLeaveInOrderOfTimeAndOrder) {
  Random random(7);
  Both both;
  std::vector<Number> unused;
  for (Number number = 0; number < 300; ++number) unused.push_back(number);
  std::uint64_t now = 5, sequence = 0;
  for (unsigned step = 0; step < 20'000; ++step) {
    // Phases with many and with few, near and far.
    const std::uint32_t most = step / 1000 % 2 == 0 ? 3 : 290, ahead = step % 7 == 0 ? 4000 : 40;
    while (300 - unused.size() < most && random.below(3) != 0) {
      both.push(unused.back(), now + 1 + random.below(ahead),
                std::uint64_t{random.below(28)} << 48 | sequence++);
      unused.pop_back();
    }
    if (step % 16 == 0) both.check();
    if (both.expected.empty()) continue;
    now = both.queue.next();
    std::vector<Number> looked;
    both.queue.look([&](Number number) { looked.push_back(number); });
    if (random.below(2) == 0) {
      EXPECT_EQ(both.queue.pop(), looked.front());
      both.popped(looked.front());
      unused.push_back(looked.front());
      --now;
      continue;
    }
    std::size_t taken = 0;
    both.queue.take([&](Number number) {
      EXPECT_EQ(number, looked.at(taken++));
      both.popped(number);
      // Pushed again at once, for later.
      if (random.below(4) == 0) {
        both.push(number, now + 1 + random.below(600), sequence++);
      } else {
        unused.push_back(number);
      }
    });
    EXPECT_EQ(taken, looked.size());
  }
}

// What comes late is due before all others.
TEST(TimeQueue, TakesWhatIsLate) {
  Both both;
  both.push(1, 1000, 0);
  both.push(2, 1000, 1);
  EXPECT_EQ(both.queue.pop(), 1u);
  both.expected.erase(both.expected.begin());
  both.push(3, 400, 5);
  both.push(4, 999, 2);
  both.push(5, 400, 4);
  both.check();
  for (const Number number : {5u, 3u, 4u, 2u}) EXPECT_EQ(both.queue.pop(), number);
  EXPECT_EQ(both.queue.next(), Queue::kNever);
}

TEST(TimeQueue, IsTheSameAfterASnapshot) {
  Both both;
  for (Number number = 0; number < 50; ++number) both.push(number, 3 + 37 * number, number);
  both.queue.pop();
  both.expected.erase(both.expected.begin());
  Archive saved;
  saved.section("queue");
  both.queue.archive(saved, 50);
  saved.finish();
  Archive loaded(saved.bytes());
  loaded.section("queue");
  Both other;
  other.queue.archive(loaded, 50);
  other.expected = both.expected;
  other.check();
}

}  // namespace
}  // namespace rc::kernel
