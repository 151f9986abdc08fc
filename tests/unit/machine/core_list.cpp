// SPDX-License-Identifier: Apache-2.0
#include "sim/machine/core_list.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"

namespace rc::sim::machine {
namespace {

TEST(SimCoreList, IdsAndRangesAscending) {
  EXPECT_EQ(parse_core_list("7"), (std::vector<int>{7}));
  EXPECT_EQ(parse_core_list("47,0,10-12"), (std::vector<int>{0, 10, 11, 12, 47}));
  EXPECT_EQ(first_cores(3), (std::vector<int>{0, 1, 2}));
}

TEST(SimCoreList, RefusesWhatIsNoListOfCores) {
  for (const char* text :
       {"", ",", "1,", "x", "48", "-1", "3-1", "1,1", "0-2,2", "1 ", "1-", "0x1"})
    EXPECT_THROW(parse_core_list(text), kernel::InputError) << text;
}

TEST(SimCoreList, SaysWhichOptionWantsWhat) {
  EXPECT_EQ(parse_list("3-5,0", 24, "noc.rtl_tiles", "routers"), (std::vector<int>{0, 3, 4, 5}));
  try {
    parse_list("24", 24, "noc.rtl_tiles", "routers");
    FAIL();
  } catch (const kernel::InputError& error) {
    EXPECT_STREQ(error.what(),
                 "noc.rtl_tiles '24': expected different routers from 0 to 23, as in 0,2,10-12");
  }
}

}  // namespace
}  // namespace rc::sim::machine
