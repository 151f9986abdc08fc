// SPDX-License-Identifier: Apache-2.0
#include "sim/base/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "hw_model/kernel/error.h"
#include "sim/base/descriptor.h"
#include "sim/base/say.h"

namespace rc::sim::base {

namespace {

pid_t start_program(const std::vector<std::string>& command, const std::function<bool()>& prepare) {
  constexpr int kCannotRun = 127;
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw kernel::InputError(fmt::format("{}: {}", command[0], std::strerror(errno)));
  if (child == 0) {
    if (!prepare || prepare()) ::execvp(arguments[0], arguments.data());
    say("rockcreek: error: {}: {}\n", command[0], std::strerror(errno));
    ::_exit(kCannotRun);
  }
  return child;
}

int status_of_program(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace

int run_program(const std::vector<std::string>& command, const std::function<bool()>& prepare) {
  return status_of_program(start_program(command, prepare));
}

int run_program_seen(const std::vector<std::string>& command, std::string& errors) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    throw kernel::InputError(fmt::format("{}: {}", command[0], std::strerror(errno)));
  Descriptor in(ends[0]), out(ends[1]);
  const pid_t child = start_program(
      command, [&out] { return ::dup2(out.number(), STDERR_FILENO) == STDERR_FILENO; });
  out.close();
  std::array<char, 4096> text;
  for (ssize_t got = 0; (got = ::read(in.number(), text.data(), text.size())) != 0;) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) break;
    errors.append(text.data(), static_cast<std::size_t>(got));
    std::fwrite(text.data(), 1, static_cast<std::size_t>(got), stderr);
  }
  return status_of_program(child);
}

bool is_installed(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((folder + "/" + name).c_str(), X_OK) == 0) return true;
  return false;
}

}  // namespace rc::sim::base
