// The mesh's queue of waiting messages against a sorted map.
#include "hw_model/systemc/waiting_messages.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "hw_model/kernel/random.h"

namespace rc::systemc {
namespace {

using Slot = tile::MessagePool::Slot;

TEST(WaitingMessages, LeaveInOrderOfCycleAndSender) {
  kernel::Random random(7);
  WaitingMessages waiting;
  std::map<std::pair<kernel::Cycle, std::uint64_t>, Slot> expected;
  std::vector<Slot> unused;
  for (Slot slot = 0; slot < 300; ++slot) unused.push_back(slot);
  kernel::Cycle now = 5;
  std::uint64_t sequence = 0;
  for (unsigned step = 0; step < 20'000; ++step) {
    // Phases with many and with few, near and far.
    const std::uint32_t most = step / 1000 % 2 == 0 ? 3 : 290, ahead = step % 7 == 0 ? 4000 : 40;
    while (300 - unused.size() < most && random.below(3) != 0) {
      const kernel::Cycle cycle = now + 1 + random.below(ahead);
      const std::uint64_t order = std::uint64_t{random.below(28)} << 48 | sequence++;
      const Slot slot = unused.back();
      unused.pop_back();
      waiting.add({cycle, kernel::Picos{cycle * 1000 - 1}, order, slot});
      expected[{cycle, order}] = slot;
    }
    ASSERT_EQ(waiting.all().size(), expected.size());
    if (expected.empty()) {
      ASSERT_EQ(waiting.next(), WaitingMessages::kNever);
      continue;
    }
    now = waiting.next();
    ASSERT_EQ(now, expected.begin()->first.first);
    waiting.take([&](Slot slot) {
      ASSERT_FALSE(expected.empty());
      EXPECT_EQ(expected.begin()->first.first, now);
      EXPECT_EQ(expected.begin()->second, slot);
      expected.erase(expected.begin());
      unused.push_back(slot);
    });
    ASSERT_TRUE(expected.empty() || expected.begin()->first.first > now);
  }
}

}  // namespace
}  // namespace rc::systemc
