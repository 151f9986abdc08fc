// SPDX-License-Identifier: Apache-2.0
#include "sim/base/kept_results.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"

namespace {

namespace fs = std::filesystem;
using rc::sim::base::KeptResults;

class Kept : public ::testing::Test {
 protected:
  const fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_kept_" + std::to_string(::getpid()));
  const KeptResults kept_{directory_.string()};
  void TearDown() override { fs::remove_all(directory_); }
};

TEST_F(Kept, AnOutcomeIsFoundUnderItsKeyOnly) {
  kept_.store("one", R"({"time":1})");
  EXPECT_EQ(kept_.find("one"), R"({"time":1})");
  EXPECT_EQ(kept_.find("two"), std::nullopt);
}

TEST_F(Kept, KeysOfOneFileNameAreToldApart) {
  kept_.store("one", R"({"time":1})");
  fs::copy_file(kept_.file_of("one"), kept_.file_of("two"));  // as if their hashes were equal
  EXPECT_EQ(kept_.find("two"), std::nullopt);
  kept_.store("two", R"({"time":2})");
  EXPECT_EQ(kept_.find("two"), R"({"time":2})");
}

TEST_F(Kept, ADamagedFileHoldsNothing) {
  for (const char* text : {"", "{", "[]", R"({"key":"one"})", R"({"outcome":{}})", "7"}) {
    rc::sim::base::write_file(kept_.file_of("one"), text);
    EXPECT_EQ(kept_.find("one"), std::nullopt) << text;
  }
}

TEST_F(Kept, AnAlteredFileHoldsNothing) {
  const std::string outcome = R"({"console":"a b","reports":[["us",1.5,0]],"time":1})";
  kept_.store("one", outcome);
  const std::string file = kept_.file_of("one"), good = rc::sim::base::read_file(file);
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const char other : {' ', '0', '[', static_cast<char>(good[at] ^ 1)}) {
      std::string bad = good;
      bad[at] = other;
      rc::sim::base::write_file(file, bad);
      EXPECT_EQ(kept_.find("one"), bad == good ? std::optional(outcome) : std::nullopt) << bad;
    }
  }
  rc::sim::base::write_file(file, good + " ");
  EXPECT_EQ(kept_.find("one"), std::nullopt);
  rc::sim::base::write_file(file, good);
  EXPECT_EQ(kept_.find("one"), outcome);
}

TEST_F(Kept, APipeInItsPlaceIsNotWaitedFor) {
  ASSERT_EQ(::mkfifo(kept_.file_of("one").c_str(), 0600), 0);
  EXPECT_THROW(kept_.find("one"), rc::kernel::InputError);
  EXPECT_THROW(kept_.store("one", "{}"), rc::kernel::InputError);
}

TEST_F(Kept, WithoutADirectoryNothingIsKept) {
  const KeptResults none("");
  none.store("one", "{}");
  EXPECT_EQ(none.find("one"), std::nullopt);
}

}  // namespace
