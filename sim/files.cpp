#include "sim/files.h"

#include <fcntl.h>
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

[[noreturn]] void fail(const std::string& path, const char* doing, int reason) {
  throw kernel::InputError(fmt::format("{}: cannot {}: {}", path, doing, std::strerror(reason)));
}

// Everything or an errno; 0 is success.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(descriptor) != 0 && errno != EINVAL ? errno : 0;
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

void write_file(const std::string& path, std::string_view text) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) {
    // A device or pipe (/dev/stdout): there is nothing to rename over.
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) fail(path, "write", errno);
    const int reason = write_all(descriptor, text);
    ::close(descriptor);
    if (reason != 0) fail(path, "write", reason);
    return;
  }
  const std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) fail(path, "write", errno);
  int reason = write_all(descriptor, text);
  if (::close(descriptor) != 0 && reason == 0) reason = errno;
  if (reason == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) reason = errno;
  if (reason != 0) {
    ::unlink(temporary.c_str());
    fail(path, "write", reason);
  }
}

void make_directory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) fail(path, "create", error.value());
}

}  // namespace rc::sim
