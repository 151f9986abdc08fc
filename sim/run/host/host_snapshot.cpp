// SPDX-License-Identifier: Apache-2.0
// The host of a run in a snapshot: lines that are not finished, results, and open files. A file is
// saved as its name, the way it was opened and the position in it; its bytes are the host's.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <vector>

#include "hw_model/kernel/archive.h"
#include "hw_model/kernel/text.h"
#include "sim/run/host/host_console.h"

namespace rc::sim::run {
namespace {

using kernel::InputError;

struct SavedFile {
  std::pair<int, std::uint32_t> key;  // rank and descriptor
  std::uint32_t stream = 0;           // of the console, without a file
  std::uint64_t opened = 0;
  bool is_file = false;
  std::string path;
  std::int32_t flags = 0;
  std::int64_t offset = 0, size = 0;

  void archive(kernel::Archive& archive) {
    archive(key, stream, opened, is_file, path, flags, offset, size);
  }
};

std::string name_of(int descriptor) {
  std::array<char, 4096> name;
  const auto length =
      ::readlink(fmt::format("/proc/self/fd/{}", descriptor).c_str(), name.data(), name.size());
  return {name.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0))};
}

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw InputError(fmt::format("the program's open file {}: {}",
                               kernel::shown(path, kernel::kMaxPathShown), what));
}

void describe(SavedFile& saved, int host, const std::string& directory) {
  struct stat status {};
  saved.path = name_of(host);
  if (::fstat(host, &status) != 0 || status.st_nlink == 0) refuse(saved.path, "it was deleted");
  if (!saved.path.starts_with(directory + '/'))
    refuse(saved.path, "it is no longer below the directory of --files");
  saved.path.erase(0, directory.size() + 1);
  saved.flags = ::fcntl(host, F_GETFL) & (O_ACCMODE | O_APPEND);
  saved.offset = ::lseek(host, 0, SEEK_CUR);
  saved.size = status.st_size;
}

// What was written after the snapshot will be written again.
void set_back(const SavedFile& saved, int host) {
  struct stat status {};
  if (::fstat(host, &status) != 0) refuse(saved.path, std::strerror(errno));
  if (status.st_size < saved.size)
    refuse(saved.path, fmt::format("it had {} bytes when the run was saved, and has {} now",
                                   saved.size, status.st_size));
  const bool writes = (saved.flags & O_ACCMODE) != O_RDONLY;
  if ((writes && ::ftruncate(host, saved.size) != 0) || ::lseek(host, saved.offset, SEEK_SET) < 0)
    refuse(saved.path, std::strerror(errno));
}

}  // namespace

void ConsoleLines::archive(kernel::Archive& archive) { archive(unfinished_, serial_, mid_line_); }

void HostFiles::archive(kernel::Archive& archive) {
  std::vector<SavedFile> files;
  const std::string directory = directory_ < 0 ? "" : name_of(directory_);
  if (!archive.loading()) {
    for (const auto& [key, file] : open_) {
      SavedFile& saved = files.emplace_back();
      saved.key = key;
      saved.stream = file.stream;
      saved.opened = file.opened;
      saved.is_file = file.host >= 0;
      if (saved.is_file) describe(saved, file.host, directory);
    }
  }
  archive(files, current_, openings_, input_read_);
  if (!archive.loading()) return;
  std::map<std::uint64_t, int> known;  // of one opening: descriptors share their position
  for (const SavedFile& saved : files) {
    OpenFile file{-1, saved.stream, saved.opened};
    if (saved.is_file) {
      if (directory_ < 0) refuse(saved.path, "expected --files DIR, with its directory");
      const auto other = known.find(saved.opened);
      file.host = other != known.end()
                      ? ::fcntl(other->second, F_DUPFD_CLOEXEC, 0)
                      : resolve_below(saved.path, saved.flags | O_NONBLOCK | O_NOCTTY, 0);
      if (file.host < 0) refuse(saved.path, std::strerror(errno));
      if (known.emplace(saved.opened, file.host).second) set_back(saved, file.host);
    }
    open_[saved.key] = file;
  }
  skip_input();
}

// What had been read from standard input is read again.
void HostFiles::skip_input() {
  std::array<char, 4096> lost;
  for (std::uint64_t rest = input_read_; rest != 0 && input_ >= 0;) {
    const auto got = ::read(input_, lost.data(), std::min<std::uint64_t>(rest, lost.size()));
    if (got <= 0) {
      throw InputError(fmt::format(
          "the program had read {} bytes of standard input, which ends before", input_read_));
    }
    rest -= static_cast<std::uint64_t>(got);
  }
}

void HostConsole::archive(kernel::Archive& archive) {
  archive.section("host");
  archive(lines_, files_, reports_, statuses_);
}

}  // namespace rc::sim::run
