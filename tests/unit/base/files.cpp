// SPDX-License-Identifier: Apache-2.0
#include "sim/base/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "hw_model/kernel/error.h"

namespace rc::sim::base {
namespace {

namespace fs = std::filesystem;

class SimFiles : public ::testing::Test {
 protected:
  fs::path directory =
      fs::path(::testing::TempDir()) /
      ("sim_files_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
       ::testing::UnitTest::GetInstance()->current_test_info()->name());
  void SetUp() override { make_directory(directory); }
  void TearDown() override { fs::remove_all(directory); }
};

TEST_F(SimFiles, ReplacesTheWholeFile) {
  const std::string path = directory / "a.json";
  write_file(path, "a long first version");
  write_file(path, "second");
  EXPECT_EQ(read_file(path), "second");
  EXPECT_EQ(std::distance(fs::directory_iterator(directory), {}), 1) << "a temporary file stayed";
}

TEST_F(SimFiles, AFullDiskIsAnErrorThatNamesTheFile) {
  try {
    write_file("/dev/full", std::string(1 << 20, 'x'));
    FAIL() << "no error";
  } catch (const kernel::InputError& error) {
    EXPECT_STREQ(error.what(), "/dev/full: cannot write: No space left on device");
  }
}

TEST_F(SimFiles, MissingDirectoriesAndFiles) {
  EXPECT_THROW(write_file(directory / "no" / "a.json", "x"), kernel::InputError);
  EXPECT_THROW(read_file(directory / "none"), kernel::InputError);
  EXPECT_THROW(read_file(directory), kernel::InputError);
  write_file(directory / "plain", "x");
  EXPECT_THROW(make_directory(directory / "plain" / "below"), kernel::InputError);
}

// What would wait for a writer is refused before it is opened; what this process has open is read.
TEST_F(SimFiles, APipeIsNoInput) {
  const std::string pipe = directory / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  try {
    read_file(pipe);
    FAIL() << "no error";
  } catch (const kernel::InputError& error) {
    EXPECT_EQ(error.what(), pipe + ": cannot read: is a pipe, expected a plain file");
  }
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "text", 4), 4);
  ::close(ends[1]);
  EXPECT_EQ(read_file("/dev/fd/" + std::to_string(ends[0])), "text");
  ::close(ends[0]);
}

TEST_F(SimFiles, OutputFileAppearsWholeOrNotAtAll) {
  const std::string path = directory / "trace";
  {
    OutputFile dropped(path);
    dropped.stream() << "half";
  }
  EXPECT_TRUE(fs::is_empty(directory));
  OutputFile kept(path);
  kept.stream() << "whole";
  EXPECT_FALSE(fs::exists(path));
  kept.commit();
  EXPECT_EQ(read_file(path), "whole");
  EXPECT_THROW(OutputFile(directory / "no" / "trace"), kernel::InputError);
}

TEST_F(SimFiles, ALinkStaysALink) {
  fs::create_symlink("target", directory / "link");
  fs::create_symlink(directory / "link", directory / "further");
  fs::create_symlink("loop", directory / "loop");
  write_file(directory / "further", "made");
  write_file(directory / "link", "again");
  EXPECT_TRUE(fs::is_symlink(directory / "further") && fs::is_symlink(directory / "link"));
  EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(directory / "target")));
  EXPECT_EQ(read_file(directory / "target"), "again");
  EXPECT_THROW(write_file(directory / "loop", "x"), kernel::InputError);
}

TEST_F(SimFiles, AnyLegalNameWillDo) {
  write_file(directory / std::string(255, 'n'), "x");
  EXPECT_EQ(read_file(directory / std::string(255, 'n')), "x");
  EXPECT_THROW(check_outputs("", {directory / std::string(256, 'n')}), kernel::InputError);
  EXPECT_EQ(std::distance(fs::directory_iterator(directory), {}), 1);
}

TEST_F(SimFiles, InputsAreReadPieceByPiece) {
  const std::string path = directory / "title";
  write_file(path, "title and more");
  InputFile file(path);
  EXPECT_EQ(file.size(), 14u);
  EXPECT_EQ(file.read(5), "title");
  EXPECT_EQ(file.read(1000), " and more");
  EXPECT_EQ(file.read(1), "");
  EXPECT_EQ(InputFile("/dev/zero").size(), 0u);
  EXPECT_EQ(InputFile("/dev/zero").read(3), std::string(3, '\0'));
}

