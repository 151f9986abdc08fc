// SPDX-License-Identifier: Apache-2.0
#include "sim/hypercube/host/host_process.h"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "sim/base/files.h"
#include "sim/base/say.h"

namespace rc::sim::hypercube {
namespace {

constexpr int kCannotStart = 126;  // exit code, as in a shell
constexpr int kLookMilliseconds = 200;

}  // namespace

bool is_host_program(const std::string& path) {
  const std::string file = base::read_file(path, base::kMaxProgram);
  return file.size() > EI_CLASS && file.starts_with(ELFMAG) && file[EI_CLASS] == ELFCLASS32 &&
         file.find(std::string(NX_HOST_MARK_1) + NX_HOST_MARK_2) != std::string::npos;
}

HostProcess::HostProcess(const std::string& program, std::vector<std::string> arguments,
                         std::function<bool()> asked_to_end, std::chrono::duration<double> patience)
    : asked_to_end_(std::move(asked_to_end)), patience_(patience) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw kernel::InputError(fmt::format("host program: {}", std::strerror(errno)));
  stream_ = base::Descriptor(ends[0]);
  const base::Descriptor its(ends[1]);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) throw kernel::InputError(fmt::format("host program: {}", std::strerror(errno)));
  if (pid_ == 0) become(program, arguments, parent, its.number());
}

void HostProcess::become(const std::string& program, std::vector<std::string>& arguments,
                         pid_t parent, int stream) const {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(kCannotStart);  // it died before that
  ::fcntl(stream, F_SETFD, 0);
  ::setenv(NX_HOST_ENVIRONMENT, std::to_string(stream).c_str(), 1);
  std::string name = program;
  std::vector<char*> argv{name.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  ::execv(program.c_str(), argv.data());
  base::say("{}: {}\n", program, std::strerror(errno));
  ::_exit(kCannotStart);
}

HostProcess::~HostProcess() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void HostProcess::check_end() const {
  if (asked_to_end_ && asked_to_end_())
    throw kernel::MachineError("not finished: the host's program still ran");
  if (std::chrono::steady_clock::now() - since_ > patience_)
    throw kernel::MachineError(fmt::format(
        "not finished: no simulated time passed while the host's program ran for {:g} s",
        patience_.count()));
}

bool HostProcess::read(void* data, std::size_t bytes) {
  auto* at = static_cast<char*>(data);
  while (bytes != 0) {
    check_end();
    pollfd wait{stream_.number(), POLLIN, 0};
    if (::poll(&wait, 1, kLookMilliseconds) == 0 || wait.revents == 0) continue;
    const ssize_t got = ::read(stream_.number(), at, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

std::optional<HostProcess::Request> HostProcess::next() {
  Request request;
  if (!read(&request.head, sizeof request.head) || request.head.bytes > NX_HOST_MOST_BYTES) {
    collect();
    return {};
  }
  request.data.resize(request.head.bytes);
  if (!read(request.data.data(), request.data.size())) {
    collect();
    return {};
  }
  return request;
}

std::string HostProcess::Request::name() const {
  return {head.name, ::strnlen(head.name, sizeof head.name)};
}

void HostProcess::answer(NxHostReply reply, const std::vector<std::uint8_t>& data) {
  reply.bytes = static_cast<std::uint32_t>(data.size());
  std::vector<std::uint8_t> all(sizeof reply + data.size());
  std::memcpy(all.data(), &reply, sizeof reply);
  std::ranges::copy(data, all.begin() + sizeof reply);
  for (std::size_t sent = 0; sent < all.size();) {
    const ssize_t moved =
        ::send(stream_.number(), all.data() + sent, all.size() - sent, MSG_NOSIGNAL);
    if (moved < 0 && errno == EINTR) continue;
    if (moved <= 0) return;  // it has ended, as next() will find
    sent += static_cast<std::size_t>(moved);
  }
}

void HostProcess::collect() {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  if (asked_to_end_ && asked_to_end_())
    throw kernel::MachineError("not finished: the host's program was ended");
  if (WIFSIGNALED(status))
    throw kernel::MachineError(fmt::format("the host's program died: {} (signal {})",
                                           ::strsignal(WTERMSIG(status)), WTERMSIG(status)));
  status_ = WEXITSTATUS(status);
}

}  // namespace rc::sim::hypercube
