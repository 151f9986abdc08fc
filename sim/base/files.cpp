#include "sim/base/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "hw_model/kernel/error.h"

namespace rc::sim {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const char* doing, int reason) {
  throw kernel::InputError(fmt::format("{}: cannot {}: {}", path, doing, std::strerror(reason)));
}

// Devices and pipes are written in place, as nothing can be renamed over them. So is /dev/stdout,
// even where it leads to a file.
bool written_in_place(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) &&
         (!fs::is_regular_file(path, ignored) || path.starts_with("/dev/std") ||
          path.starts_with("/dev/fd/"));
}

void check_file(const std::string& path) {
  if (!written_in_place(path)) {
    const OutputFile dropped(path);
  } else if (fs::is_directory(path)) {
    fail(path, "write", EISDIR);
  } else if (::access(path.c_str(), W_OK) != 0) {  // opened and closed, a pipe's reader would leave
    fail(path, "write", errno);
  }
}

}  // namespace

std::string read_file(const std::string& path) {
  const std::unique_ptr<std::FILE, decltype(&std::fclose)> file(std::fopen(path.c_str(), "rb"),
                                                                &std::fclose);
  if (!file) fail(path, "read", errno);
  std::string data;
  char buffer[1 << 16];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, file.get()))
    data.append(buffer, got);
  if (std::ferror(file.get())) fail(path, "read", errno);
  return data;
}

OutputFile::OutputFile(const std::string& path)
    : path_(path),
      temporary_(written_in_place(path) ? "" : fmt::format("{}.{}.tmp", path, ::getpid())),
      stream_(temporary_.empty() ? path_ : temporary_,
              temporary_.empty() ? std::ios::app : std::ios::out) {
  if (!stream_) fail(path_, "write", errno);
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::commit() {
  stream_.close();
  if (!stream_) fail(path_, "write", errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail(path_, "write", errno);
  temporary_.clear();
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
  }
  for (const std::string& file : files)
    if (!file.empty()) check_file(file);
}

void make_directory(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) fail(path, "create", error.value());
}

}  // namespace rc::sim
