// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/exploration.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>

#include "hw_model/kernel/error.h"
#include "sim/base/files.h"
#include "sim/base/paths.h"
#include "sim/explore/explore_page.h"
#include "sim/explore/explore_tables.h"
#include "sim/explore/point_run.h"

namespace {

namespace fs = std::filesystem;
using namespace rc::sim;
using namespace rc::sim::base;
using namespace rc::sim::explore;
using rc::sim::run::this_simulator;

constexpr const char* kPlan = R"(command = "model broadcast --threads {t} --machine scc"
[parameters]
t = [1, 2, 3, 4]
kind = ["a,b"]
twice = "2 * t"
[record]
time = "/time"
cost = "/cost"
[page]
x = "cost"
y = "time"
)";

class ExplorationTest : public ::testing::Test {
 protected:
  const fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_explore_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  // The plan's command does not depend on `kind` and `twice` until it says so.
  Exploration exploration(const std::string& more = " {kind} {twice}") const {
    std::string text = kPlan;
    text.insert(text.find('"', 12), more);
    return {parse_plan(text, "p.toml"), (directory_ / "out").string(), "1.0", {}};
  }

  // The same plan with another part.
  Exploration with(const std::string& part, const std::string& other) const {
    std::string text = kPlan;
    text.insert(text.find('"', 12), " {kind} {twice}");
    text.replace(text.find(part), part.size(), other);
    return {parse_plan(text, "p.toml"), (directory_ / "out").string(), "1.0", {}};
  }

