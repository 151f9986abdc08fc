// SPDX-License-Identifier: Apache-2.0
#include "sim/run/host/host_console.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "hw_model/arch/host_file_calls.h"
#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"
#include "sim/base/files.h"

namespace rc::sim::run {
namespace {

// A guest with 64 KB of memory that calls the host as firmware does.
class SimHost : public ::testing::Test {
 protected:
  std::vector<char> memory_ = std::vector<char>(1 << 16);
  std::ostringstream out_, error_;
  host::GuestMemory guest_{[this](std::uint32_t at, void* data, std::uint32_t bytes) {
                             if (at > memory_.size() || bytes > memory_.size() - at) return false;
                             std::memcpy(data, &memory_[at], bytes);
                             return true;
                           },
                           [this](std::uint32_t at, const void* data, std::uint32_t bytes) {
                             if (at > memory_.size() || bytes > memory_.size() - at) return false;
                             std::memcpy(&memory_[at], data, bytes);
                             return true;
                           }};

  std::uint32_t place(std::uint32_t at, std::string_view text) {
    std::memcpy(&memory_[at], text.data(), text.size());
    memory_[at + text.size()] = '\0';
    return at;
  }
  host::HostReply call(HostConsole& host, int rank, std::uint32_t number, std::uint32_t a0,
                       std::uint32_t a1 = 0, std::uint32_t a2 = 0) {
    return host.call({rank, rank, number, {a0, a1, a2, 0}, {}}, guest_);
  }
  void print(HostConsole& host, int rank, std::string_view text, std::uint32_t descriptor = 1) {
    place(0x100, text);
    EXPECT_EQ(call(host, rank, SCC_HOSTCALL_WRITE, descriptor, 0x100,
                   static_cast<std::uint32_t>(text.size()))
                  .result,
              static_cast<int>(text.size()));
  }
};

TEST_F(SimHost, OneUePrintsAsIs) {
  HostConsole host(out_, error_, 1);
  print(host, 0, "hel");
  EXPECT_EQ(out_.str(), "hel");
  EXPECT_TRUE(host.mid_line());
  print(host, 0, "lo\n\n");
  EXPECT_FALSE(host.mid_line());
  print(host, 0, "world");
  EXPECT_EQ(out_.str(), "hello\n\nworld");
  print(host, 0, "oops\n", 2);
  EXPECT_EQ(error_.str(), "oops\n");
  host.finish();
  EXPECT_EQ(out_.str(), "hello\n\nworld");
}

TEST_F(SimHost, OnATerminalTheLastLineGetsItsEnd) {
  HostConsole host(out_, error_, 1);
  host.on_terminal(true);
  print(host, 0, "world");
  host.finish();
  EXPECT_EQ(out_.str(), "world\n");
}

TEST_F(SimHost, ManyUesAreTaggedAndNeverMixLines) {
  HostConsole host(out_, error_, 48);
  print(host, 7, "a");
  print(host, 40, "b\n");
  print(host, 7, "c\n");
  host.finish();
  EXPECT_EQ(out_.str(), "[40] b\n[07] ac\n");
}

TEST_F(SimHost, ReportsKeepNameValueAndRank) {
  HostConsole host(out_, error_, 2);
  place(0x200, "mpb_read_word/1");
  const double value = 63.5;
  std::memcpy(&memory_[0x300], &value, sizeof value);
  EXPECT_EQ(call(host, 1, SCC_HOSTCALL_REPORT, 0x200, 0x300).error, 0);
  ASSERT_EQ(host.reports().size(), 1u);
  EXPECT_EQ(host.reports()[0].name, "mpb_read_word/1");
  EXPECT_EQ(host.reports()[0].value, 63.5);
  EXPECT_EQ(host.reports()[0].rank, 1);
}

TEST_F(SimHost, BadAddressesAndDescriptorsAreErrorsOfTheFirmware) {
  HostConsole host(out_, error_, 1);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_WRITE, 1, 0xFFFFF, 4).error, EFAULT);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_WRITE, 1, 0, 0xFFFFFFFF).error, EINVAL);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_WRITE, 9, 0, 4).error, EBADF);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_READ, 9, 0, 4).error, EBADF);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_CLOSE, 9).error, EBADF);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_LSEEK, 9).error, EBADF);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_REPORT, 0xFFFFF, 0).error, EFAULT);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_OPEN, 0xFFFFF).error, EFAULT);
  EXPECT_EQ(call(host, 0, 99, 0).error, 88);
}

