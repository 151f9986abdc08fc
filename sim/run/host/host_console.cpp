// SPDX-License-Identifier: Apache-2.0
#include "sim/run/host/host_console.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <utility>

#include "hw_model/arch/host_file_calls.h"
#include "hw_model/arch/scc_map.h"
#include "hw_model/kernel/error.h"

namespace rc::sim::run {
namespace {

constexpr std::uint32_t kMaxString = 4096;
constexpr std::uint32_t kMaxReportName = 256;
constexpr std::size_t kMaxReports = 100'000;
constexpr std::uint32_t kMaxTransfer = 1u << 24;  // no firmware buffer is larger than a slot
constexpr std::int32_t kNewlibEnosys = 88, kNewlibEnametoolong = 91;

host::HostReply failure(std::int32_t error) { return {-1, error}; }

// 0, or why there is no string at `address`.
std::int32_t read_string(const host::GuestMemory& memory, std::uint32_t address,
                         std::string& text) {
  text.clear();
  while (text.size() < kMaxString) {
    char next = 0;
    if (!memory.read(address + static_cast<std::uint32_t>(text.size()), &next, 1)) return EFAULT;
    if (next == '\0') return 0;
    text += next;
  }
  return kNewlibEnametoolong;
}

// Text into the guest's memory, if there is room for it; the answer is its size.
host::HostReply fill(const std::string& text, std::uint32_t address, std::uint32_t room,
                     const host::GuestMemory& memory) {
  const auto bytes = static_cast<std::uint32_t>(text.size());
  if (bytes <= room && !memory.write(address, text.data(), bytes)) return failure(EFAULT);
  return {static_cast<std::int32_t>(bytes), 0};
}

}  // namespace

host::HostReply HostConsole::call(const host::HostCall& call, const host::GuestMemory& memory) {
  switch (call.number) {
    case SCC_HOSTCALL_WRITE:
      return write(call, memory);
    case SCC_HOSTCALL_READ:
      return read(call, memory);
    case SCC_HOSTCALL_OPEN:
      return open(call, memory);
    case SCC_HOSTCALL_CLOSE:
      return files_.close(call.rank, call.args[0]);
    case SCC_HOSTCALL_LSEEK:
      return files_.seek(call.rank, call.args[0], static_cast<std::int32_t>(call.args[1]),
                         call.args[2]);
    case SCC_HOSTCALL_FILE_SIZE:
      return files_.size(call.rank, call.args[0]);
    case SCC_HOSTCALL_REPORT:
      return report(call, memory);
    case RC_HOSTCALL_RESIZE:
      return files_.resize(call.rank, call.args[0], call.args[1]);
    case RC_HOSTCALL_DUPLICATE:
      return files_.duplicate(call.rank, call.args[0], call.args[1]);
    case RC_HOSTCALL_CURRENT_DIRECTORY:
      return fill('/' + files_.current_directory(call.rank) + '\0', call.args[0], call.args[1],
                  memory);
    default:
      return name_call(call, memory);
  }
}

void HostConsole::exited(int, int rank, int status) { statuses_[rank] = status; }

host::HostReply HostConsole::write(const host::HostCall& call, const host::GuestMemory& memory) {
  const std::uint32_t descriptor = call.args[0], bytes = call.args[2];
  if (bytes > kMaxTransfer) return failure(EINVAL);
  std::string data(bytes, '\0');
  if (!memory.read(call.args[1], data.data(), bytes)) return failure(EFAULT);
  if (const auto stream = files_.console_stream(call.rank, descriptor)) {
    lines_.print(call.rank, *stream == STDERR_FILENO, data);
    return {static_cast<std::int32_t>(bytes), 0};
  }
  return files_.write(call.rank, descriptor, data);
}

host::HostReply HostConsole::read(const host::HostCall& call, const host::GuestMemory& memory) {
  const std::uint32_t bytes = call.args[2];
  if (bytes > kMaxTransfer) return failure(EINVAL);
  std::string data(bytes, '\0');
  const host::HostReply reply = files_.read(call.rank, call.args[0], data);
  if (reply.error != 0) return reply;
  if (!memory.write(call.args[1], data.data(), static_cast<std::uint32_t>(reply.result)))
    return failure(EFAULT);
  return reply;
}

host::HostReply HostConsole::open(const host::HostCall& call, const host::GuestMemory& memory) {
  std::string path;
  if (const std::int32_t error = read_string(memory, call.args[0], path)) return failure(error);
  return files_.open(call.rank, path, call.args[1], call.args[2]);
}

// The calls whose first argument is a path.
host::HostReply HostConsole::name_call(const host::HostCall& call,
                                       const host::GuestMemory& memory) {
  constexpr std::uint32_t kKnown[] = {
      SCC_HOSTCALL_UNLINK, RC_HOSTCALL_MAKE_DIRECTORY, RC_HOSTCALL_REMOVE_DIRECTORY,
      RC_HOSTCALL_RENAME,  RC_HOSTCALL_LIST,           RC_HOSTCALL_CHANGE_DIRECTORY};
  if (std::ranges::find(kKnown, call.number) == std::end(kKnown)) return failure(kNewlibEnosys);
  std::string path, other;
  if (const std::int32_t error = read_string(memory, call.args[0], path)) return failure(error);
  switch (call.number) {
    case SCC_HOSTCALL_UNLINK:
      return files_.unlink(call.rank, path);
    case RC_HOSTCALL_MAKE_DIRECTORY:
      return files_.make_directory(call.rank, path, call.args[1]);
    case RC_HOSTCALL_REMOVE_DIRECTORY:
      return files_.remove_directory(call.rank, path);
    case RC_HOSTCALL_CHANGE_DIRECTORY:
      return files_.change_directory(call.rank, path);
    case RC_HOSTCALL_RENAME:
      if (const std::int32_t error = read_string(memory, call.args[1], other))
        return failure(error);
      return files_.rename(call.rank, path, other);
    default: {
      std::string entries;
      const host::HostReply reply = files_.list(call.rank, path, entries);
      return reply.error != 0 ? reply : fill(entries, call.args[1], call.args[2], memory);
    }
  }
}

host::HostReply HostConsole::report(const host::HostCall& call, const host::GuestMemory& memory) {
  Report row;
  row.rank = call.rank;
  if (const std::int32_t error = read_string(memory, call.args[0], row.name)) return failure(error);
  if (row.name.size() > kMaxReportName) return failure(kNewlibEnametoolong);
  if (reports_.size() == kMaxReports) return failure(ENOSPC);
  if (!memory.read(call.args[1], &row.value, sizeof row.value)) return failure(EFAULT);
  reports_.push_back(std::move(row));
  return {0, 0};
}

}  // namespace rc::sim::run
