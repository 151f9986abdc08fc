// SPDX-License-Identifier: Apache-2.0
#include "sim/base/files.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::sim::base {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const char* doing, int reason) {
  throw kernel::InputError(fmt::format("{}: cannot {}: {}",
                                       kernel::shown(path, kernel::kMaxPathShown), doing,
                                       std::strerror(reason)));
}

// What this process has open already, whatever it leads to.
bool names_descriptor(const std::string& path) {
  return path.starts_with("/dev/std") || path.starts_with("/dev/fd/") ||
         path.starts_with("/proc/self/fd/");
}

// A pipe may wait for its other end for ever, and a disk is no place for a result.
void check_kind(const std::string& path, const fs::file_status& status, const char* doing) {
  if (!fs::is_fifo(status) && !fs::is_socket(status) && !fs::is_block_file(status)) return;
  throw kernel::InputError(fmt::format("{}: cannot {}: is a {}, expected a plain file",
                                       kernel::shown(path, kernel::kMaxPathShown), doing,
                                       fs::is_fifo(status)     ? "pipe"
                                       : fs::is_socket(status) ? "socket"
                                                               : "disk"));
}

// Such descriptors are written in place, and so are terminals, /dev/null and their like, as nothing
// can be renamed over them. Anything else but a plain file is refused.
bool written_in_place(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::exists(status) && names_descriptor(path)) return true;
  if (fs::is_directory(status)) fail(path, "write", EISDIR);
  check_kind(path, status, "write");
  return fs::is_character_file(status);
}

std::FILE* open_for_reading(const std::string& path) {
  std::error_code ignored;
  if (!names_descriptor(path)) check_kind(path, fs::status(path, ignored), "read");
  return std::fopen(path.c_str(), "rb");
}

// Names that results will be written under, and have not been.
std::set<std::string>& awaited_outputs() {
  static std::set<std::string> names;
  return names;
}

// Names of the user's for results, and whether a result has got its name.
std::map<std::string, bool>& named_outputs() {
  static std::map<std::string, bool> names;
  return names;
}

// What a chain of symbolic links leads to, were it missing.
std::string target_of(fs::path path) {
  constexpr int kMaxLinks = 40;
  std::error_code error;
  for (int links = 0; fs::is_symlink(path, error); ++links) {
    if (links == kMaxLinks) fail(path, "write", ELOOP);
    path = path.parent_path() / fs::read_symlink(path);
  }
  return path;
}

// Short, as the name it will get may have all the characters that a name may.
std::string temporary_beside(const std::string& target) {
  static int count = 0;
  const std::string name = fmt::format(".rockcreek.{}.{}.tmp", ::getpid(), ++count);
  return fs::path(target).parent_path() / name;
}

using FileId = std::pair<dev_t, ino_t>;

// The plain files that this process has read.
std::set<FileId>& read_files() {
  static std::set<FileId> files;
  return files;
}

void expect_unread(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && read_files().contains({status.st_dev, status.st_ino}))
    throw kernel::InputError(fmt::format("{}: is read as well, expected another file to write",
                                         kernel::shown(path, kernel::kMaxPathShown)));
}

void check_file(const std::string& path) {
  if (!written_in_place(path)) {
    const OutputFile dropped(path);
  } else if (::access(path.c_str(), W_OK) != 0) {  // opened and closed, a pipe's reader would leave
    fail(path, "write", errno);
  }
}

}  // namespace

InputFile::InputFile(const std::string& path)
    : path_(path), file_(open_for_reading(path), &std::fclose) {
  if (!file_) fail(path, "read", errno);
  struct stat status {};
  if (::fstat(::fileno(file_.get()), &status) == 0 && S_ISREG(status.st_mode))
    read_files().insert({status.st_dev, status.st_ino});
}

std::string InputFile::read(std::uint64_t most) {
  std::string data;
  char buffer[1 << 16];
  while (data.size() < most) {
    const auto wanted = std::min<std::uint64_t>(sizeof buffer, most - data.size());
    const std::size_t got = std::fread(buffer, 1, wanted, file_.get());
    data.append(buffer, got);
    if (got < wanted) break;
  }
  if (std::ferror(file_.get())) fail(path_, "read", errno);
  return data;
}

