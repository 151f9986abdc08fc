// SPDX-License-Identifier: Apache-2.0
// The verbs of the cache-coherent machines: what `model` writes, against the printed tables, and
// one clear line for what cannot be.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "sim/report/csv.h"
#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using rc::test::CommandResult;

class CoherentVerbs : public ::testing::Test {
 protected:
  fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_coherent_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  static CommandResult rockcreek(const std::string& arguments) {
    return rc::test::run_command(std::string(ROCKCREEK_SIM) + " " + arguments);
  }
  std::string file(const std::string& name) const { return (directory_ / name).string(); }
  static std::string text_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  // What the verb writes with --json.
  json written(const std::string& arguments) {
    const CommandResult result = rockcreek(arguments + " --json " + file("result.json"));
    EXPECT_EQ(result.exit_code, 0) << result.error;
    return json::parse(text_of(file("result.json")));
  }
  static void expect_error(const std::string& arguments, const std::vector<std::string>& parts) {
    const CommandResult result = rockcreek(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_EQ(result.out, "") << arguments;
    EXPECT_TRUE(result.error.starts_with("rockcreek: error: ")) << result.error;
    EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
    for (const std::string& part : parts)
      EXPECT_NE(result.error.find(part), std::string::npos)
          << "no '" << part << "' in: " << result.error;
  }
};

void expect_model_schema(const json& found, const std::string& op, const std::string& machine,
                         int threads) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : found.items()) keys.push_back(key);
  EXPECT_EQ(keys,
            (std::vector<std::string>{"machine", "max_ns", "min_ns", "op", "optima", "threads"}));
  EXPECT_EQ(found.at("op"), op);
  EXPECT_EQ(found.at("machine"), machine);
  EXPECT_EQ(found.at("threads"), threads);
  EXPECT_GT(found.at("min_ns"), 0.0);
  EXPECT_GE(found.at("max_ns"), found.at("min_ns"));
  ASSERT_FALSE(found.at("optima").empty());
  for (const json& optimum : found.at("optima")) {
    if (op == "barrier") {
      EXPECT_TRUE(optimum.at("m").is_number_integer() && optimum.at("r").is_number_integer());
      EXPECT_EQ(optimum.size(), 2u);
    } else {
      EXPECT_EQ(optimum.size(), 1u);
      ASSERT_FALSE(optimum.at("k").empty());
      for (const json& children : optimum.at("k")) EXPECT_GT(children, 0);
    }
  }
}

// Of tables B.1 and B.3, by threads.
json printed_tree(const rc::sim::report::Csv& table, std::size_t row) {
  json k = json::array();
  for (const char* column : {"k1", "k2", "k3"})
    if (const auto children = table.number(row, column)) k.push_back(static_cast<int>(*children));
  return {{"k", k}};
}

// A part of the tables here, all of them in `reproduce coherence --part optimum`.
TEST_F(CoherentVerbs, ModelWritesThePrintedOptima) {
  const rc::sim::report::Csv broadcasts =
      rc::sim::report::load_reference("coherence-small-broadcast");
  const rc::sim::report::Csv reductions =
      rc::sim::report::load_reference("coherence-small-reduction");
  const rc::sim::report::Csv barriers = rc::sim::report::load_reference("coherence-barrier");
  for (const std::size_t row : {0u, 5u, 10u, 28u, 58u}) {
    const int threads = static_cast<int>(row) + 2;
    ASSERT_EQ(broadcasts.number(row, "threads"), threads);
    const std::string with = " --threads " + std::to_string(threads) + " --machine xeonphi";
    const json broadcast = written("model broadcast" + with);
    expect_model_schema(broadcast, "broadcast", "xeonphi", threads);
    EXPECT_EQ(broadcast.at("optima")[0], printed_tree(broadcasts, row)) << threads;
    const json reduction = written("model reduction" + with);
    expect_model_schema(reduction, "reduction", "xeonphi", threads);
    EXPECT_TRUE(std::ranges::count(reduction.at("optima"), printed_tree(reductions, row)) == 1)
        << threads;
    const json barrier = written("model barrier" + with);
    expect_model_schema(barrier, "barrier", "xeonphi", threads);
    const json shape{{"m", static_cast<int>(barriers.number(row, "m").value())},
                     {"r", static_cast<int>(barriers.number(row, "rounds").value())}};
    EXPECT_EQ(barrier.at("optima")[0], shape) << threads;
  }
}

TEST_F(CoherentVerbs, ModelKnowsTheSandyBridge) {
  for (const char* op : {"broadcast", "reduction", "barrier"})
    for (const int threads : {2, 8, 9, 16})
      expect_model_schema(written(std::string("model ") + op + " --machine sandybridge --threads " +
                                  std::to_string(threads)),
                          op, "sandybridge", threads);
}

TEST_F(CoherentVerbs, ModelRefuses) {
  expect_error("model broadcast --threads 61", {"61 threads", "xeonphi", "2 to 60"});
  expect_error("model broadcast --threads 17 --machine sandybridge", {"17 threads", "2 to 16"});
  expect_error("model broadcast --threads 1", {"1 threads", "2 to 60"});
  expect_error("model broadcast", {"--threads"});
  expect_error("model gather --threads 4", {"gather", "broadcast", "barrier", "reduction"});
  expect_error("model broadcast --threads 4 --machine scc", {"scc", "xeonphi", "sandybridge"});
  expect_error("model barrier --threads 4 --out x.svg", {"--out", "protocol"});
  expect_error("model protocol --threads 4", {"--threads", "protocol"});
  expect_error("model protocol --json x.json", {"--json", "protocol"});
  for (const char* operation : {"broadcast", "barrier", "reduction"})
    expect_error(std::string("model ") + operation + " --threads 4 --lines 128",
                 {"--lines is of large-broadcast only", operation});
  expect_error("model protocol --lines 4", {"--lines is of large-broadcast only"});
  expect_error("model large-broadcast --threads 4 --table x", {"--table is of protocol only"});
  expect_error("model barrier --threads 0", {"0 threads", "2 to 60"});
  expect_error("model protocol --machine scc", {"scc", "not coherent"});
}

