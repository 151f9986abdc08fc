// SPDX-License-Identifier: Apache-2.0
// Explorations that are killed: cases agree, and tables that differ are told apart.
#include "tests/soak/explore_part.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"
#include "sim/base/temporary_folder.h"
#include "tests/soak/case.h"

namespace rc::sim {
namespace {

TEST(SoakExplorations, KilledOnesGoOn) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    EXPECT_EQ(soak::soak_explore({.seed = seed, .size = 10}).mismatch, "");
}

TEST(SoakExplorations, ATableThatDiffersIsFound) {
  const base::TemporaryFolder one("rockcreek_one_"), other("rockcreek_other_");
  for (const base::TemporaryFolder* folder : {&one, &other})
    for (const char* file : {"points.csv", "points.sqlite", "report.html"})
      base::write_file(folder->file(file), "point,latency\n1,12\n");
  EXPECT_EQ(soak::difference_of_explorations(one.path(), other.path()), "");
  base::write_file(other.file("points.sqlite"), "point,latency\n1,13\n");
  EXPECT_EQ(soak::difference_of_explorations(one.path(), other.path()), "points.sqlite differs");
  std::filesystem::remove(other.file("points.csv"));
  EXPECT_THROW(soak::difference_of_explorations(one.path(), other.path()), kernel::InputError);
}

}  // namespace
}  // namespace rc::sim
