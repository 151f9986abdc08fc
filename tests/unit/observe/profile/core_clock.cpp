// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/core_clock.h"

#include <gtest/gtest.h>

namespace rc::sim::observe {
namespace {

using kernel::Picos;

TEST(CoreClock, FollowsEachChange) {
  kernel::ClockDomain clock(Picos{1875});
  CoreClock known(clock.period());
  EXPECT_EQ(known.time_of(1000), Picos{1'875'000});
  const auto change = [&](Picos at, Picos period) {
    clock.change(at, period);
    known.changed(at, clock);
  };
  change(Picos{18'750}, Picos{5000});  // cycle 10
  change(Picos{38'750}, Picos{1250});  // cycle 14
  EXPECT_EQ(known.time_of(9), Picos{16'875});
  EXPECT_EQ(known.time_of(10), Picos{18'750});
  EXPECT_EQ(known.time_of(13), Picos{33'750});
  for (const kernel::Cycle cycle : {14, 15, 1000})
    EXPECT_EQ(known.time_of(cycle), clock.time_of(cycle));
  EXPECT_EQ(known.pieces().size(), 3u);
  // Another one at the same edge takes its place.
  change(Picos{38'750}, Picos{2500});
  EXPECT_EQ(known.pieces().size(), 3u);
  EXPECT_EQ(known.time_of(15), Picos{41'250});
}

}  // namespace
}  // namespace rc::sim::observe