std::uint64_t InputFile::size() const {
  struct stat status {};
  const bool known = ::fstat(::fileno(file_.get()), &status) == 0 && S_ISREG(status.st_mode);
  return known ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::string read_file(const std::string& path, std::uint64_t most) {
  InputFile file(path);
  const auto expect = [&](std::uint64_t bytes) {
    if (bytes > most)
      throw kernel::InputError(fmt::format("{}: more than {} MB, the most that is read",
                                           kernel::shown(path, kernel::kMaxPathShown), most >> 20));
  };
  expect(file.size());
  std::string data = file.read(most + 1);
  expect(data.size());
  return data;
}

bool read_line(std::istream& in, const std::string& name, std::string& line) {
  constexpr std::size_t kMax = 1 << 20;
  line.clear();
  for (int c; (c = in.get()) != std::char_traits<char>::eof() && c != '\n';) {
    line += static_cast<char>(c);
    if (line.size() > kMax)
      throw kernel::InputError(
          fmt::format("{}: a line of more than 1 MB", kernel::shown(name, kernel::kMaxPathShown)));
  }
  if (in.bad()) fail(name, "read", EIO);
  return in.good() || !line.empty();
}

OutputFile::OutputFile(const std::string& path)
    : path_(path),
      target_(target_of(path)),
      temporary_(written_in_place(path) ? "" : temporary_beside(target_)),
      stream_(temporary_.empty() ? path_ : temporary_,
              temporary_.empty() ? std::ios::app : std::ios::out) {
  if (!stream_) fail(path_, "write", errno);
  if (const auto named = named_outputs().find(target_);
      named != named_outputs().end() && named->second) {
    ::unlink(temporary_.c_str());
    throw kernel::InputError(
        fmt::format("{}: another result of this run has this name, expected another file",
                    kernel::shown(path_, kernel::kMaxPathShown)));
  }
  // The temporary name says nothing about the wanted one: it may be too long.
  if (::access(target_.c_str(), F_OK) != 0 && errno != ENOENT) {
    const int reason = errno;
    ::unlink(temporary_.c_str());
    fail(path_, "write", reason);
  }
  if (!temporary_.empty()) awaited_outputs().insert(target_);
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::commit() {
  stream_.close();
  if (!stream_) fail(path_, "write", errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(path_, "write", errno);
  temporary_.clear();
  awaited_outputs().erase(target_);
  if (const auto named = named_outputs().find(target_); named != named_outputs().end())
    named->second = true;
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.stream() << text;
  file.commit();
}

void check_outputs(const std::string& directory, std::initializer_list<std::string> files) {
  if (!directory.empty()) {
    make_directory(directory);
    check_file(directory + "/results");
    awaited_outputs().erase(target_of(directory + "/results"));
    for (const fs::directory_entry& entry : fs::directory_iterator(directory))
      if (!entry.is_directory()) written_in_place(entry.path());
  }
  for (const std::string* file = files.begin(); file != files.end(); ++file) {
    if (file->empty()) continue;
    expect_unread(*file);
    for (const std::string* other = files.begin(); other != file; ++other)
      if (!other->empty() && same_file(*file, *other))
        throw kernel::InputError(fmt::format("{}: two results of one name, expected another file",
                                             kernel::shown(*file, kernel::kMaxPathShown)));
    check_file(*file);
    if (!written_in_place(*file)) named_outputs()[target_of(*file)] = false;
  }
}

bool same_file(const std::string& one, const std::string& other) {
  std::error_code none;  // then they are different
  if (fs::exists(one, none) && !fs::is_regular_file(one, none)) return false;
  const auto place = [&none](const std::string& name) {
    return fs::weakly_canonical(fs::absolute(target_of(name), none), none);
  };
  return place(one) == place(other) || fs::equivalent(one, other, none);
}

void discard_older_outputs() {
  std::error_code ignored;
  for (const std::string& name : awaited_outputs())
    if (fs::is_regular_file(name, ignored)) ::unlink(name.c_str());
  awaited_outputs().clear();
}

void make_directory(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) fail(path, "create", error.value());
}

}  // namespace rc::sim::base
