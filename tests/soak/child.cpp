// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "hw_model/kernel/error.h"
#include "sim/cli/program.h"

namespace rc::soak {
namespace {

constexpr int kEscaped = 125;  // exit code of a child that an exception ended
constexpr std::size_t kMostKept = 1 << 20;
// Paths may be shown with each character as four.
constexpr std::size_t kLongestLine = 5000;

void set_limit(decltype(RLIMIT_CPU) what, std::uint64_t value) {
  rlimit limit{};
  ::getrlimit(what, &limit);
  limit.rlim_cur = std::min<std::uint64_t>(value, limit.rlim_max);
  ::setrlimit(what, &limit);
}

int text_in_memory() {
  const int file = ::memfd_create("output", MFD_CLOEXEC);
  if (file < 0)
    throw kernel::InputError(fmt::format("output of a child: {}", std::strerror(errno)));
  return file;
}

std::string take_text(int file) {
  const off_t size = ::lseek(file, 0, SEEK_END);
  std::string text(kMostKept, '\0');
  const ssize_t got =
      ::pread(file, text.data(), text.size(), std::max<off_t>(size - off_t{kMostKept}, 0));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return text;
}

void enter(const ChildBounds& bounds, int out, int error) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(error, STDERR_FILENO);
  set_limit(RLIMIT_CORE, 0);
  set_limit(RLIMIT_FSIZE, bounds.file_bytes);
#ifndef __SANITIZE_ADDRESS__  // its shadow takes more than any bound
  set_limit(RLIMIT_AS, bounds.memory_bytes);
#endif
  bound_cpu_time(bounds.cpu_seconds);
  ::alarm(bounds.waiting_seconds);
}

[[noreturn]] void carry_out(const std::function<int()>& run) {
  int code = kEscaped;
  try {
    code = run();
  } catch (const std::exception& error) {
    fmt::print(stderr, "an exception escaped: {}\n", error.what());
  } catch (...) {
    fmt::print(stderr, "an exception escaped\n");
  }
  std::cout.flush();
  std::fflush(nullptr);
  ::_exit(code);
}

bool printable(const std::string& text) {
  return std::ranges::none_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7F; });
}

}  // namespace

bool ChildEnd::exited() const { return WIFEXITED(status); }
int ChildEnd::exit_code() const { return WEXITSTATUS(status); }
std::string ChildEnd::how() const {
  return exited() ? fmt::format("exit code {}", exit_code()) : ::strsignal(WTERMSIG(status));
}

Child::Child(const std::function<int()>& run, const ChildBounds& bounds)
    : out_(text_in_memory()), error_(text_in_memory()) {
  std::cout.flush();
  std::fflush(nullptr);
  pid_ = ::fork();
  if (pid_ < 0) throw kernel::InputError(fmt::format("no child process: {}", std::strerror(errno)));
  if (pid_ != 0) return;
  enter(bounds, out_, error_);
  carry_out(run);
}

Child::~Child() {
  if (pid_ > 0) {
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);
    wait();
  }
}

void Child::signal(int number) const { ::kill(pid_, number); }

ChildEnd Child::wait() {
  ChildEnd end;
  while (::waitpid(pid_, &end.status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  end.out = take_text(out_);
  end.error = take_text(error_);
  ::close(out_);
  ::close(error_);
  return end;
}

void bound_cpu_time(unsigned seconds) {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  set_limit(RLIMIT_CPU,
            static_cast<std::uint64_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1 + seconds);
}

int run_words(std::vector<std::string> words) {
  using namespace sim::cli;
  words.insert(words.begin(), "rockcreek");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  return program(static_cast<int>(arguments.size()), arguments.data(),
                 {add_run, add_noc, add_network, add_explore});
}

bool one_printable_line(const std::string& text) {
  return !text.empty() && text.size() <= kLongestLine && printable(text);
}

std::string misbehaviour(const ChildEnd& end) {
  if (!end.exited() || end.exit_code() > 3) return fmt::format("{}: {}", end.how(), end.error);
  if (end.exit_code() == 0) return "";
  constexpr std::string_view kError = "rockcreek: error: ";
  const std::size_t begin = end.error.rfind(kError);
  if (begin == std::string::npos)
    return fmt::format("{} without a line of error: {:?}", end.how(), end.error);
  std::string text = end.error.substr(begin + kError.size());
  const std::size_t line = text.find('\n');
  // The machine's reports list the cores, a line each.
  for (std::size_t at = line; at != std::string::npos; at = text.find('\n', at + 1)) {
    const std::string next = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
    if (at + 1 < text.size() && (!next.starts_with("  ") || !printable(next)))
      return fmt::format("an error of several lines: {:?}", text);
  }
  if (line == std::string::npos || !one_printable_line(text.substr(0, line)))
    return fmt::format("an error that is not one printable line: {:?}", text);
  if (text.starts_with("internal: ")) return text;
  return "";
}

}  // namespace rc::soak
