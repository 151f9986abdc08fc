// SPDX-License-Identifier: Apache-2.0
// A soak: what it counts, keeps and reports.
#include "tests/soak/soak.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"

namespace rc::sim::base {
namespace {

namespace fs = std::filesystem;

soak::SoakResult fine(std::uint64_t) { return {{.inputs = 3}, ""}; }
soak::SoakResult odd_seeds_differ(std::uint64_t seed) {
  return {{}, seed % 2 == 0 ? "" : "expected 1, got 2"};
}
soak::SoakResult dies(std::uint64_t) { return ::raise(SIGKILL), soak::SoakResult{}; }
soak::SoakResult fails(std::uint64_t) { throw kernel::MachineError("deadlock"); }

class Soak : public ::testing::Test {
 protected:
  const fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_soak_" + std::to_string(::getpid()));
  std::ostringstream out_;
  soak::SoakOptions options_{0.001, 7, directory_.string(), 2, {{"fine", "", 1, fine}}};

  void TearDown() override { fs::remove_all(directory_); }
  bool run() {
    out_.str("");
    return soak::soak(options_, out_);
  }
  // The files about cases that did not agree.
  std::vector<std::string> reports() const {
    std::vector<std::string> texts;
    for (const auto& entry : fs::directory_iterator(directory_))
      if (entry.path().extension() == ".txt") texts.push_back(read_file(entry.path()));
    return texts;
  }
};

TEST_F(Soak, GoesOnWhereItWas) {
  EXPECT_TRUE(run());
  EXPECT_NE(out_.str().find("\nall                  6 "), std::string::npos) << out_.str();
  EXPECT_TRUE(run());
  EXPECT_NE(out_.str().find("\nall                 12 "), std::string::npos) << out_.str();
  EXPECT_NE(out_.str().find("            36         0\n0 mismatches"), std::string::npos)
      << out_.str();
  EXPECT_TRUE(reports().empty());
}

TEST_F(Soak, ADifferenceLeavesTheCommandThatRepeatsIt) {
  options_.parts = {{"part", "", 1, odd_seeds_differ}};
  EXPECT_FALSE(run());
  ASSERT_FALSE(reports().empty());
  for (const std::string& report : reports()) {
    EXPECT_TRUE(report.starts_with("rockcreek soak --part part --case ")) << report;
    EXPECT_TRUE(report.ends_with("\n\nexpected 1, got 2\n")) << report;
    const auto seed = std::stoull(report.substr(report.find("--case ") + 7));
    std::ostringstream again;
    EXPECT_FALSE(soak::repeat_case(options_.parts[0], seed, again));
    EXPECT_EQ(again.str(), "expected 1, got 2\n");
  }
}

TEST_F(Soak, WhatDiesOrFailsIsADifference) {
  options_.parts = {{"dies", "", 1, dies}, {"fails", "", 1, fails}, {"fine", "", 1, fine}};
  EXPECT_FALSE(run());
  int killed = 0, deadlocks = 0;
  for (const std::string& report : reports()) {
    killed += report.find("died: Killed") != std::string::npos;
    deadlocks += report.ends_with("\n\ndeadlock\n");
  }
  EXPECT_GT(killed, 0);
  EXPECT_GT(deadlocks, 0);
}

TEST_F(Soak, AnotherSoakIsNotMixedIn) {
  EXPECT_TRUE(run());
  options_.seed = 8;
  EXPECT_THROW(run(), kernel::InputError);
  options_.seed = 7;
  options_.parts = {{"other", "", 1, fine}};
  EXPECT_THROW(run(), kernel::InputError);
  write_file(directory_ / "state.json", "{}");
  EXPECT_THROW(run(), kernel::InputError);
}

TEST(SoakParts, AreFoundByName) {
  for (const soak::SoakPart& part : soak::soak_parts())
    EXPECT_EQ(soak::soak_part(part.name).name, part.name);
  EXPECT_THROW(soak::soak_part("soap"), kernel::InputError);
}

}  // namespace
}  // namespace rc::sim::base
