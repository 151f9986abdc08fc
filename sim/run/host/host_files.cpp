// SPDX-License-Identifier: Apache-2.0
#include "sim/run/host/host_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::sim::run {
namespace {

constexpr std::uint32_t kFirstFile = 3;
constexpr std::size_t kMaxOpen = 256;  // of all UEs; the simulator needs descriptors too
constexpr std::int64_t kMaxFile = std::numeric_limits<std::int32_t>::max();

// newlib numbers errors as Linux does up to ERANGE, and few beyond.
std::int32_t newlib_errno(int host) {
  constexpr std::pair<int, std::int32_t> kNumbers[] = {{EXDEV, EACCES},    {ENXIO, EACCES},
                                                       {ENAMETOOLONG, 91}, {ELOOP, 92},
                                                       {ENOTEMPTY, 90},    {ENOSYS, 88}};
  for (const auto& [ours, theirs] : kNumbers)
    if (host == ours) return theirs;
  return host <= ERANGE ? host : EIO;
}

}  // namespace

host::HostReply host_failure(int host_errno) { return {-1, newlib_errno(host_errno)}; }

namespace {

// Results and offsets of the firmware are 32 bits.
host::HostReply reply(std::int64_t value) {
  if (value < 0) return host_failure(errno);
  if (value > std::numeric_limits<std::int32_t>::max()) return host_failure(EFBIG);
  return {static_cast<std::int32_t>(value), 0};
}

// newlib's open() flags (sys/_default_fcntl.h) in the host's terms.
int host_open_flags(std::uint32_t newlib) {
  constexpr std::pair<std::uint32_t, int> kFlags[] = {
      {0x0008, O_APPEND}, {0x0200, O_CREAT}, {0x0400, O_TRUNC}, {0x0800, O_EXCL}};
  int flags = static_cast<int>(newlib & 3);  // O_RDONLY, O_WRONLY, O_RDWR agree
  for (const auto& [theirs, ours] : kFlags)
    if (newlib & theirs) flags |= ours;
  return flags;
}

}  // namespace

HostFiles::~HostFiles() {
  close_all();
  if (directory_ >= 0) ::close(directory_);
}

void HostFiles::close_all() {
  for (const auto& [key, file] : open_)
    if (file.host >= 0) ::close(file.host);
  open_.clear();
  current_.clear();
}

void HostFiles::allow_below(const std::string& directory) {
  directory_ = ::open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (directory_ < 0)
    throw kernel::InputError(fmt::format(
        "--files {}: {}", kernel::shown(directory, kernel::kMaxPathShown), std::strerror(errno)));
}

int HostFiles::resolve(int rank, const std::string& path, int flags, unsigned mode) const {
  const std::string current = current_directory(rank);
  const bool below = !current.empty() && !path.starts_with('/');
  return resolve_below(below ? current + '/' + path : path, flags, mode);
}

int HostFiles::resolve_below(const std::string& path, int flags, unsigned mode) const {
  if (directory_ < 0) {
    errno = EACCES;
    return -1;
  }
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags | O_CLOEXEC);
  how.mode = flags & O_CREAT ? mode & 0777 : 0;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  return static_cast<int>(::syscall(SYS_openat2, directory_, path.c_str(), &how, sizeof how));
}

host::HostReply HostFiles::open(int rank, const std::string& path, std::uint32_t flags,
                                std::uint32_t mode) {
  if (open_.size() == kMaxOpen) return host_failure(EMFILE);
  // Opening a pipe or a terminal must neither block nor make it the simulator's own.
  const int file = resolve(rank, path, host_open_flags(flags) | O_NONBLOCK | O_NOCTTY, mode);
  if (file < 0) return host_failure(errno);
  struct stat status {};
  if (::fstat(file, &status) < 0 || !S_ISREG(status.st_mode)) {
    ::close(file);
    return host_failure(S_ISDIR(status.st_mode) ? EISDIR : EACCES);
  }
  const std::uint32_t descriptor = free_descriptor(rank);
  open_[{rank, descriptor}] = {file, 0, ++openings_};
  return {static_cast<std::int32_t>(descriptor), 0};
}

host::HostReply HostFiles::close(int rank, std::uint32_t descriptor) {
  const auto known = open_.extract({rank, descriptor});
  if (known.empty()) return descriptor < kFirstFile ? host::HostReply{0, 0} : host_failure(EBADF);
  const int file = known.mapped().host;
  return file < 0 ? host::HostReply{0, 0} : reply(::close(file));
}

