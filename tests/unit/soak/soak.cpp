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

using soak::SoakCase;
using soak::SoakResult;

SoakResult fine(const SoakCase&) { return {{.inputs = 3}, ""}; }
SoakResult odd_seeds_differ(const SoakCase& which) {
  return {{}, which.seed % 2 == 0 ? "" : "expected 1, got 2"};
}
SoakResult large_ones_differ(const SoakCase& which) {
  return {{}, which.size < 2 ? "" : "too large"};
}
SoakResult dies(const SoakCase&) { return ::raise(SIGKILL), SoakResult{}; }
SoakResult fails(const SoakCase&) { throw kernel::MachineError("deadlock"); }

class Soak : public ::testing::Test {
 protected:
  const fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_soak_" + std::to_string(::getpid()));
  std::ostringstream out_;
  // Time passes when it is asked for: at the begin and the end of a case, for one case at a time.
  double now_ = 0, step_ = 1;
  soak::SoakOptions options_{
      12, 7, directory_.string(), 1, {{"fine", "", 1, fine}}, [this] { return now_ += step_; }};

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
  static SoakCase case_of(const std::string& report) {
    const auto number = [&](const std::string& option) {
      const auto at = report.find(option);
      return at == report.npos ? soak::kWholeCase : std::stoull(report.substr(at + option.size()));
    };
    return {number("--case "), static_cast<unsigned>(number("--size "))};
  }
};

TEST_F(Soak, GoesOnWhereItWas) {
  EXPECT_TRUE(run());
  EXPECT_NE(out_.str().find("\nall                  6 "), std::string::npos) << out_.str();
  EXPECT_TRUE(run());
  EXPECT_NE(out_.str().find("\nall                 12 "), std::string::npos) << out_.str();
  EXPECT_NE(out_.str().find("            36          0         0\n0 mismatches"), std::string::npos)
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
    std::ostringstream again;
    EXPECT_FALSE(soak::repeat_case(options_.parts[0], case_of(report), again));
    EXPECT_EQ(again.str(), "expected 1, got 2\n");
  }
}

TEST_F(Soak, EndsAtTheFirstDifferenceIfAsked) {
  options_.parts = {{"part", "", 1, odd_seeds_differ}};
  options_.until_different = true;
  EXPECT_FALSE(run());
  EXPECT_EQ(reports().size(), 1u);
}

// The first case is the smallest, the last one as large as the time that is left.
TEST_F(Soak, TheCommandNamesTheSizeOfAllButWholeCases) {
  options_.parts = {{"part", "", 1, large_ones_differ}};
  options_.seconds = 1;
  step_ = 0.01;
  EXPECT_FALSE(run());
  unsigned whole = 0, smaller = 0;
  for (const std::string& report : reports()) {
    const unsigned size = case_of(report).size;
    EXPECT_EQ(size == soak::kWholeCase, report.find("--size") == report.npos) << report;
    EXPECT_LE(size, soak::kWholeCase);
    ++(size == soak::kWholeCase ? whole : smaller);
  }
  EXPECT_GT(whole, 0u);
  EXPECT_GT(smaller, 0u);
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

// One that was written when all parts had their cases in common.
TEST_F(Soak, AnOlderStateIsGoneOnWith) {
  fs::create_directories(directory_);
  write_file(directory_ / "state.json",
             R"({"seed":7,"parts":"fine ","next":40,"seconds":3.5,"mismatches":1,"totals":{"fine":
             {"cases":40,"router_cycles":0,"instructions":0,"messages":0,"inputs":120,
             "cpu_milliseconds":2000}}})");
  EXPECT_TRUE(run());
  EXPECT_NE(out_.str().find("\nall                 46 "), std::string::npos) << out_.str();
  EXPECT_NE(out_.str().find("           138 "), std::string::npos) << out_.str();
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

TEST_F(Soak, AnothersStateIsToldInOnePrintableLine) {
  EXPECT_TRUE(run());
  write_file(directory_ / "state.json", R"({"seed": 7, "parts": "two\nlines \u001b[31m"})");
  try {
    run();
    FAIL();
  } catch (const kernel::InputError& error) {
    const std::string what = error.what();
    EXPECT_EQ(what.find_first_of("\n\x1b"), std::string::npos) << what;
  }
}

TEST(SoakParts, AreFoundByName) {
  for (const soak::SoakPart& part : soak::soak_parts())
    EXPECT_EQ(soak::soak_part(part.name).name, part.name);
  EXPECT_THROW(soak::soak_part("soap"), kernel::InputError);
}

}  // namespace
}  // namespace rc::sim::base
