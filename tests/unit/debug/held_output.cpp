// SPDX-License-Identifier: Apache-2.0
// Output of a run that is simulated in pieces, some of them twice.
#include "sim/debug/held_output.h"

#include <gtest/gtest.h>

#include <sstream>

namespace rc::sim::debug {
namespace {

TEST(HeldOutput, ShowsWhatIsNewOnly) {
  std::ostringstream out, error;
  HeldOutput held(out, error);
  out << "one ";
  error << "wrong";
  EXPECT_EQ(out.str(), "");
  EXPECT_EQ(held.positions(), (HeldOutput::Positions{4, 5}));
  held.show({0, 5});
  out << "two " << 'x';
  held.show({6, 5});
  held.release();
  EXPECT_EQ(out.str(), "one o x");
  EXPECT_EQ(error.str(), "");
  out << "!";
  EXPECT_EQ(out.str(), "one o x!");
}

}  // namespace
}  // namespace rc::sim::debug