TEST_F(SimFiles, NoInputIsReadWithoutEnd) {
  const std::string path = directory / "sparse";
  write_file(path, "x");
  fs::resize_file(path, base::kMaxProgram + 1);
  const auto error = [](const std::string& file, std::uint64_t most) -> std::string {
    try {
      return read_file(file, most);
    } catch (const kernel::InputError& refusal) {
      return refusal.what();
    }
  };
  EXPECT_EQ(error(path, base::kMaxProgram), path + ": more than 256 MB, the most that is read");
  EXPECT_EQ(error("/dev/zero", 1 << 20), "/dev/zero: more than 1 MB, the most that is read");
  write_file(path, "four");
  EXPECT_EQ(error(path, 4), "four");

  std::string line;
  std::istringstream lines("one\n\nlast");
  for (const char* wanted : {"one", "", "last"}) {
    EXPECT_TRUE(read_line(lines, "x", line));
    EXPECT_EQ(line, wanted);
  }
  EXPECT_FALSE(read_line(lines, "x", line));
  std::ifstream endless("/dev/zero");
  EXPECT_THROW(read_line(endless, "/dev/zero", line), kernel::InputError);
}

TEST_F(SimFiles, OutputsAreCheckedAndLeftAlone) {
  const std::string old = directory / "old.json", out = directory / "made" / "out";
  write_file(old, "old");
  check_outputs(out, {old, directory / "new.json", "", out + "/new.json", "/dev/full"});
  EXPECT_EQ(read_file(old), "old");
  EXPECT_TRUE(fs::is_empty(out));
  EXPECT_EQ(std::distance(fs::directory_iterator(directory), {}), 2) << "a file stayed";
  EXPECT_THROW(check_outputs("", {directory / "no" / "a.json"}), kernel::InputError);
  EXPECT_THROW(check_outputs("", {directory}), kernel::InputError);
  EXPECT_THROW(check_outputs("", {"/proc/x"}), kernel::InputError);
  EXPECT_THROW(check_outputs("/proc/x", {}), kernel::InputError);
  EXPECT_THROW(check_outputs("/proc", {}), kernel::InputError);
  EXPECT_THROW(check_outputs(old, {}), kernel::InputError);
}

// As `noc --json DIR/report.html --out DIR`.
TEST_F(SimFiles, ANamedResultIsNotReplacedByAnother) {
  const std::string named = directory / "out" / "report.html", other = directory / "out" / "other";
  check_outputs(directory / "out", {named});
  write_file(other, "first");
  write_file(other, "second");
  write_file(named, "named");
  EXPECT_THROW(write_file(named, "another"), kernel::InputError);
  EXPECT_EQ(std::distance(fs::directory_iterator(directory / "out"), {}), 2) << "a file stayed";
  EXPECT_EQ(read_file(named), "named");
  EXPECT_EQ(read_file(other), "second");
}

// Opened, it would wait for a reader.
TEST_F(SimFiles, APipeIsNoOutput) {
  const std::string pipe = directory / "pipe", link = directory / "link";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink(pipe, link);
  for (const std::string& name : {pipe, link}) {
    EXPECT_THROW(write_file(name, "text"), kernel::InputError);
    EXPECT_THROW(check_outputs("", {name}), kernel::InputError);
  }
  EXPECT_THROW(check_outputs(directory, {}), kernel::InputError);
}

TEST_F(SimFiles, AFailedRunLeavesNoOlderResult) {
  const std::string done = directory / "done", failed = directory / "failed",
                    begun = directory / "begun", other = directory / "other";
  for (const std::string& name : {done, failed, begun, other}) write_file(name, "old");
  check_outputs(directory, {done, failed, "/dev/null"});
  write_file(done, "new");
  { OutputFile dropped(begun); }
  discard_older_outputs();
  EXPECT_EQ(read_file(done), "new");
  EXPECT_EQ(read_file(other), "old");
  EXPECT_FALSE(fs::exists(failed));
  EXPECT_FALSE(fs::exists(begun));
}

}  // namespace
}  // namespace rc::sim::base
