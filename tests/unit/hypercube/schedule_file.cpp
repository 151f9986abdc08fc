// SPDX-License-Identifier: Apache-2.0
#include "sim/hypercube/schedule_file.h"

#include <gtest/gtest.h>

#include "hw_model/kernel/error.h"

namespace rc::sim::hypercube {
namespace {

TEST(ScheduleFile, MessagesCommentsAndEmptyLines) {
  const Schedule schedule =
      parse_schedule("# my own\n\n1 0 3   # two links\n 1\t3 0\r\n2 1 2\n2 0 3", "own.txt", 2);
  EXPECT_EQ(schedule.dimension, 2);
  EXPECT_EQ(schedule.transmissions,
            (std::vector<Transmission>{{1, 0, 3}, {1, 3, 0}, {2, 1, 2}, {2, 0, 3}}));
}

std::string complaint(const std::string& text) {
  try {
    parse_schedule(text, "own.txt", 2);
  } catch (const kernel::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ScheduleFile, ComplaintsNameTheLine) {
  EXPECT_EQ(complaint("1 0 1\n1 2\n"), "own.txt:2: 2 words: expected STEP SOURCE DESTINATION");
  EXPECT_EQ(complaint("1 0 1 9"), "own.txt:1: 4 words: expected STEP SOURCE DESTINATION");
  EXPECT_EQ(complaint("one 0 1"), "own.txt:1: step 'one': expected a number from 1 to 99999");
  EXPECT_EQ(complaint("0 0 1"), "own.txt:1: step '0': expected a number from 1 to 99999");
  EXPECT_EQ(complaint("1 4 1"), "own.txt:1: source '4': expected a number from 0 to 3");
  EXPECT_EQ(complaint("1 1 -1"), "own.txt:1: destination '-1': expected a number from 0 to 3");
  EXPECT_EQ(complaint("1 1 3x"), "own.txt:1: destination '3x': expected a number from 0 to 3");
  EXPECT_EQ(complaint("1 1 99999999999"),
            "own.txt:1: destination '99999999999': expected a number from 0 to 3");
  EXPECT_EQ(complaint("#\n1 2 2"), "own.txt:2: node 2 sends to itself");
  EXPECT_EQ(complaint("1 0 1\n2 0 1\n\n1 0 1\n"),
            "own.txt:4: 0 sends to 1 in step 1 already in line 1");
  EXPECT_EQ(complaint("# nothing\n"), "own.txt: no messages in it");
}

}  // namespace
}  // namespace rc::sim::hypercube
