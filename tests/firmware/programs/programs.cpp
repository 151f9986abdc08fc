// SPDX-License-Identifier: Apache-2.0
// Several programs in one run: `run MASTER --program WORKER@CORES`.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using rc::test::CommandResult;
using rc::test::has;
using rc::test::run_command;

class ProgramsTest : public testing::Test {
 protected:
  fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_programs_" + std::to_string(getpid()));
  std::string farm_ = "master.elf --ues 4 --program worker.elf@1-3 ";

  void SetUp() override {
    fs::create_directories(directory_);
    for (const std::string name : {"master", "worker"}) {
      const CommandResult built =
          run_command("cd " ROCKCREEK_SOURCE_DIR " && " ROCKCREEK_SIM
                      " cc -g -O1 firmware/apps/examples/farm/" +
                      name + ".c -o " + (directory_ / (name + ".elf")).string());
      ASSERT_EQ(built.exit_code, 0) << built.error;
    }
  }
  void TearDown() override { fs::remove_all(directory_); }

  // In the folder of the two programs.
  CommandResult run(const std::string& words) const {
    return run_command("cd " + directory_.string() + " && " ROCKCREEK_SIM " run " + words);
  }
  std::string text(const std::string& name) const {
    std::ifstream in(directory_ / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  json stats(const std::string& words) const {
    const CommandResult result = run("--stats stats.json " + words);
    EXPECT_EQ(result.exit_code, 0) << words << "\n" << result.error;
    json stats = json::parse(text("stats.json"));
    stats.erase("host_seconds");
    return stats;
  }
  void expect_refused(const std::string& words, const std::string& what) const {
    const CommandResult result = run(words);
    EXPECT_EQ(result.exit_code, 2) << words << "\n" << result.error;
    EXPECT_TRUE(has(result.error, what)) << words << "\n" << result.error;
    EXPECT_EQ(result.error.find('\n'), result.error.size() - 1) << result.error;
  }
};

TEST_F(ProgramsTest, AreOneJob) {
  const CommandResult result = run(farm_ + "-- 11");
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_TRUE(has(result.out, "[03] worker.elf: 607 from 13332 to 19999\n")) << result.out;
  EXPECT_TRUE(has(result.out, "[00] master.elf: 1819 of 20000 numbers\n")) << result.out;
  const json cores = stats(farm_).at("cores");
  EXPECT_EQ(cores[0]["program"], "master.elf");
  EXPECT_EQ(cores[3]["program"], "worker.elf");
  EXPECT_TRUE(has(run(farm_ + "--check").error, "no defects"));
  EXPECT_EQ(run(farm_ + "--stack 64K").exit_code, 0);
}

// Who has the bytes of a program from where makes no difference.
TEST_F(ProgramsTest, CopiesOfOneProgramRunAsThatProgramDoes) {
  const std::string hello = FIRMWARE_APPS "/hello.elf --cores 1,4-6 ";
  fs::copy(FIRMWARE_APPS "/hello.elf", directory_ / "hello.elf");
  json plain = stats(hello), several = stats(hello + "--program hello.elf@4,6");
  EXPECT_EQ(several["cores"][1]["program"], "hello.elf");
  for (json& core : several["cores"]) core.erase("program");
  EXPECT_EQ(plain, several);
}

TEST_F(ProgramsTest, FaultsAndDeadlocksNameThePlacesOfEachProgram) {
  const CommandResult fault = run(farm_ + "-- 0");
  EXPECT_EQ(fault.exit_code, 3);
  EXPECT_TRUE(has(fault.error, "core 1: divide error ")) << fault.error;
  EXPECT_TRUE(has(fault.error, "(multiples+0x")) << fault.error;
  EXPECT_TRUE(has(fault.error, " of worker.elf)")) << fault.error;
  // UE 3 is a second master, to which no worker listens.
  const CommandResult stuck = run("master.elf --ues 4 --program worker.elf@1,2");
  EXPECT_EQ(stuck.exit_code, 3);
  EXPECT_TRUE(has(stuck.error, "deadlock")) << stuck.error;
  for (const char* of : {"master.elf", "worker.elf", "worker.elf", "master.elf"}) {
    EXPECT_TRUE(has(stuck.error, std::string(" of ") + of)) << stuck.error;
  }
}

TEST_F(ProgramsTest, InstrumentsKnowWhichProgramACoreRuns) {
  const CommandResult result =
      run(farm_ + "--summary --profile profile --profile-cores --trace trace.json --report report");
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_TRUE(has(result.error, "multiples of worker.elf\n")) << result.error;
  EXPECT_TRUE(has(result.error, "RCCE_wait_until of master.elf\n")) << result.error;
  for (const char* line : {"\nob=(1) master.elf\n", "\nob=(2) worker.elf\n",
                           "multiples of worker.elf\n", "main of master.elf\n"})
    EXPECT_TRUE(has(text("profile"), line)) << line;
  EXPECT_FALSE(has(text("profile.0"), " of worker.elf\n"));
  EXPECT_FALSE(has(text("profile.2"), " of master.elf\n"));
  // Every core's calls of RCCE, whatever its program.
  const json trace = json::parse(text("trace.json"));
  std::map<int, int> calls;
  for (const json& event : trace.is_array() ? trace : trace.at("traceEvents"))
    if (event.value("name", "") == "RCCE_finalize") ++calls[event.at("pid").get<int>()];
  EXPECT_EQ(calls, (std::map<int, int>{{1, 1}, {2, 1}, {3, 1}, {4, 1}}));
  EXPECT_TRUE(has(text("report/report.html"), "master.elf, worker.elf on 4 cores"));
}

TEST_F(ProgramsTest, ASnapshotHasThemAll) {
  const json plain = stats(farm_ + "--save snapshot@700us");
  fs::rename(directory_ / "worker.elf", directory_ / "other.elf");
  EXPECT_EQ(stats("--restore snapshot"), plain);
  EXPECT_EQ(stats("--restore snapshot --program other.elf@1-3"), plain);
  expect_refused("--restore snapshot --program other.elf@1,2", "--program is worker.elf@1,2,3 in");
  expect_refused("--restore snapshot --program master.elf@1-3", "--program is worker.elf@1,2,3 in");
  run("--restore snapshot --save again@800us");
  EXPECT_EQ(stats("--restore again"), plain);
}

TEST_F(ProgramsTest, BadOnesGetOneLine) {
  const std::string master = "master.elf --ues 4 ";
  for (const char* wrong : {"worker.elf", "worker.elf@", "@1"})
    expect_refused(master + "--program " + wrong, "expected FILE@CORES, as worker.elf@2,4-7");
  expect_refused(master + "--program worker.elf@1,x", "expected different cores from 0 to 47");
  expect_refused(master + "--program worker.elf@1,1", "expected different cores from 0 to 47");
  expect_refused(master + "--program worker.elf@5", "worker.elf: core 5 is none of the run's");
  expect_refused(master + "--program worker.elf@1-2 --program worker.elf@2-3",
                 "core 2 has another program already");
  expect_refused(master + "--program worker.elf@0-3", "no core is left to run master.elf");
  expect_refused(master + "--program nothere@1", "nothere: cannot read");
  expect_refused(master + "--program /bin/true@1", "/bin/true: a 64-bit file");
  expect_refused(master + "--program " FIRMWARE_APPS "/nx_hello.elf@1", "is for an iPSC/860");
  expect_refused(FIRMWARE_APPS "/nx_hello.elf --machine ipsc860 --program master.elf@1",
                 "--program: of an SCC only");
  expect_refused("--native heat --program heat@1", "--program: has no effect on a native run");
}

}  // namespace
