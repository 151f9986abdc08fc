// SPDX-License-Identifier: Apache-2.0
#include "sim/run/held/held_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::sim::run {

namespace {

constexpr int kChannel = 3, kMachineStatus = 3;  // descriptor; exit code

// Of what a simulator has said, the error; without one all of it.
std::string error_in(std::string text) {
  static const std::string kError = "rockcreek: error: ";
  if (const auto at = text.rfind(kError); at != text.npos) text.erase(0, at + kError.size());
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

std::string whole(const base::Descriptor& file) {
  std::string text;
  std::array<char, 4096> part;
  for (ssize_t got = 0; (got = ::pread(file.number(), part.data(), part.size(),
                                       static_cast<off_t>(text.size()))) > 0;)
    text.append(part.data(), static_cast<std::size_t>(got));
  return text;
}

}  // namespace

HeldProcess::HeldProcess(const std::string& simulator, const std::vector<std::string>& words)
    : said_(::memfd_create("rockcreek", MFD_CLOEXEC)), channel_(base::Descriptor()) {
  auto [ours, theirs] = debug::Channel::pair();
  std::vector<std::string> all{simulator, "run", fmt::format("--held-by={}", kChannel)};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  for (std::string& word : all) {
    if (word.find('\0') != word.npos)
      throw kernel::InputError("a zero byte in a word of the command line");
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, said_.number(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, said_.number(), STDERR_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, theirs.number(), kChannel);
  const int error =
      ::posix_spawnp(&pid_, simulator.c_str(), &files, nullptr, pointers.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  if (error != 0) {
    pid_ = -1;
    throw kernel::InputError(fmt::format("{}: {}", kernel::shown(simulator, kernel::kMaxPathShown),
                                         std::strerror(error)));
  }
  channel_ = std::move(ours);
}

HeldProcess::~HeldProcess() {
  { const debug::Channel closed = std::move(channel_); }
  while (pid_ > 0 && ::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

debug::Simulation HeldProcess::take() {
  try {
    return debug::Simulation(std::move(channel_));
  } catch (const kernel::InputError&) {
    failed();
  }
}

void HeldProcess::failed() {
  int status = 0;
  while (::waitpid(std::exchange(pid_, -1), &status, 0) < 0 && errno == EINTR) {
  }
  std::string text = error_in(whole(said_));
  if (text.empty()) text = "the simulator ended without a word";
  if (WIFEXITED(status) && WEXITSTATUS(status) == kMachineStatus) throw kernel::MachineError(text);
  throw kernel::InputError(text);
}

}  // namespace rc::sim::run
