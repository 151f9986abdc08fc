// SPDX-License-Identifier: Apache-2.0
// The queue of events beside a plain list, near and far in time, and at equal times.
#include "hw_model/kernel/event_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "hw_model/kernel/random.h"

namespace rc::kernel {
namespace {

using Pushed = std::vector<std::pair<std::uint64_t, int>>;  // time and number, in order

int earliest(Pushed& pushed) {
  const auto first = std::ranges::min_element(pushed, {}, &Pushed::value_type::first);
  const int number = first->second;
  pushed.erase(first);
  return number;
}

TEST(EventQueue, OfEqualTimesTheFirstPushed) {
  EventQueue<int> queue;
  EXPECT_EQ(queue.next(), Picos::never());
  for (const int event : {1, 2, 3}) queue.push(Picos{5000}, event);
  queue.push(Picos{4999}, 4);
  queue.push(Picos{5000}, 5);
  queue.push(Picos{5'000'000'000}, 6);  // far
  EXPECT_EQ(queue.next(), Picos{4999});
  for (const int event : {4, 1, 2, 3, 5, 6}) EXPECT_EQ(queue.pop(), event);
  EXPECT_EQ(queue.next(), Picos::never());
}

// What was far comes near, and an equal time may lie in either place.
TEST(EventQueue, OrderHoldsBetweenNearAndFar) {
  EventQueue<int> queue;
  queue.push(Picos{900'000}, 1);  // far from 0
  queue.push(Picos{500'000}, 2);
  EXPECT_EQ(queue.pop(), 2);
  queue.push(Picos{900'000}, 3);  // near 500'000
  queue.push(Picos{100}, 4);      // before what was popped last
  for (const int event : {4, 1, 3}) EXPECT_EQ(queue.pop(), event);
}

TEST(EventQueue, RandomEventsInOrder) {
  Random random(7);
  EventQueue<int> queue;
  Pushed pushed;
  std::uint64_t now = 0;
  for (int number = 0; number < 40000; ++number) {
    const std::uint32_t reach = random.below(4) == 0 ? 3'000'000 : 3'000;
    const std::uint64_t time = now + random.below(reach);
    queue.push(Picos{time}, number);
    pushed.emplace_back(time, number);
    while (!pushed.empty() && random.below(pushed.size() < 100 ? 3 : 2) != 0) {
      now = queue.next().value;
      ASSERT_EQ(queue.pop(), earliest(pushed));
    }
  }
}

}  // namespace
}  // namespace rc::kernel