TEST_F(SimHost, FilesArePerUe) {
  const std::string path = std::filesystem::path(::testing::TempDir()) / "sim_host_file";
  HostConsole host(out_, error_, 2);
  place(0x400, "sim_host_file");
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_OPEN, 0x400, 0x0601, 0644).error, EACCES) << "none allowed";
  host.files().allow_below(::testing::TempDir());
  const auto written = call(host, 0, SCC_HOSTCALL_OPEN, 0x400, 0x0601, 0644);  // WRONLY CREAT TRUNC
  ASSERT_EQ(written.error, 0);
  EXPECT_EQ(call(host, 1, SCC_HOSTCALL_WRITE, static_cast<std::uint32_t>(written.result)).error,
            EBADF)
      << "another UE's descriptor";
  print(host, 0, "12345", static_cast<std::uint32_t>(written.result));
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_CLOSE, static_cast<std::uint32_t>(written.result)).error, 0);
  EXPECT_EQ(base::read_file(path), "12345");

  const auto read = static_cast<std::uint32_t>(call(host, 1, SCC_HOSTCALL_OPEN, 0x400).result);
  EXPECT_EQ(call(host, 1, SCC_HOSTCALL_LSEEK, read, 2, SEEK_SET).result, 2);
  EXPECT_EQ(call(host, 1, SCC_HOSTCALL_READ, read, 0x500, 100).result, 3);
  EXPECT_EQ(std::string(&memory_[0x500], 3), "345");
  EXPECT_EQ(call(host, 1, SCC_HOSTCALL_FILE_SIZE, read).result, 5);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_FILE_SIZE, read).error, EBADF);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_UNLINK, 0x400).error, 0);
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_OPEN, 0x400).error, ENOENT);
}

TEST_F(SimHost, DirectoriesAreThoseBelowTheOneAllowed) {
  const std::filesystem::path root = std::filesystem::path(::testing::TempDir()) / "sim_host_root";
  std::filesystem::create_directories(root / "in");
  base::write_file(root.string() + "/in/file", "x");
  HostConsole host(out_, error_, 2);
  place(0x400, "in");
  place(0x480, "../out");
  place(0x500, "file");
  place(0x580, "made");
  EXPECT_EQ(call(host, 0, RC_HOSTCALL_MAKE_DIRECTORY, 0x580, 0755).error, EACCES) << "none allowed";
  host.files().allow_below(root);
  EXPECT_EQ(call(host, 0, RC_HOSTCALL_MAKE_DIRECTORY, 0x480, 0755).error, EACCES);
  EXPECT_EQ(call(host, 0, RC_HOSTCALL_RENAME, 0x400, 0x480).error, EACCES);
  EXPECT_EQ(call(host, 0, RC_HOSTCALL_CHANGE_DIRECTORY, 0x480).error, ENOENT) << "/.. is /";
  EXPECT_EQ(call(host, 0, RC_HOSTCALL_CHANGE_DIRECTORY, 0x400).error, 0);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_OPEN, 0x500).error, 0);
  EXPECT_EQ(call(host, 1, SCC_HOSTCALL_OPEN, 0x500).error, ENOENT) << "each UE has its own";
  EXPECT_EQ(call(host, 0, RC_HOSTCALL_MAKE_DIRECTORY, 0x580, 0755).error, 0);
  EXPECT_TRUE(std::filesystem::is_directory(root / "in/made"));
  EXPECT_EQ(call(host, 0, RC_HOSTCALL_CURRENT_DIRECTORY, 0x600, 100).result, 4);
  EXPECT_STREQ(&memory_[0x600], "/in");
  const std::string expected("d.\0d..\0ffile\0dmade\0", 19);
  EXPECT_EQ(call(host, 1, RC_HOSTCALL_LIST, 0x400, 0x700, 10).result, 19);
  EXPECT_EQ(memory_[0x700], '\0') << "no room";
  EXPECT_EQ(call(host, 1, RC_HOSTCALL_LIST, 0x400, 0x700, 19).result, 19);
  EXPECT_EQ(std::string(&memory_[0x700], 19), expected);
  EXPECT_EQ(call(host, 1, RC_HOSTCALL_REMOVE_DIRECTORY, 0x400).error, 90) << "newlib's ENOTEMPTY";
  std::filesystem::remove_all(root);
}

