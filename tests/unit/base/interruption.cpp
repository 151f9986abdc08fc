// SPDX-License-Identifier: Apache-2.0
#include "sim/base/interruption.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

namespace rc::sim::base {
namespace {

TEST(Interruption, TwoSignalsAtOnceAreOne) {
  for (const int number : {SIGHUP, SIGINT, SIGTERM}) {
    const Interruption interruption;
    EXPECT_EQ(Interruption::signal(), 0);
    std::raise(number);
    std::raise(number);
    EXPECT_EQ(Interruption::signal(), number);
  }
}

// nohup(1) turns it off for a run that outlives its terminal.
TEST(Interruption, AHangupThatIsTurnedOffStaysOff) {
  std::signal(SIGHUP, SIG_IGN);
  {
    const Interruption interruption;
    std::raise(SIGHUP);
    EXPECT_EQ(Interruption::signal(), 0);
  }
  EXPECT_EQ(std::signal(SIGHUP, SIG_DFL), SIG_IGN);
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
