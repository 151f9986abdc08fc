// SPDX-License-Identifier: Apache-2.0
#include "sim/report/result.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "sim/report/csv.h"
#include "sim/report/judge.h"
#include "sim/report/summary.h"

namespace rc::sim::report {
namespace {

Result example() {
  Result result{"memory-latency", "scc", {}};
  result.rows.push_back(compared_row("a/1", 103, 100, "core cycles"));
  result.rows.push_back(plain_row("a/2", 7, "us"));
  judge(result, {});
  result.summary = "in words";
  return result;
}

TEST(SimResult, JsonKeepsTheContract) {
  EXPECT_EQ(to_json(example()).dump(),
            R"({"experiment":"memory-latency","machine":"scc","rows":[)"
            R"({"case":"a/1","measured":103.0,"published":100.0,"unit":"core cycles",)"
            R"("rel_error":0.03,"role":"validation","bound":0.1,"ok":true,"basis":"compared",)"
            R"("same_as":"","reason":""},)"
            R"({"case":"a/2","measured":7.0,"published":null,"unit":"us",)"
            R"("rel_error":null,"role":"unjudged","bound":null,"ok":null,"basis":"measured",)"
            R"("same_as":"","reason":""}],"ok":true,)"
            R"("summary":"in words"})");
}

TEST(SimResult, OneRowThatIsNotOkDecides) {
  Result result = example();
  EXPECT_TRUE(result.ok());
  result.rows.push_back(claim_row("c", 1, "", std::nullopt, false));
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(to_json(result)["ok"], false);
}

TEST(SimResult, MissingMeasurementIsNullInJsonAndEmptyInCsv) {
  Result result{"e", "m", {compared_row("x", std::nullopt, 2, "us")}};
  judge(result, {});
  EXPECT_TRUE(to_json(result)["rows"][0]["measured"].is_null());
  EXPECT_EQ(to_csv(result),
            "case,measured,published,unit,rel_error,role,bound,ok,basis,same_as,reason\n"
            "x,,2,us,,validation,0.1,false,compared,,\n");
}

// No bound, no verdict: not "yes" in any form that leaves the program, and not missed in any.
TEST(SimResult, WhatNothingJudgesHasNoVerdict) {
  Result result{"e",
                "m",
                {plain_row("p", 1, "us"), shown_row("s", 2, 1, "us"),
                 same_run(compared_row("r", 3, 1, "us"), "s"), plain_row("lost", {}, "us"),
                 claim_row("c", 1, "us", std::nullopt, true), compared_row("v", 3, 1, "us")}};
  judge(result, {});
  const nlohmann::json json = nlohmann::json::parse(to_json(result).dump());
  const std::string text = to_csv(result);
  const Csv csv(text, "e.csv");
  std::ostringstream table;
  print_table(table, result);
  struct Forms {
    const char *json, *csv, *table;
  };
  constexpr Forms kNone{"null", "", "-"}, kHolds{"true", "true", "yes"},
      kMissed{"false", "false", "NO"};
  std::size_t row = 0;
  for (const auto& expected : {kNone, kNone, kNone, kMissed, kHolds, kMissed}) {
    const std::string name = result.rows[row].name;
    EXPECT_EQ(json["rows"][row]["ok"].dump(), expected.json) << name;
    EXPECT_EQ(csv.text(row, "ok"), expected.csv) << name;
    const std::size_t line = table.str().find("\n" + name + " ") + 1;
    EXPECT_TRUE(table.str()
                    .substr(line, table.str().find('\n', line) - line)
                    .ends_with(std::string("  ") + expected.table))
        << name << table.str();
    ++row;
  }
  EXPECT_EQ(to_json(from_json(json, "e.json")), to_json(result));
  nlohmann::json older = json;  // with true where nothing was judged
  for (nlohmann::json& one : older["rows"])
    if (one["ok"].is_null()) one["ok"] = true;
  EXPECT_EQ(to_json(from_json(older, "e.json")), to_json(result));
}

TEST(SimResult, TableEndsWithTheSummary) {
  std::ostringstream out;
  print_table(out, example());
  EXPECT_NE(out.str().find("+3.0%"), std::string::npos) << out.str();
  EXPECT_TRUE(out.str().ends_with("\n\nin words\n")) << out.str();
}

TEST(SimSummary, SaysHowFarAndWhatIsOutOfBound) {
  Result result = example();
  const auto summary = [&] { return summary_sentence(result, "accesses", "a paper"); };
  EXPECT_EQ(
      summary(),
      "memory-latency measured accesses on scc: 1 figure from a paper differs by 3.0 % (a/1); "
      "nothing is out of bound.");
  result.rows.push_back(compared_row("a/3", 80, 100, "us"));
  result.rows.push_back(compared_row("a/4", 101, 100, "us"));
  result.rows.push_back(compared_row("a/5", 1, 1, "us"));
  result.rows.push_back(stated_row("a/6", 2, 1, "times"));
  result.rows.push_back(computed_row("a/7", 1, 1, "us"));
  result.rows.push_back(claim_row("c", 1, "", std::nullopt, true));
  result.rows.push_back(claim_row("d", 1, "", std::nullopt, false));
  judge(result, {{"k", "", "a/5"}});
  EXPECT_EQ(
      summary(),
      "memory-latency measured accesses on scc: 3 figures from a paper differ by 3.0 % in the "
      "median and 20 % at worst (a/3); 1 stated factor differs by 100 % (a/6); 1 published "
      "figure cannot count, as constants were fitted on them; 1 figure is right by construction; "
      "1 of 3 statements checked hold; out of bound: a/3, a/6, d.");
}

TEST(SimSummary, NothingPublishedAndManyMisses) {
  Result result{"e", "m", {plain_row("x", 1, "us")}};
  EXPECT_EQ(summary_sentence(result, "things", "nobody"),
            "e measured things on m: there is no published figure to compare with; nothing is out "
            "of bound.");
  for (const char* name : {"a", "b", "c", "d", "e"})
    result.rows.push_back(claim_row(name, 1, "", 1, false));
  judge(result, {});
  EXPECT_TRUE(
      summary_sentence(result, "things", "nobody")
          .ends_with("; 0 of 5 statements checked hold; out of bound: a, b, c and 2 more."));
}

TEST(SimSummary, FiguresThatAnotherRowCountsAreShown) {
  Result result{"e", "m", {same_run(compared_row("x", 3, 1, "us"), "s")}};
  judge(result, {});
  EXPECT_EQ(summary_sentence(result, "things", "a paper"),
            "e measured things on m: 1 published figure is shown, not counted; nothing is out of "
            "bound.");
}

TEST(SimResult, WithAnOverviewOnlyVerdictsAreListed) {
  Result result = example();
  result.rows.push_back(plain_row("a/3", std::nullopt, "us"));
  std::ostringstream out;
  print_table(out, result, "the figures\n");
  EXPECT_NE(out.str().find("the figures\n"), std::string::npos);
  EXPECT_NE(out.str().find("a/1 "), std::string::npos) << "published";
  EXPECT_EQ(out.str().find("a/2 "), std::string::npos) << "neither published nor bounded";
  EXPECT_NE(out.str().find("a/3 "), std::string::npos) << "missed";
}

TEST(SimResult, GridAlignsItsColumns) {
  EXPECT_EQ(to_text({"us by hops", {"0", "1"}, {{"8 B", {1, 2.5}}, {"256 B", {10, 20}}}}),
            "\nus by hops\n"
            "               0          1\n"
            "  8 B       1.00       2.50\n"
            "256 B      10.00      20.00\n");
}

TEST(SimCsv, CommentsHeaderAndRows) {
  const Csv csv("# from a paper\na,b\n1,x\n,y\n", "t.csv");
  ASSERT_EQ(csv.rows(), 2u);
  EXPECT_EQ(csv.number(0, "a"), 1.0);
  EXPECT_EQ(csv.number(1, "a"), std::nullopt);
  EXPECT_EQ(csv.text(1, "b"), "y");
  EXPECT_THROW(csv.text(0, "c"), kernel::InputError);
  EXPECT_THROW(csv.number(0, "b"), kernel::InputError);
  EXPECT_THROW(Csv("a,b\n1\n", "t.csv"), kernel::InputError);
}

TEST(SimCsv, ReferenceTablesAreWellFormed) {
  const Csv latency = load_reference("memory-latency");
  for (std::size_t row = 0; row < latency.rows(); ++row)
    EXPECT_GT(latency.number(row, "published").value(), 0);
  const Csv rcce = load_reference("rcce-pingpong");
  // The two units of the table agree: a check against slips of copying.
  for (std::size_t row = 0; row < rcce.rows(); ++row)
    EXPECT_NEAR(rcce.number(row, "bytes").value() / 1.048576 / rcce.number(row, "rcce_us").value(),
                rcce.number(row, "rcce_mb_s").value(),
                0.02 * rcce.number(row, "rcce_mb_s").value());
}

}  // namespace
}  // namespace rc::sim::report