TEST_F(SimHost, ADescriptorMayBecomeAFileOrTheConsole) {
  const std::string path = std::string(::testing::TempDir()) + "sim_host_duplicate";
  base::write_file(path, "");
  HostConsole host(out_, error_, 1);
  host.files().allow_below(::testing::TempDir());
  place(0x400, "sim_host_duplicate");
  const auto file = static_cast<std::uint32_t>(call(host, 0, SCC_HOSTCALL_OPEN, 0x400, 2).result);
  const auto saved =
      static_cast<std::uint32_t>(call(host, 0, RC_HOSTCALL_DUPLICATE, 1, 0xFFFFFFFF).result);
  EXPECT_EQ(call(host, 0, RC_HOSTCALL_DUPLICATE, file, 1).result, 1);
  print(host, 0, "to the file\n");
  print(host, 0, "to the console\n", saved);
  EXPECT_EQ(call(host, 0, RC_HOSTCALL_DUPLICATE, saved, 1).result, 1);
  print(host, 0, "and again\n");
  EXPECT_EQ(out_.str(), "to the console\nand again\n");
  EXPECT_EQ(base::read_file(path), "to the file\n");
  EXPECT_EQ(call(host, 0, RC_HOSTCALL_RESIZE, file, 2).error, 0);
  EXPECT_EQ(base::read_file(path), "to");
  EXPECT_EQ(call(host, 0, RC_HOSTCALL_DUPLICATE, 77, 5).error, EBADF);
  EXPECT_EQ(call(host, 0, RC_HOSTCALL_DUPLICATE, 77, 77).error, EBADF);
  // A file in its own place stays the one file that it is.
  const auto descriptors = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  };
  const auto before = descriptors();
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(call(host, 0, RC_HOSTCALL_DUPLICATE, file, file).result, static_cast<int>(file));
  EXPECT_EQ(descriptors(), before);
  EXPECT_EQ(call(host, 0, RC_HOSTCALL_RESIZE, saved, 2).error, EBADF);
  std::filesystem::remove(path);
}

TEST_F(SimHost, FilesEndAt2GB) {
  const std::string path = std::string(::testing::TempDir()) + "sim_host_large";
  base::write_file(path, "");
  std::filesystem::resize_file(path, 0x7FFFFFFE);  // sparse
  HostConsole host(out_, error_, 1);
  host.files().allow_below(::testing::TempDir());
  place(0x400, "sim_host_large");
  const auto file = static_cast<std::uint32_t>(call(host, 0, SCC_HOSTCALL_OPEN, 0x400, 1).result);
  const auto appended =
      static_cast<std::uint32_t>(call(host, 0, SCC_HOSTCALL_OPEN, 0x400, 9).result);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_WRITE, appended, 0x400, 2).error, EFBIG);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_LSEEK, file, 0, SEEK_END).result, 0x7FFFFFFE);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_WRITE, file, 0x400, 2).error, EFBIG);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_WRITE, file, 0x400, 1).result, 1);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_WRITE, file, 0x400, 1).error, EFBIG);
  EXPECT_EQ(std::filesystem::file_size(path), 0x7FFFFFFFu);
  std::filesystem::remove(path);
}

TEST_F(SimHost, OpenFilesLeaveDescriptorsToTheSimulator) {
  const std::string path = std::string(::testing::TempDir()) + "sim_host_many";
  base::write_file(path, "x");
  HostConsole host(out_, error_, 2);
  host.files().allow_below(::testing::TempDir());
  place(0x400, "sim_host_many");
  for (int i = 0; i < 256; ++i)
    ASSERT_EQ(call(host, i % 2, SCC_HOSTCALL_OPEN, 0x400).error, 0) << i;
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_OPEN, 0x400).error, EMFILE);
  EXPECT_EQ(call(host, 1, SCC_HOSTCALL_CLOSE, 3).error, 0);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_OPEN, 0x400).error, 0);
  std::filesystem::remove(path);
}

TEST_F(SimHost, NothingThatTheFirmwareSaysIsKeptWithoutEnd) {
  HostConsole host(out_, error_, 2);
  const std::string text(60'000, 'x');
  for (int i = 0; i < 20; ++i) print(host, 0, text);
  EXPECT_EQ(out_.str().size(), (1u << 20) + std::string("[00] \n").size())
      << "a line ends after 1 MB";
  place(0x200, std::string(256, 'n'));
  place(0x400, std::string(257, 'n'));
  EXPECT_NE(call(host, 0, SCC_HOSTCALL_REPORT, 0x400, 0x300).error, 0);
  for (int i = 0; i < 100'000; ++i)
    ASSERT_EQ(call(host, 0, SCC_HOSTCALL_REPORT, 0x200, 0x300).error, 0);
  EXPECT_EQ(call(host, 0, SCC_HOSTCALL_REPORT, 0x200, 0x300).error, ENOSPC);
}

TEST_F(SimHost, AConsoleThatCannotBeWrittenIsAnError) {
  out_.setstate(std::ios::badbit);
  HostConsole host(out_, error_, 1);
  EXPECT_THROW(host.finish(), kernel::InputError);
}

}  // namespace
}  // namespace rc::sim::run