TEST_F(CoherentVerbs, ModelPrintsAndDrawsProtocols) {
  const CommandResult printed = rockcreek("model protocol --machine sandybridge");
  EXPECT_EQ(printed.exit_code, 0) << printed.error;
  EXPECT_TRUE(printed.out.starts_with("protocol mesif\n")) << printed.out;
  std::ofstream(file("mine.table")) << printed.out;
  // What was printed is a table.
  EXPECT_EQ(rockcreek("model protocol --table " + file("mine.table")).out, printed.out);
  EXPECT_EQ(rockcreek("model protocol --table " + file("mine.table") + " --out " + file("a.svg"))
                .exit_code,
            0);
  EXPECT_EQ(rockcreek("model protocol --machine sandybridge --out " + file("b.svg")).exit_code, 0);
  EXPECT_TRUE(text_of(file("a.svg")).starts_with("<svg"));
  EXPECT_EQ(text_of(file("a.svg")), text_of(file("b.svg")));
}

TEST_F(CoherentVerbs, ATableWithAForbiddenTransitionIsRefused) {
  std::string table = rockcreek("model protocol").out;
  const std::string good = "I M read -> S S", bad = "I M read -> S M";
  const std::size_t at = table.find(good);
  ASSERT_NE(at, std::string::npos) << table;
  std::ofstream(file("bad.table")) << std::string(table).replace(at, good.size(), bad);
  const auto line = 1 + std::count(table.begin(), table.begin() + static_cast<long>(at), '\n');
  expect_error("model protocol --table " + file("bad.table"),
               {"bad.table:" + std::to_string(line), "forbidden transition", "I M", "S M"});
  std::ofstream(file("short.table")) << table.substr(0, at);
  expect_error("model protocol --table " + file("short.table"), {"no transition for"});
  expect_error("model protocol --table " + file("none.table"), {"none.table"});
}

TEST_F(CoherentVerbs, TuneMarksTheModelsChoice) {
  for (const char* machine : {"xeonphi", "sandybridge"}) {
    const json found = written(std::string("tune barrier --threads 4 --machine ") + machine);
    EXPECT_EQ(found.at("op"), "barrier");
    EXPECT_EQ(found.at("machine"), machine);
    EXPECT_EQ(found.at("threads"), 4);
    EXPECT_GT(found.at("ns"), 0.0);
    EXPECT_TRUE(found.at("chosen").contains("m"));
    EXPECT_GE(found.at("model_ns"), found.at("ns"));
    EXPECT_EQ(found.at("candidates").size(), 3u);
  }
}

TEST_F(CoherentVerbs, TuneAndReproduceRefuse) {
  expect_error("tune barrier --machine xeonphi --threads 61", {"61 threads", "2 to 60"});
  expect_error("tune barrier --machine sandybridge --threads 17", {"17 threads", "2 to 16"});
  expect_error("tune gather --machine xeonphi --threads 4", {"gather", "barrier"});
  expect_error("tune barrier --machine xeonphy", {"xeonphy"});
  expect_error("tune barrier --machine xeonphi --threads 0", {"0 threads", "2 to 60"});
  for (const char* machine : {"xeonphi", "sandybridge"})
    for (const char* option : {"--bytes 64", "--ues 4", "--ues 48", "--jobs 1", "--out x"})
      expect_error(std::string("tune broadcast --threads 4 --machine ") + machine + " " + option,
                   {std::string(option).substr(0, 5), "is of an SCC only"});
  expect_error("tune broadcast --threads 0", {"--threads is of a coherent machine only"});
  expect_error("reproduce coherence --part linse", {"linse", "lines"});
  expect_error("reproduce coherence --machine scc --part lines",
               {"scc", "expected xeonphi or sandybridge"});
  expect_error("reproduce coherence --part lines --set coherence.protocol=moesi",
               {"moesi", "mesif"});
}

// Of every part and machine: what the machine lacks is said before anything is measured.
TEST_F(CoherentVerbs, APartNeedsItsCores) {
  const std::string command = "reproduce coherence --quick --part ";
  for (const char* part : {"multiline", "optimum", "collectives", "scc-comparison"})
    expect_error(command + part + " --machine sandybridge",
                 {part, "no part", "kind sandybridge", "lines, pingpong, contention, bandwidth"});
  for (const char* part : {"lines", "pingpong", "multiline", "contention", "collectives"})
    for (const char* cores : {"4", "10"})
      expect_error(command + part + " --set cores.cores=" + cores,
                   {std::string("has ") + cores + " cores of 4", "expected at least", part});
  for (const char* part : {"lines", "pingpong", "contention", "bandwidth"})
    expect_error(command + part + " --machine sandybridge --set cores.cores=4",
                 {"has 4 cores of 2", "expected at least", part});
  expect_error(command + "contention --set cores.cores=48", {"has 48 cores of 4", "at least 49"});
  expect_error(command + "pingpong --machine sandybridge --set cores.cores=8",
               {"at least 16 of 2"});
  for (const char* machine : {"xeonphi", "sandybridge"})
    for (const char* part : {"lines", "pingpong"})
      expect_error(command + part + " --set cores.threads_per_core=1 --machine " + machine,
                   {"cores of 1 threads", "of 2 for the part", part});
}

}  // namespace
