// SPDX-License-Identifier: Apache-2.0
#include "sim/base/program.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "hw_model/kernel/error.h"

namespace rc::sim::base {

int run_program(const std::vector<std::string>& command, const std::function<bool()>& prepare) {
  constexpr int kCannotRun = 127;
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw kernel::InputError(fmt::format("{}: {}", command[0], std::strerror(errno)));
  if (child == 0) {
    if (!prepare || prepare()) ::execvp(arguments[0], arguments.data());
    fmt::print(stderr, "rockcreek: error: {}: {}\n", command[0], std::strerror(errno));
    ::_exit(kCannotRun);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

bool is_installed(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((folder + "/" + name).c_str(), X_OK) == 0) return true;
  return false;
}

}  // namespace rc::sim::base
