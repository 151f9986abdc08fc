#include "sim/base/files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "hw_model/kernel/error.h"

namespace rc::sim {
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

}  // namespace
}  // namespace rc::sim
