// SPDX-License-Identifier: Apache-2.0
#include "sim/base/interruption.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

namespace rc::sim::base {
namespace {

TEST(Interruption, TwoSignalsAtOnceAreOne) {
  for (const int number : {SIGINT, SIGTERM}) {
    const Interruption interruption;
    EXPECT_EQ(Interruption::signal(), 0);
    std::raise(number);
    std::raise(number);
    EXPECT_EQ(Interruption::signal(), number);
  }
}

TEST(Interruption, ALaterOneEndsTheProcess) {
  for (const int number : {SIGINT, SIGTERM}) {
    EXPECT_EXIT(
        {
          const Interruption interruption;
          std::raise(SIGINT);
          ::usleep(500'000);
          std::raise(number);
          ::_exit(0);
        },
        testing::KilledBySignal(number), "");
  }
}

}  // namespace
}  // namespace rc::sim::base
