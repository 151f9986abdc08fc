// SPDX-License-Identifier: Apache-2.0
// Snapshots that cannot be read, options that contradict one, and open files of the program.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "sim/run/snapshot_file.h"
#include "tests/soak/mutations.h"
#include "tests/support/command.h"

namespace {

namespace fs = std::filesystem;
using rc::test::CommandResult;

class BadSnapshots : public testing::Test {
 protected:
  fs::path directory_ = fs::temp_directory_path() / ("rockcreek_bad_" + std::to_string(getpid()));
  std::string file_ = (directory_ / "snapshot").string();
  void SetUp() override { fs::create_directories(directory_); }
  void TearDown() override { fs::remove_all(directory_); }

  static CommandResult run(const std::string& words) {
    return rc::test::run_command(std::string(ROCKCREEK_SIM) + " run " + words);
  }
  void save(const std::string& options = "") const {
    const CommandResult result =
        run("--ues 2 " FIRMWARE_APPS "/hello.elf --save " + file_ + "@20000 " + options);
    ASSERT_EQ(result.exit_code, 0) << result.error;
  }
  static void expect_refused(const std::string& words, const std::string& what) {
    const CommandResult result = run(words);
    EXPECT_EQ(result.exit_code, 2) << words << "\n" << result.error;
    EXPECT_NE(result.error.find(what), std::string::npos) << words << "\n" << result.error;
    EXPECT_EQ(result.error.find('\n'), result.error.size() - 1) << result.error;
  }
  std::string bytes() const {
    std::ifstream in(file_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& bytes) const {
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << bytes;
  }
};

TEST_F(BadSnapshots, OptionsThatMakeNoSense) {
  const std::string hello = FIRMWARE_APPS "/hello.elf --ues 2 ";
  expect_refused("--restore " + file_, "cannot read");
  expect_refused("", "image");
  expect_refused(hello + "--save " + file_, "expected FILE@TIME");
  expect_refused(hello + "--save " + file_ + "@", "expected FILE@TIME");
  expect_refused(hello + "--save " + file_ + "@-5us", "expected FILE@TIME");
  expect_refused(hello + "--save " + file_ + "@5weeks", "expected FILE@TIME");
  expect_refused(hello + "--save " + file_ + "@10s", "the run ended at");
  expect_refused(hello + "--max-time 0.001 --save " + file_ + "@1s", "--max-time");
  expect_refused(hello + "--save /nowhere/snapshot@1us", "/nowhere/snapshot");
  expect_refused(hello + "--router rtl --save " + file_ + "@1us", "--router model");
  expect_refused(hello + "--set noc.rtl_tiles=3 --save " + file_ + "@1us", "noc.rtl_tiles");
  expect_refused(FIRMWARE_APPS "/nx_hello.elf --machine ipsc860 --save " + file_ + "@1us",
                 "an SCC");
}

TEST_F(BadSnapshots, OptionsThatContradictIt) {
  save();
  const std::string restore = "--restore " + file_ + " ";
  expect_refused(restore + FIRMWARE_APPS "/ep.elf", "the program is another hello.elf");
  expect_refused(restore + FIRMWARE_APPS "/hello.elf -- x", "arguments");
  expect_refused(restore + "--set clocks.tile_divider=4",
                 "clocks.tile_divider is 3 in the snapshot and 4 on the command line");
  expect_refused(restore + "--machine ipsc860", "the machine is scc");
  expect_refused(restore + "--ues 3", "the list of cores is 0,1 in the snapshot");
  expect_refused(restore + "--stack 64K", "--stack");
  expect_refused(restore + "--router rtl", "--router is model");
  expect_refused(restore + "--network-exact", "--network-exact is off");
  expect_refused(restore + "--save " + file_ + "2@1ps", "the restored run begins at");
  expect_refused(restore + "--max-time 0.00000001", "the run goes on at ");
  expect_refused(restore + "--record-traffic x", "--record-traffic");
  expect_refused(restore + "--waves " + file_ + ".fst", "without --network-exact");
}

TEST_F(BadSnapshots, SpoiledFiles) {
  save();
  const std::string good = bytes();
  write("no snapshot");
  expect_refused("--restore " + file_, "no snapshot of a run");
  expect_refused("--restore /dev/zero", "no snapshot of a run");  // without end
  write("Rock Creek snapshot 999\n" + good.substr(24));
  expect_refused("--restore " + file_, "another version");
  for (const std::size_t length : {22ul, 30ul, 46ul, good.size() / 2, good.size() - 1}) {
    write(good.substr(0, length));
    expect_refused("--restore " + file_, file_);
  }
  write(good + 'x');
  expect_refused("--restore " + file_, "something behind its end");
  rc::lockstep::Random random(3);
  for (int round = 0; round < 40; ++round) {
    const rc::soak::Bytes spoiled =
        rc::soak::spoiled(rc::soak::Bytes(good.begin(), good.end()), random);
    const std::string text(spoiled.begin(), spoiled.end());
    if (text == good) continue;
    write(text);
    expect_refused("--restore " + file_, file_);
  }
}

// What a few bytes would be unpacked to is bounded before any of it is.
TEST_F(BadSnapshots, MoreThanAnySnapshotHas) {
  save();
  const std::string good = bytes();
  const std::size_t lengths = good.find('\n') + 1;  // behind the title
  for (const std::size_t length_at : {lengths, lengths + 8}) {
    std::string bomb = good;
    bomb.replace(length_at, 8, std::string{'\1', '\0', '\0', '\0', '\1', '\0', '\0', '\0'});
    write(bomb);
    expect_refused("--restore " + file_, "bytes; at most 4294967296 are read");
  }
}

// With a checksum that is right: each word in turn is another. The file is refused in one line, or
// the run comes to some end.
TEST_F(BadSnapshots, OtherContents) {
  save();
  const std::string good = rc::sim::run::read_snapshot_file(file_);
  for (const std::string section :
       {"program and machine", "run", "mesh", "event network", "core 0", "tile (0,0)"}) {
    const std::string name = std::string("\0\0\0\0", 4) + section;  // behind its length
    constexpr std::size_t kFirst = 300, kLast = 120;
    const std::size_t begin = good.find(name) + name.size();
    ASSERT_LT(begin, good.size()) << section;
    std::uint64_t length = 0;
    good.copy(reinterpret_cast<char*>(&length), sizeof length, begin);
    for (std::size_t at = 0; at + 4 <= length; at += 4) {
      if (at >= kFirst && at + kLast < length) continue;
      std::string bytes = good;
      bytes.replace(begin + sizeof length + at, 4, 4, '\xFF');
      rc::sim::run::write_snapshot_file(file_, bytes);
      const CommandResult result = run("--max-time 0.0001 --restore " + file_);
      SCOPED_TRACE(section + ", byte " + std::to_string(at) + ": " + result.error);
      EXPECT_TRUE(result.exit_code == 0 || result.exit_code == 2 || result.exit_code == 3)
          << result.exit_code;
      EXPECT_EQ(result.error.find("internal"), std::string::npos);
    }
  }
}

TEST_F(BadSnapshots, FullDisk) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  expect_refused("--ues 2 " FIRMWARE_APPS "/hello.elf --save /dev/full@1us", "/dev/full");
}

// Core 0 copies its input to a file, byte by byte.
TEST_F(BadSnapshots, OpenFiles) {
  const std::string program = (directory_ / "copy.elf").string();
  const CommandResult built = rc::test::run_command(
      ROCKCREEK_SIM " cc -O2 " ROCKCREEK_SOURCE_DIR "/tests/firmware/snapshots/copy.c -o " +
      program);
  ASSERT_EQ(built.exit_code, 0) << built.error;
  const fs::path files = directory_ / "files", copy = files / "copy";
  fs::create_directories(files);
  const std::string text = "The quick brown fox jumps over the lazy dog.";
  std::ofstream(files / "text") << text;
  const auto content = [](const fs::path& path) {
    std::ifstream in(path);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const std::string with_files = " --files " + files.string() + " ";
  CommandResult result = run("--ues 1" + with_files + program + " --save " + file_ + "@0.1ms");
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const std::string whole = content(copy);
  EXPECT_EQ(whole, text + text);  // once by writing, once by appending
  result = run("--restore " + file_ + with_files);
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(content(copy), whole);

  expect_refused("--restore " + file_, "expected --files DIR");
  std::ofstream(files / "text", std::ios::trunc) << "short";
  expect_refused("--restore " + file_ + with_files, "it had 44 bytes");
  fs::remove(files / "text");
  expect_refused("--restore " + file_ + with_files, "No such file");
}

}  // namespace
