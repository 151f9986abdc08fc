#include "sim/host_services.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ostream>
#include <utility>

#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"

namespace rc::sim {
namespace {

constexpr std::uint32_t kFirstFile = 3;
constexpr std::uint32_t kMaxString = 4096;
constexpr std::uint32_t kMaxTransfer = 1u << 24;  // no firmware buffer is larger than a slot
constexpr std::int32_t kNewlibEnosys = 88;

// newlib numbers errors as Linux does up to ERANGE; what lies above is not shared.
std::int32_t newlib_errno(int host) { return host <= ERANGE ? host : EIO; }

chip::HostReply failure(std::int32_t error) { return {-1, error}; }
chip::HostReply last_failure() { return failure(newlib_errno(errno)); }

// newlib's open() flags (sys/_default_fcntl.h) in the host's terms.
int host_open_flags(std::uint32_t newlib) {
  constexpr std::pair<std::uint32_t, int> kFlags[] = {
      {0x0008, O_APPEND}, {0x0200, O_CREAT}, {0x0400, O_TRUNC}, {0x0800, O_EXCL}};
  int flags = static_cast<int>(newlib & 3) | O_CLOEXEC;  // O_RDONLY, O_WRONLY, O_RDWR agree
  for (const auto& [theirs, ours] : kFlags)
    if (newlib & theirs) flags |= ours;
  return flags;
}

bool read_string(const chip::GuestMemory& memory, std::uint32_t address, std::string& text) {
  text.clear();
  while (text.size() < kMaxString) {
    char next = 0;
    if (!memory.read(address + static_cast<std::uint32_t>(text.size()), &next, 1)) return false;
    if (next == '\0') return true;
    text += next;
  }
  return false;
}

}  // namespace

HostConsole::~HostConsole() {
  for (const auto& [key, descriptor] : files_) ::close(descriptor);
}

chip::HostReply HostConsole::call(const chip::HostCall& call, const chip::GuestMemory& memory) {
  switch (call.number) {
    case SCC_HOSTCALL_WRITE:
      return write(call, memory);
    case SCC_HOSTCALL_READ:
      return read(call, memory);
    case SCC_HOSTCALL_OPEN:
      return open(call, memory);
    case SCC_HOSTCALL_CLOSE:
      return close(call);
    case SCC_HOSTCALL_LSEEK:
      return seek(call);
    case SCC_HOSTCALL_REPORT:
      return report(call, memory);
    default:
      return failure(kNewlibEnosys);
  }
}

void HostConsole::exited(int, int rank, int status) { statuses_[rank] = status; }

chip::HostReply HostConsole::write(const chip::HostCall& call, const chip::GuestMemory& memory) {
  const std::uint32_t descriptor = call.args[0], bytes = call.args[2];
  if (bytes > kMaxTransfer) return failure(EINVAL);
  std::string data(bytes, '\0');
  if (!memory.read(call.args[1], data.data(), bytes)) return failure(EFAULT);
  if (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO) {
    lines_.print(call.rank, descriptor == STDERR_FILENO, data);
    return {static_cast<std::int32_t>(bytes), 0};
  }
  const int file = host_descriptor(call);
  if (file < 0) return failure(EBADF);
  const ssize_t written = ::write(file, data.data(), data.size());
  return written < 0 ? last_failure() : chip::HostReply{static_cast<std::int32_t>(written), 0};
}

chip::HostReply HostConsole::read(const chip::HostCall& call, const chip::GuestMemory& memory) {
  const std::uint32_t bytes = call.args[2];
  if (bytes > kMaxTransfer) return failure(EINVAL);
  const int file = call.args[0] == STDIN_FILENO ? STDIN_FILENO : host_descriptor(call);
  if (file < 0) return failure(EBADF);
  std::string data(bytes, '\0');
  const ssize_t got = ::read(file, data.data(), data.size());
  if (got < 0) return last_failure();
  if (!memory.write(call.args[1], data.data(), static_cast<std::uint32_t>(got)))
    return failure(EFAULT);
  return {static_cast<std::int32_t>(got), 0};
}

chip::HostReply HostConsole::open(const chip::HostCall& call, const chip::GuestMemory& memory) {
  std::string path;
  if (!read_string(memory, call.args[0], path)) return failure(EFAULT);
  const int file =
      ::open(path.c_str(), host_open_flags(call.args[1]), static_cast<mode_t>(call.args[2] & 0777));
  if (file < 0) return last_failure();
  std::uint32_t descriptor = kFirstFile;
  while (files_.contains({call.rank, descriptor})) ++descriptor;
  files_[{call.rank, descriptor}] = file;
  return {static_cast<std::int32_t>(descriptor), 0};
}

chip::HostReply HostConsole::close(const chip::HostCall& call) {
  if (call.args[0] < kFirstFile) return {0, 0};
  const int file = host_descriptor(call);
  if (file < 0) return failure(EBADF);
  files_.erase({call.rank, call.args[0]});
  return ::close(file) < 0 ? last_failure() : chip::HostReply{0, 0};
}

chip::HostReply HostConsole::seek(const chip::HostCall& call) {
  const int file = host_descriptor(call);
  if (file < 0) return failure(EBADF);
  const off_t at =
      ::lseek(file, static_cast<std::int32_t>(call.args[1]), static_cast<int>(call.args[2]));
  return at < 0 ? last_failure() : chip::HostReply{static_cast<std::int32_t>(at), 0};
}

chip::HostReply HostConsole::report(const chip::HostCall& call, const chip::GuestMemory& memory) {
  Report row;
  row.rank = call.rank;
  if (!read_string(memory, call.args[0], row.name) ||
      !memory.read(call.args[1], &row.value, sizeof row.value))
    return failure(EFAULT);
  reports_.push_back(std::move(row));
  return {0, 0};
}

int HostConsole::host_descriptor(const chip::HostCall& call) const {
  const auto it = files_.find({call.rank, call.args[0]});
  return it == files_.end() ? -1 : it->second;
}

}  // namespace rc::sim