  // Instead of a simulation: t = 3 fails, and the others have results.
  static int stand_in(const std::vector<std::string>& words) {
    const std::string file = words[2], t = words[5];
    if (t == "3") throw rc::kernel::InputError("three is too many\nreally");
    write_file(file, "{\"time\":" + t + ".5,\"cost\":" + std::to_string(10 - std::stoi(t)) + "}");
    return 0;
  }
  std::string fault() const {
    try {
      Exploration made = exploration();
      table_of(made);
    } catch (const rc::kernel::InputError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(ExplorationTest, WhatIsKeptIsNotRunAgain) {
  Exploration first = exploration();
  EXPECT_EQ(first.run(0, 4, 2, false, stand_in).ran, 4u);
  Exploration second = exploration();
  EXPECT_EQ(second.run(0, 4, 2, false, stand_in).ran, 0u);
  EXPECT_EQ(second.run(0, 4, 2, true, stand_in).ran, 1u);
  EXPECT_EQ(second.kept(2)->error, "three is too many");
  EXPECT_EQ(second.kept(3)->records, (std::vector<Value>{4.5, 6.0}));
}

TEST_F(ExplorationTest, PartsMakeTheSameTablesAsTheWhole) {
  Exploration parts = exploration();
  parts.run(2, 4, 1, false, stand_in);
  parts.run(0, 2, 1, false, stand_in);
  const std::string csv = points_csv(parts, table_of(parts));
  const std::string file = (directory_ / "t.sqlite").string();
  write_sqlite(parts, table_of(parts), file);
  const std::string sqlite = read_file(file);
  fs::remove_all(directory_ / "out");
  Exploration whole = exploration();
  whole.run(0, 4, 2, false, stand_in);
  EXPECT_EQ(points_csv(whole, table_of(whole)), csv);
  write_sqlite(whole, table_of(whole), file);
  EXPECT_EQ(read_file(file), sqlite);
  EXPECT_TRUE(sqlite.starts_with("SQLite format 3"));
  EXPECT_NE(sqlite.find("three is too many"), std::string::npos);
}

// What a point writes is no input of the next one, however it is named.
TEST_F(ExplorationTest, APlanWithOutputsCanBeResumed) {
  const std::string at = directory_.string();
  write_file(at + "/table", "read");
  const std::string text = "command = 'model barrier --table " + at + "/table --svg=" + at +
                           "/./sub/../{t}.svg --save " + at + "/{t}.snap@{t}us {t}'\n" +
                           "[parameters]\nt = [1, 2]\n[record]\nr = '(.)'\n";
  const auto made = [&] {
    return Exploration(parse_plan(text, "p.toml"), at + "/out", "1.0",
                       {{"model", {"--svg", "--save"}}});
  };
  fs::create_directories(directory_ / "sub");
  EXPECT_EQ(
      made()
          .run(0, 2, 1, false,
               [&](const std::vector<std::string>&) {
                 for (const char* name : {"/1.svg", "/2.svg", "/1.snap", "/2.snap", "/sub/more"})
                   write_file(at + name, "written");
                 std::cout << "7\n";
                 return 0;
               })
          .ran,
      2u);
  Exploration again = made();
  EXPECT_EQ(again.missing(0, 2, false).size(), 0u);
  EXPECT_EQ(again.files(1), at + "/table: " + rc::sim::run::contents_of(at + "/table"));
  write_file(at + "/table", "changed");
  EXPECT_THROW(made(), rc::kernel::InputError);
}

TEST_F(ExplorationTest, CsvHasEveryColumn) {
  Exploration made = exploration();
  made.run(0, 4, 1, false, stand_in);
  const std::string csv = points_csv(made, table_of(made));
  EXPECT_TRUE(
      csv.starts_with("point,t,kind,twice,time,cost,error,command,machine,files,version,"
                      "commit,simulator\n1,1,\"a,b\",2,1.5,9,,\"rockcreek model broadcast"))
      << csv;
  EXPECT_NE(csv.find("\n3,3,\"a,b\",6,,,three is too many,"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",scc,\"scc: "), std::string::npos) << csv;
  EXPECT_NE(csv.find(",1.0," + source_commit() + ","), std::string::npos) << csv;
}

// A terminal would obey them.
TEST_F(ExplorationTest, TablesHoldNoEscapes) {
  std::string text = kPlan;
  text.replace(text.find("a,b"), 3, "a\\u001b[31m\\tb");
  text.insert(text.find('"', 12), " {kind} {twice}");
  Exploration made(parse_plan(text, "p.toml"), (directory_ / "out").string(), "1.0", {});
  made.run(0, 4, 1, false, stand_in);
  const std::string csv = points_csv(made, table_of(made));
  EXPECT_NE(csv.find("1,1,a\\x1b[31m\\x09b,2,"), std::string::npos) << csv;
  EXPECT_EQ(csv.find('\x1b'), std::string::npos);
}

TEST_F(ExplorationTest, FrontAndEffects) {
  Exploration made = exploration();
  made.run(0, 4, 1, false, stand_in);
  const PointTable table = table_of(made);
  EXPECT_EQ(front_of(table, {"cost", "time"}), (std::vector<std::size_t>{3, 1, 0}));
  EXPECT_EQ(front_of(table, {"cost", "time", true, false}), (std::vector<std::size_t>{0}));
  const auto effect = effects(table, table.column("kind"), table.column("time"));
  ASSERT_EQ(effect.size(), 1u);
  EXPECT_EQ(effect[0].points, 3u);
  EXPECT_NEAR(effect[0].mean, 8.5 / 3, 1e-12);
  EXPECT_EQ(effect[0].least, 1.5);
  EXPECT_EQ(effect[0].most, 4.5);
  const std::string page = explore_page(made, table);
  for (const char* part : {"Front: cost and time", "Effect of t", "Any two columns",
                           "three is too many", "4 points of 3 parameters; 1 failed"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_EQ(page.find("Effect of kind"), std::string::npos) << "it has one value alone";
}

// Another commit that builds the same simulator goes on; the rows keep the first one's name.
TEST_F(ExplorationTest, ACommitIsThatOfTheFirstCall) {
  exploration().run(0, 4, 1, false, stand_in);
  const std::string file = (directory_ / "out/explore.json").string();
  std::string text = read_file(file);
  const std::string now = "\"commit\": \"" + source_commit() + "\"";
  ASSERT_NE(text.find(now), std::string::npos) << text;
  write_file(file, text.replace(text.find(now), now.size(), "\"commit\": \"abcdef012345\""));
  EXPECT_EQ(exploration().commit(), "abcdef012345");
  EXPECT_EQ(exploration().run(0, 4, 1, false, stand_in).ran, 0u);
  write_file(file, text.replace(text.find(this_simulator()), 1, "x"));
  EXPECT_NE(fault().find("another build of the simulator (commit abcdef012345, this is " +
                         source_commit() + ")"),
            std::string::npos)
      << fault();
}

// Batches on several hosts write into one directory.
TEST_F(ExplorationTest, WhatAnotherHostRunsIsLeftAlone) {
  Exploration made = exploration();
  const fs::path other = directory_ / "out/running-another.host-1";
  fs::create_directory(other);
  made.run(0, 2, 1, false, stand_in);
  EXPECT_TRUE(fs::exists(other));
  EXPECT_EQ(made.missing(0, 4, false), (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(table_of(made, 1, 3).rows.size(), 1u);
}

TEST_F(ExplorationTest, APlanMayGrow) {
  exploration().run(0, 4, 1, false, stand_in);
  Exploration grown = with("t = [1, 2, 3, 4]", "t = [0, 1, 2, 3, 4, 6]");
  EXPECT_EQ(grown.missing(0, 6, false), (std::vector<std::size_t>{0, 5}));
  const Exploration::Count count = grown.run(0, 6, 1, false, stand_in);
  EXPECT_EQ(count.ran, 2u);
  EXPECT_EQ(count.kept, 4u);
  // The directory is that of the larger plan now.
  EXPECT_EQ(with("t = [1, 2, 3, 4]", "t = [0, 1, 2, 3, 4, 6]").missing(0, 6, false).size(), 0u);
  EXPECT_EQ(grown.left(), 0u);
}

// What was run of the others is there when they come back.
TEST_F(ExplorationTest, APlanMayChangeSomeOfItsPoints) {
  exploration().run(0, 4, 1, false, stand_in);
  Exploration moved = with("t = [1, 2, 3, 4]", "t = [2, 4, 5]");
  EXPECT_EQ(moved.left(), 2u);
  EXPECT_EQ(moved.missing(0, 3, false), (std::vector<std::size_t>{2}));
  moved.run(0, 3, 1, false, stand_in);
  EXPECT_EQ(table_of(moved).rows.size(), 3u);
  Exploration again = exploration();
  EXPECT_EQ(again.left(), 1u);
  EXPECT_TRUE(again.missing(0, 4, false).empty());
  EXPECT_EQ(exploration().left(), 0u) << "the directory is its own again";
  EXPECT_THROW(with("t = [1, 2, 3, 4]", "t = [6, 7]"), rc::kernel::InputError);
}

TEST_F(ExplorationTest, AnotherPageIsNoOtherPlan) {
  exploration().run(0, 4, 1, false, stand_in);
  Exploration other = with("x = \"cost\"", "x = \"t\"");
  EXPECT_TRUE(other.missing(0, 4, false).empty());
}

TEST_F(ExplorationTest, UnitsStandBesideNames) {
  Exploration made = with("[page]", "[unit]\ntime = \"us\"\nt = \"<ns>\"\n[page]");
  made.run(0, 4, 1, false, stand_in);
  const std::string page = explore_page(made, table_of(made));
  for (const char* part : {"time (us)", "t (&lt;ns", "mean of time (us)"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_THROW(with("[page]", "[unit]\nspeed = \"us\"\n[page]"), rc::kernel::InputError);
  EXPECT_THROW(with("[page]", "[unit]\ntime = 1\n[page]"), rc::kernel::InputError);
}

TEST_F(ExplorationTest, AFilterLeavesRowsOut) {
  Exploration made = with("[parameters]", "filter = \"time > 2 and t != 4\"\n[parameters]");
  made.run(0, 4, 1, false, stand_in);
  const PointTable all = table_of(made), left = filtered(all, made.plan());
  EXPECT_EQ(all.rows.size(), 4u);
  ASSERT_EQ(left.rows.size(), 1u);  // 1 is too small, 3 failed
  EXPECT_EQ(left.rows[0].point, 1u);
  const std::string page = explore_page(made, all);
  EXPECT_NE(page.find("The page shows the 1 points for which time > 2 and t != 4"),
            std::string::npos);
  EXPECT_NE(page.find("three is too many"), std::string::npos);
  Exploration without = with("[parameters]", "filter = \"1 / (t - 2)\"\n[parameters]");
  EXPECT_THROW(filtered(all, without.plan()), rc::kernel::InputError);
  EXPECT_THROW(parse_plan("command = \"noc --rate {r}\"\nfilter = \"q > 1\"\n[parameters]\n"
                          "r = [1]\n[record]\na = \"/a\"\n",
                          "p.toml"),
               rc::kernel::InputError);
}

TEST_F(ExplorationTest, AnotherPlanAndAlteredPointsAreRefused) {
  Exploration made = exploration();
  made.run(0, 4, 1, false, stand_in);
  EXPECT_EQ(fault(), "");
  EXPECT_THROW(exploration(" {kind} {twice} --lines 2"), rc::kernel::InputError);
  EXPECT_THROW(with("t = [1, 2, 3, 4]", "t = [0, 5]"), rc::kernel::InputError);
  EXPECT_THROW(with("time = \"/time\"", "time = \"/times\""), rc::kernel::InputError);
  const fs::path point = fs::directory_iterator(directory_ / "out/points")->path();
  const std::string good = read_file(point);
  std::string bad = good;
  bad[bad.rfind(']')] = '}';
  write_file(point, bad);
  EXPECT_NE(fault().find("is damaged or was altered"), std::string::npos);
  write_file(point, good);
  const std::string file = (directory_ / "out/explore.json").string();
  std::string other = read_file(file);
  write_file(file, other.replace(other.find("1.0"), 3, "0.9"));
  EXPECT_NE(fault().find("was made by another version of the simulator"), std::string::npos);
  write_file(file, "{");
  EXPECT_NE(fault().find("explore.json is damaged"), std::string::npos);
  fs::remove(file);
  EXPECT_NE(fault().find("has no explore.json"), std::string::npos);
}

TEST(FindRecord, NoLatencyOfANetworkThatDoesNotCarryItsLoad) {
  const auto latency = [](const std::string& more) {
    return find_record({"a", "/latency/mean"}, R"({"latency":{"mean":9},)" + more + "}", "");
  };
  EXPECT_EQ(latency(R"("saturated":false)"), Value(9.0));
  EXPECT_EQ(latency(R"("saturated":true)"), Value());
  EXPECT_EQ(latency(R"("saturated":false,"verdict":{"is":"stable"})"), Value(9.0));
  EXPECT_EQ(latency(R"("saturated":false,"verdict":{"is":"undecided"})"), Value());
  EXPECT_EQ(latency(R"("other":1)"), Value(9.0));
  EXPECT_EQ(find_record({"a", "/points/0/latency/mean"},
                        R"({"points":[{"latency":{"mean":9},"saturated":true}]})", ""),
            Value());
}

TEST(FindRecord, PointersAndLines) {
  EXPECT_EQ(find_record({"a", "/x/1"}, R"({"x":[1,2.5]})", ""), Value(2.5));
  EXPECT_EQ(find_record({"a", "/x"}, R"({"x":true})", ""), Value(1.0));
  EXPECT_EQ(find_record({"a", "/x"}, R"({"x":null})", ""), Value());
  EXPECT_EQ(find_record({"a", "took ([0-9.]+) us"}, "", "one\nit took 12.5 us\n"), Value(12.5));
  EXPECT_EQ(find_record({"a", "by (.*)"}, "", "by hand\n"), Value(std::string("hand")));
  EXPECT_EQ(find_record({"a", "(?:a*)*(b)"}, "", std::string(100'000, 'a') + "\nb\n"),
            Value(std::string("b")));
  EXPECT_THROW(find_record({"a", "/x"}, std::string(100'000, '['), ""), rc::kernel::InputError);
  EXPECT_THROW(find_record({"a", "/y"}, R"({"x":1})", ""), rc::kernel::InputError);
  EXPECT_THROW(find_record({"a", "/x/no"}, R"({"x":[1]})", ""), rc::kernel::InputError);
  EXPECT_THROW(find_record({"a", "/x"}, R"({"x":[1]})", ""), rc::kernel::InputError);
  EXPECT_THROW(find_record({"a", "/x"}, "", ""), rc::kernel::InputError);
  EXPECT_THROW(find_record({"a", "took (.)"}, "", "nothing"), rc::kernel::InputError);
}

}  // namespace
