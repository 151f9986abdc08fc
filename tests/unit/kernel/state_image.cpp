// SPDX-License-Identifier: Apache-2.0
// Images of state: what is found to be the same, and what differs.
#include "hw_model/kernel/state_image.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>

namespace rc::kernel {
namespace {

using Table = std::array<std::uint32_t, 5>;

struct State {
  std::uint32_t before = 1;
  std::uint64_t changes = 7;
  Table table{1, 2, 3, 4, 5};
  std::uint32_t after = 2;

  void append_to(StateImage& image) const {
    image.append(before);
    image.append_changing(changes, table.data(), sizeof table);
    image.append(after);
  }
};

bool same(const State& recorded, const State& later) {
  StateImage image;
  image.record();
  recorded.append_to(image);
  for (unsigned times = 0; times < 2; ++times) {
    image.compare();
    later.append_to(image);
  }
  return image.same();
}

TEST(StateImage, ATableThatHasNotChangedIsTheSame) {
  EXPECT_TRUE(same({}, {}));
  State other;
  other.after = 3;
  EXPECT_FALSE(same({}, other)) << "what follows the table is compared";
  other = {};
  other.before = 3;
  EXPECT_FALSE(same({}, other));
}

TEST(StateImage, ATableThatHasChangedIsCompared) {
  State other;
  other.changes = 9;
  EXPECT_TRUE(same({}, other)) << "and back";
  other.after = 3;
  EXPECT_FALSE(same({}, other));
  other = {};
  other.changes = 9;
  other.table[3] = 0;
  EXPECT_FALSE(same({}, other));
}

TEST(StateImage, OtherLengths) {
  StateImage image;
  image.record();
  State().append_to(image);
  image.compare();
  State().append_to(image);
  State().append_to(image);
  EXPECT_FALSE(image.same()) << "longer";
  image.compare();
  image.append(std::uint32_t{1});
  EXPECT_FALSE(image.same()) << "shorter";
  image.compare();
  for (unsigned i = 0; i < 20; ++i) image.append_changing(7, &i, 0);
  EXPECT_FALSE(image.same());
}

}  // namespace
}  // namespace rc::kernel
