// SPDX-License-Identifier: Apache-2.0
// Standard streams that are closed or full, files at their limit, and results under the names of what is
// read: nothing gets lost, and the exit code is that of the work.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;
using rc::test::has;

class StreamsAndFiles : public testing::Test {
 protected:
  fs::path directory_ =
      fs::temp_directory_path() / ("rockcreek_streams_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  // By a shell of its own in the directory, whose streams are the test's.
  CommandResult in_shell(const std::string& command) const {
    return rc::test::run_command("cd " + directory_.string() + " && bash -c '" + command + "'");
  }
  static std::string rockcreek(const std::string& words) {
    return std::string(ROCKCREEK_SIM) + " " + words;
  }
  static std::string hello(const std::string& words) {
    return rockcreek("run " FIRMWARE_APPS "/hello.elf --ues 2 ") + words;
  }
  std::string text(const std::string& name) const {
    std::ifstream in(directory_ / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

TEST_F(StreamsAndFiles, AnErrorThatNobodyGetsChangesNoExitCode) {
  for (const char* stream : {"2>&-", "2>/dev/full", "<&- 2>&-"}) {
    const std::string to = std::string(" ") + stream;
    EXPECT_EQ(in_shell(rockcreek("run nofile.elf") + to).exit_code, 2) << stream;
    EXPECT_EQ(in_shell(hello("--summary") + to).exit_code, 0) << stream;
    EXPECT_EQ(in_shell(rockcreek("run " FIRMWARE_APPS "/deadlock.elf") + to).exit_code, 3)
        << stream;
    EXPECT_EQ(in_shell(rockcreek("noc --rate 0.05 --warmup 10 --measure 100") + to).exit_code, 0)
        << stream;
  }
}

TEST_F(StreamsAndFiles, AFileDoesNotBecomeAStandardStream) {
  for (const char* streams : {">&-", "<&- >&-", "<&- >&- 2>&-"}) {
    const CommandResult run = in_shell(hello("--trace t --stats s ") + streams);
    EXPECT_EQ(run.exit_code, 2) << streams << run.error;
    for (const char* name : {"t", "s"}) EXPECT_FALSE(has(text(name), "Hello")) << streams << name;
  }
}

TEST_F(StreamsAndFiles, AFileAtItsLimitIsOneThatCannotBeWritten) {
  const CommandResult run = in_shell("ulimit -f 1; " + hello("--save s@100us"));
  EXPECT_EQ(run.exit_code, 2) << run.error;
  EXPECT_TRUE(has(run.error, "File too large")) << run.error;
  EXPECT_TRUE(fs::is_empty(directory_));
}

TEST_F(StreamsAndFiles, NoResultTakesThePlaceOfWhatIsRead) {
  fs::copy_file(ROCKCREEK_SOURCE_DIR "/sim/machine/files/scc.toml", directory_ / "m.toml");
  fs::copy_file(ROCKCREEK_SOURCE_DIR "/docs/topologies/bridge.toml", directory_ / "t.toml");
  std::ofstream(directory_ / "steps") << "1 0 1\n";
  std::ofstream(directory_ / "trace") << "0 0 1 3\n";
  ASSERT_EQ(in_shell(hello("--save snap@50us --record-traffic r.gz")).exit_code, 0);
  const std::string noc = "noc --cols 2 --rows 2 --rate 0.01 --warmup 10 --measure 100 ";
  for (const auto& [file, words] :
       {std::pair<std::string, std::string>{"m.toml", hello("--machine m.toml --stats m.toml")},
        {"snap", rockcreek("run --restore snap --stats snap")},
        {"r.gz", rockcreek("noc --replay r.gz --json r.gz")},
        {"m.toml", rockcreek(noc + "--machine m.toml --json m.toml")},
        {"t.toml", rockcreek("noc --topology ./t.toml --json t.toml")},
        {"t.toml", rockcreek("info topology ./t.toml --svg t.toml")},
        {"trace", rockcreek("noc --cols 2 --rows 2 --trace trace --json trace")},
        {"m.toml", rockcreek("info machine --machine m.toml --json m.toml")},
        {"steps", rockcreek("schedule --file steps --dim 2 --json steps")}}) {
    const std::string before = text(file);
    const CommandResult run = in_shell(words);
    EXPECT_EQ(run.exit_code, 2) << words << run.error;
    EXPECT_TRUE(has(run.error, "is read as")) << words << run.error;
    EXPECT_TRUE(has(run.error, "expected another file")) << words << run.error;
    EXPECT_EQ(text(file), before) << words;
  }
  EXPECT_EQ(in_shell(rockcreek("run --restore snap --save snap@60us")).exit_code, 0);
}

TEST_F(StreamsAndFiles, NoResultTakesThePlaceOfAnother) {
  fs::create_symlink("a", directory_ / "link");  // to nothing yet
  for (const std::string& words :
       {hello("--stats a --trace link"), rockcreek("noc --rate 0.01 --json a --pairs ./a")}) {
    const CommandResult run = in_shell(words);
    EXPECT_EQ(run.exit_code, 2) << words << run.error;
    EXPECT_TRUE(has(run.error, "expected another file")) << words << run.error;
  }
}

}  // namespace
