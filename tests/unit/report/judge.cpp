// SPDX-License-Identifier: Apache-2.0
// What a row counts for follows from data, whatever the experiment calls it.
#include "sim/report/judge.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "sim/report/bounds.h"
#include "sim/report/csv.h"

namespace rc::sim::report {
namespace {

const std::vector<FittedRows> kFits{{"tile.speed", "", "read/1"}, {"kLine", "e", "line/*", true}};

Row judged(Row row, const std::string& experiment = "e") {
  Result result{experiment, "m", {std::move(row)}};
  judge(result, kFits);
  return result.rows.front();
}

TEST(Judge, ARowThatAConstantNamesCannotBeValidation) {
  const Row fitted = judged(compared_row("read/1", 100, 100, "us"));
  EXPECT_EQ(fitted.role, Role::fitted);
  EXPECT_EQ(fitted.reason, "fitted: tile.speed");
  EXPECT_EQ(judged(compared_row("read/2", 100, 100, "us")).role, Role::validation);
  const Row follows = judged(compared_row("line/any/7", 100, 100, "us"));
  EXPECT_EQ(follows.role, Role::fitted);
  EXPECT_EQ(follows.reason, "follows from kLine");
  EXPECT_EQ(judged(compared_row("line/any/7", 100, 100, "us"), "other").role, Role::validation);
  EXPECT_EQ(judged(claim_row("read/1", 1, "", std::nullopt, true)).role, Role::fitted)
      << "nor a statement that holds";
}

TEST(Judge, WhatIsComputedOrCountedIsByConstruction) {
  EXPECT_EQ(judged(computed_row("optimum", 5, 5, "ns")).role, Role::by_construction);
  EXPECT_FALSE(judged(computed_row("optimum", 5, 5, "ns", false)).ok) << "not what it has to be";
  EXPECT_EQ(judged(check_row("equal", 0, "cycles", 0, true)).role, Role::by_construction);
  const Row count = judged(compared_row("steps/4", 4, 4, "steps"));
  EXPECT_EQ(count.role, Role::by_construction);
  EXPECT_TRUE(count.ok);
  EXPECT_FALSE(judged(compared_row("steps/4", 5, 4, "steps")).ok) << "a count is right or wrong";
}

TEST(Judge, ValidationHasTheBoundOfItsKind) {
  const Row time = judged(compared_row("t", 110, 100, "us"));
  EXPECT_EQ(time.role, Role::validation);
  EXPECT_EQ(time.bound, kQuantityBound);
  EXPECT_TRUE(time.ok);
  EXPECT_FALSE(judged(compared_row("t", 110.1, 100, "us")).ok);
  EXPECT_FALSE(judged(compared_row("t", 89.9, 100, "us")).ok);
  EXPECT_TRUE(judged(compared_row("f", 1.15, 1, "times")).ok);
  EXPECT_FALSE(judged(compared_row("f", 1.16, 1, "times")).ok);
  EXPECT_FALSE(judged(compared_row("t", std::nullopt, 100, "us")).ok) << "not measured";
}

TEST(Judge, ARowWithoutABoundIsNotInBound) {
  const Row shown = judged(shown_row("s", 200, 100, "us"));
  EXPECT_EQ(shown.role, Role::unjudged);
  EXPECT_EQ(shown.bound, std::nullopt);
  EXPECT_EQ(shown.verdict(), std::nullopt);
  const Row again = judged(same_run(claim_row("grows", -1, "us", 0, false), "read/2"));
  EXPECT_EQ(again.bound, std::nullopt);
  EXPECT_EQ(again.verdict(), std::nullopt) << "the other row has it";
  EXPECT_EQ(judged(plain_row("p", 1, "us")).role, Role::unjudged);
  EXPECT_FALSE(judged(plain_row("p", std::nullopt, "us")).ok);
  Row bounded = compared_row("s", 105, 100, "us");
  bounded.bound = 100;
  EXPECT_EQ(judged(bounded).bound, kQuantityBound) << "no row brings its own";
}

TEST(Judge, AStatementIsTrueOrFalse) {
  EXPECT_EQ(judged(claim_row("grows", 1, "us", std::nullopt, true)).role, Role::statement);
  EXPECT_FALSE(judged(claim_row("grows", -1, "us", std::nullopt, false)).ok);
  const Row factor = judged(stated_row("about ten", 8, 10, "times"));
  EXPECT_EQ(factor.role, Role::statement);
  EXPECT_FALSE(factor.ok);
  EXPECT_TRUE(judged(stated_row("about ten", 9, 10, "times")).ok);
}

TEST(Judge, ARunCountsOnce) {
  const Row again = judged(same_run(compared_row("b", 200, 100, "us"), "a"));
  EXPECT_EQ(again.role, Role::unjudged);
  EXPECT_EQ(again.reason, "the run of a");
  EXPECT_EQ(again.verdict(), std::nullopt);
  Result twice{"e", "m", {compared_row("a", 1, 1, "us"), compared_row("a", 1, 1, "us")}};
  EXPECT_THROW(judge(twice, kFits), kernel::InputError);
}

TEST(Judge, JudgingAgainWhatJsonKeptChangesNothing) {
  Result result{"e",
                "m",
                {compared_row("read/1", 1, 2, "us"), compared_row("t", 1, 2, "us"),
                 computed_row("c", 5, 5, "ns", false), stated_row("f", 1, 1, "times"),
                 claim_row("w", 1, "us", 3, false), same_run(shown_row("s", 1, 2, "us"), "t"),
                 check_row("k", 0, "", 0, true), plain_row("p", std::nullopt, "us")},
                "words"};
  judge(result, kFits);
  Result again = from_json(nlohmann::json::parse(to_json(result).dump()), "e.json");
  EXPECT_EQ(to_json(again), to_json(result));
  judge(again, kFits);
  EXPECT_EQ(to_json(again), to_json(result));
  for (const char* text : {"{}", R"({"experiment":"e","machine":"m","rows":[{"case":1}]})",
                           R"({"experiment":3})", "[]"})
    EXPECT_THROW(from_json(nlohmann::json::parse(text), "e.json"), kernel::InputError) << text;
}

// ---- the constants that there are ----

std::string file_text(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::vector<Result> record(const char* directory = RECORD) {
  std::vector<Result> results;
  for (const auto& file : std::filesystem::directory_iterator(directory)) {
    if (file.path().extension() != ".json") continue;
    nlohmann::json json;
    std::ifstream(file.path()) >> json;
    if (json.contains("experiment")) results.push_back(from_json(json, file.path()));
  }
  return results;
}

TEST(Fits, EachNamesRowsOfTheRecord) {
  const std::vector<Result> results = record();
  ASSERT_GT(results.size(), 10u);
  for (const FittedRows& fit : known_fits()) {
    if (fit.constant.starts_with("area.")) continue;  // on syntheses (tests/experiments)
    std::size_t named = 0;
    for (const Result& result : results)
      for (const Row& row : result.rows) named += fit.names(result.experiment, row.name);
    EXPECT_GT(named, 0u) << fit.constant << ": no row " << fit.rows;
  }
}

TEST(Fits, TheRecordIsJudgedByThem) {
  const std::vector<FittedRows> fits = known_fits();
  std::set<Role> roles;
  for (Result& result : record()) {
    const nlohmann::ordered_json recorded = to_json(result);
    judge(result, fits);
    EXPECT_EQ(to_json(result), recorded) << "reproduce --judge docs/results";
    for (const Row& row : result.rows) {
      roles.insert(row.role);
      if (row.role != Role::validation) continue;
      EXPECT_TRUE(row.bound) << row.name;
      for (const FittedRows& fit : fits)
        EXPECT_FALSE(fit.names(result.experiment, row.name)) << row.name << ": " << fit.constant;
    }
  }
  EXPECT_EQ(roles.size(), 5u);
}

// The same number to the last digit as a fitted row's: the constant decided it. Then fits.csv has to
// say that the row follows, or the experiment which row counts its run.
TEST(Fits, NoValidationRowIsAFittedOneUnderAnotherName) {
  const std::vector<FittedRows> fits = known_fits();
  for (const char* directory : {RECORD, QUICK_RESULTS})
    for (Result& result : record(directory)) {
      judge(result, fits);
      std::map<std::pair<std::string, double>, std::string> fitted;
      for (const Row& row : result.rows)
        if (row.role == Role::fitted && row.published && row.measured)
          fitted.try_emplace({row.unit, *row.measured}, row.name);
      for (const Row& row : result.rows) {
        if (row.role != Role::validation || !row.measured) continue;
        const auto twin = fitted.find({row.unit, *row.measured});
        if (twin != fitted.end())
          ADD_FAILURE() << directory << ", " << result.experiment << ": " << row.name << " is "
                        << twin->second << " again";
      }
    }
}

// A choice of structure that rows decided has its line in fits.csv, as a constant has.
TEST(Fits, NameTheFilesThatInfer) {
  const std::string fits = file_text(SOURCES "/sim/experiments/reference/fits.csv");
  unsigned found = 0;
  for (const char* folder : {"hw_model", "firmware", "sim"})
    for (const auto& file :
         std::filesystem::recursive_directory_iterator(SOURCES "/" + std::string(folder))) {
      if (file.path().extension() != ".h" && file.path().extension() != ".cpp") continue;
      if (file_text(file.path()).find("nferred") == std::string::npos) continue;
      ++found;
      const std::string name = std::filesystem::relative(file.path(), SOURCES);
      EXPECT_NE(fits.find(name), std::string::npos) << name;
    }
  EXPECT_GE(found, 3u);
}

// Choices were made with these rows in view, so none of them is evidence.
TEST(Fits, RowsThatDecidedAChoiceAreFitted) {
  const std::vector<FittedRows> fits = known_fits();
  const auto role = [&](const char* experiment, Row row) {
    Result result{experiment, "m", {std::move(row)}};
    judge(result, fits);
    return result.rows.front().role;
  };
  for (const char* row : {"pingpong/xeon_phi/adjacent cores/M_S", "contention/xeon_phi/E_I/c",
                          "pingpong/sandy_bridge/different processors (QPI)/M_F"})
    EXPECT_EQ(role("coherence", compared_row(row, 1, 1, "ns")), Role::fitted) << row;
  for (const char* row : {"RCCE_barrier/48", "stream_triad/8", "bcast_64KB/RCCE"})
    EXPECT_EQ(role("many-cores", compared_row(row, 1, 1, "ns")), Role::fitted) << row;
  for (const char* row :
       {"6.3/linear_average_above_stable/d5", "6.2/standard_F_is_best_somewhere/d7"})
    EXPECT_EQ(role("ipsc", claim_row(row, 1, "", std::nullopt, true)), Role::fitted) << row;
  EXPECT_EQ(role("many-cores", compared_row("RCCE_barrier/32", 1, 1, "ns")), Role::validation);
}

TEST(Fits, TheTableIsWellFormed) {
  const Csv csv = load_reference("fits");
  for (std::size_t row = 0; row < csv.rows(); ++row) {
    const std::string& relation = csv.text(row, "relation");
    EXPECT_TRUE(relation == "fitted" || relation == "follows") << relation;
    EXPECT_NE(csv.text(row, "experiment"), "");
  }
}

}  // namespace
}  // namespace rc::sim::report
