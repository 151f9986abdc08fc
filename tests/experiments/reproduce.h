// SPDX-License-Identifier: Apache-2.0
// Runs experiments through the command line and checks the form of their JSON.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/support/command.h"

namespace rc::test {

class Reproduce : public ::testing::Test {
 protected:
  std::filesystem::path directory_ = std::filesystem::temp_directory_path() /
                                     ("rockcreek_reproduce_" + std::to_string(::getpid()));
  void SetUp() override { std::filesystem::create_directories(directory_); }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  // Exit code 1: some bound is missed.
  nlohmann::json reproduce(const std::string& arguments, bool ok = true) {
    const std::filesystem::path file = directory_ / "result.json";
    const auto result = run_command(std::string(ROCKCREEK_SIM) + " reproduce " + arguments +
                                    " --json " + file.string());
    EXPECT_EQ(result.exit_code, ok ? 0 : 1) << result.out << result.error;
    nlohmann::json found;
    std::ifstream(file) >> found;
    return found;
  }

  static void expect_contract(const nlohmann::json& found, const std::string& experiment,
                              bool ok = true) {
    EXPECT_EQ(found.at("experiment"), experiment);
    EXPECT_TRUE(found.at("machine").is_string());
    EXPECT_EQ(found.at("ok"), ok);
    static const std::set<std::string> kRoles{"validation", "fitted", "by construction",
                                              "statement", "unjudged"};
    std::set<std::string> names;
    for (const nlohmann::json& row : found.at("rows")) {
      EXPECT_TRUE(names.insert(row.at("case")).second) << row;
      EXPECT_TRUE(row.at("measured").is_number()) << row;
      EXPECT_TRUE(kRoles.contains(row.at("role"))) << row;
      EXPECT_EQ(row.at("published").is_null(), row.at("rel_error").is_null()) << row;
      EXPECT_TRUE(row.at("unit").is_string() && row.contains("bound")) << row;
      EXPECT_EQ(row.at("ok").is_null(), row.at("role") == "unjudged") << row;
      EXPECT_TRUE(row.at("role") != "validation" || row.at("bound").is_number()) << row;
    }
  }

  // What quick runs measured before comes out again, to the last digit: every row that was measured
  // again. `whole`: none is missing.
  static void expect_recorded(const nlohmann::json& found, bool whole = true,
                              const std::string& directory = QUICK_RESULTS) {
    const std::string file = directory + "/" + found.at("experiment").get<std::string>() + ".json";
    nlohmann::json record;
    std::ifstream(file) >> record;
    std::map<std::string, nlohmann::json> rows;
    for (const nlohmann::json& row : found.at("rows")) rows[row.at("case")] = row;
    std::size_t compared = 0;
    for (const nlohmann::json& row : record.at("rows")) {
      const auto again = rows.find(row.at("case"));
      if (again == rows.end()) {
        EXPECT_FALSE(whole) << row;
        continue;
      }
      EXPECT_EQ(again->second, row) << file;
      ++compared;
    }
    EXPECT_EQ(compared, rows.size()) << file;
  }

  // Without a verdict nothing is missed.
  static bool missed(const nlohmann::json& row) { return row.at("ok") == false; }

  static std::string sized_case(const std::string& family, int bytes, int hops) {
    return family + "/" + std::to_string(bytes) + "/" + std::to_string(hops);
  }

  static double measured(const nlohmann::json& found, const std::string& name) {
    for (const nlohmann::json& row : found.at("rows"))
      if (row.at("case") == name) return row.at("measured");
    ADD_FAILURE() << "no row " << name;
    return 0;
  }
};

}  // namespace rc::test