host::HostReply HostFiles::read(int rank, std::uint32_t descriptor, std::string& data) {
  const bool input = descriptor == STDIN_FILENO && !open_.contains({rank, descriptor});
  const int file = input ? input_ : host_descriptor(rank, descriptor);
  if (file < 0) return host_failure(EBADF);
  const ssize_t got = ::read(file, data.data(), data.size());
  if (input && got > 0) input_read_ += static_cast<std::uint64_t>(got);
  return reply(got);
}

host::HostReply HostFiles::write(int rank, std::uint32_t descriptor, std::string_view data) {
  const int file = host_descriptor(rank, descriptor);
  if (file < 0) return host_failure(EBADF);
  const bool appends = (::fcntl(file, F_GETFL) & O_APPEND) != 0;
  struct stat status {};
  const std::int64_t at = !appends                      ? ::lseek(file, 0, SEEK_CUR)
                          : ::fstat(file, &status) == 0 ? status.st_size
                                                        : -1;
  if (at < 0) return host_failure(errno);
  if (at > kMaxFile - static_cast<std::int64_t>(data.size())) return host_failure(EFBIG);
  return reply(::write(file, data.data(), data.size()));
}

host::HostReply HostFiles::seek(int rank, std::uint32_t descriptor, std::int32_t offset,
                                std::uint32_t whence) {
  const int file = host_descriptor(rank, descriptor);
  return file < 0 ? host_failure(EBADF) : reply(::lseek(file, offset, static_cast<int>(whence)));
}

host::HostReply HostFiles::size(int rank, std::uint32_t descriptor) const {
  const int file = host_descriptor(rank, descriptor);
  if (file < 0) return host_failure(EBADF);
  struct stat status {};
  return ::fstat(file, &status) < 0 ? host_failure(errno) : reply(status.st_size);
}

int HostFiles::host_descriptor(int rank, std::uint32_t descriptor) const {
  const auto it = open_.find({rank, descriptor});
  return it == open_.end() ? -1 : it->second.host;
}

std::uint32_t HostFiles::free_descriptor(int rank) const {
  std::uint32_t descriptor = kFirstFile;
  while (open_.contains({rank, descriptor})) ++descriptor;
  return descriptor;
}

std::optional<std::uint32_t> HostFiles::console_stream(int rank, std::uint32_t descriptor) const {
  const auto it = open_.find({rank, descriptor});
  if (it != open_.end()) {
    return it->second.host < 0 ? std::optional(it->second.stream) : std::nullopt;
  }
  const bool output = descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO;
  return output ? std::optional(descriptor) : std::nullopt;
}

host::HostReply HostFiles::duplicate(int rank, std::uint32_t from, std::uint32_t to) {
  constexpr std::uint32_t kFree = 0xFFFFFFFF;
  if (to != kFree && to >= kMaxOpen) return host_failure(EBADF);
  if (open_.size() >= kMaxOpen) return host_failure(EMFILE);
  const bool open = console_stream(rank, from) || host_descriptor(rank, from) >= 0;
  if (open && to == from) return {static_cast<std::int32_t>(to), 0};  // nothing to do
  OpenFile meant;
  if (const auto stream = console_stream(rank, from)) {
    meant.stream = *stream;
  } else if (const int file = host_descriptor(rank, from); file >= 0) {
    meant.opened = open_.at({rank, from}).opened;
    meant.host = ::fcntl(file, F_DUPFD_CLOEXEC, 0);
    if (meant.host < 0) return host_failure(errno);
  } else {
    return host_failure(EBADF);
  }
  const std::uint32_t descriptor = to == kFree ? free_descriptor(rank) : to;
  close(rank, descriptor);
  open_[{rank, descriptor}] = meant;
  return {static_cast<std::int32_t>(descriptor), 0};
}

host::HostReply HostFiles::resize(int rank, std::uint32_t descriptor, std::uint32_t bytes) {
  const int file = host_descriptor(rank, descriptor);
  if (file < 0) return host_failure(EBADF);
  if (bytes > kMaxFile) return host_failure(EINVAL);
  return reply(::ftruncate(file, static_cast<off_t>(bytes)));
}

}  // namespace rc::sim::run
