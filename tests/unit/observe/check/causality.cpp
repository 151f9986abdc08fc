// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/check/causality.h"

#include <gtest/gtest.h>

namespace {

using rc::sim::observe::Causality;

TEST(Causality, NothingIsKnownAtTheStart) {
  Causality order;
  const auto store = order.store(0);
  EXPECT_TRUE(order.knows(0, 0, store));
  EXPECT_FALSE(order.knows(1, 0, store));
}

TEST(Causality, KnowledgeIsPassedOn) {
  Causality order;
  const auto data = order.store(0), flag = order.store(0), later = order.store(0);
  order.learn(1, 0, flag);
  EXPECT_TRUE(order.knows(1, 0, data));
  EXPECT_FALSE(order.knows(1, 0, later));
  const auto second = order.store(1);
  order.learn(2, 1, second);
  EXPECT_TRUE(order.knows(2, 0, data));
  EXPECT_FALSE(order.knows(0, 1, second));
}

// A flag carries what its writer knew as it wrote, not what it learned afterwards.
TEST(Causality, AFlagKeepsItsTime) {
  Causality order;
  const auto early = order.store(1);
  const auto news = order.store(0);
  order.learn(1, 0, news);
  const auto late = order.store(1);
  order.learn(2, 1, early);
  EXPECT_FALSE(order.knows(2, 0, news));
  order.learn(2, 1, late);
  EXPECT_TRUE(order.knows(2, 0, news));
}

// What was long ago is taken as later: no order is denied.
TEST(Causality, ForgetsOnTheSafeSide) {
  Causality order;
  const auto flag = order.store(1);
  for (int i = 0; i < 5000; ++i) {
    order.learn(1, 0, order.store(0));
    order.store(1);
  }
  order.learn(2, 1, flag);
  EXPECT_TRUE(order.knows(2, 1, flag));
  EXPECT_TRUE(order.knows(2, 0, 1));
}

}  // namespace
