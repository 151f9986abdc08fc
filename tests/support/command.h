// SPDX-License-Identifier: Apache-2.0
// Runs a command line and keeps what it printed and how it ended.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace rc::test {

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct CommandResult {
  int exit_code = -1;  // -1: ended by a signal
  std::string out, error;
};

inline CommandResult run_command(const std::string& command) {
  namespace fs = std::filesystem;
  static std::atomic<int> commands = 0;  // of all threads
  const fs::path stem =
      fs::temp_directory_path() /
      ("rockcreek_command_" + std::to_string(getpid()) + "_" + std::to_string(++commands));
  const std::string out = stem.string() + ".out", error = stem.string() + ".err";
  const int status = std::system((command + " > " + out + " 2> " + error).c_str());
  const auto take = [](const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    fs::remove(path);
    return text.str();
  };
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, take(out), take(error)};
}

}  // namespace rc::test
