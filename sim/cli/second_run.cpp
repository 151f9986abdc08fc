// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/second_run.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>

namespace rc::sim::cli {

SecondRun::SecondRun() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  base::Descriptor read(ends[0]), write(ends[1]);
  other_ = ::fork();
  if (other_ < 0) return;
  asked_ = std::move(other_ == 0 ? read : write);
  if (other_ != 0) return;
  write = base::Descriptor();
  wait_to_be_asked();
}

SecondRun::~SecondRun() {
  if (other_ <= 0) return;
  asked_ = base::Descriptor();
  while (::waitpid(other_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

// The time, then the text, up to the end of the pipe.
void SecondRun::wait_to_be_asked() {
  std::string message;
  std::array<char, 4096> part{};
  for (ssize_t got = 1; got > 0;) {
    got = ::read(asked_.number(), part.data(), part.size());
    if (got > 0) message.append(part.data(), static_cast<std::size_t>(got));
    if (got < 0 && errno == EINTR) got = 1;
  }
  run::ForetoldFault fault;
  if (message.size() <= sizeof fault.at.value) ::_exit(0);
  std::memcpy(&fault.at.value, message.data(), sizeof fault.at.value);
  fault.text = message.substr(sizeof fault.at.value);
  foretold_ = std::move(fault);
}

std::optional<int> SecondRun::ask(const run::ForetoldFault& fault) {
  if (other_ <= 0) return std::nullopt;
  std::string message(reinterpret_cast<const char*>(&fault.at.value), sizeof fault.at.value);
  message += fault.text;
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  const bool told = ::write(asked_.number(), message.data(), message.size()) ==
                    static_cast<ssize_t>(message.size());
  std::signal(SIGPIPE, before);
  asked_ = base::Descriptor();
  int status = 0;
  while (::waitpid(other_, &status, 0) < 0 && errno == EINTR) {
  }
  other_ = -1;
  if (!told || !WIFEXITED(status)) return std::nullopt;
  return WEXITSTATUS(status);
}

}  // namespace rc::sim::cli
