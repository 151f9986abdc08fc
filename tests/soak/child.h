// SPDX-License-Identifier: Apache-2.0
// Code that may crash, hang or take all memory, in a process of its own with bounds.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace rc::soak {

struct ChildBounds {
  unsigned cpu_seconds = 30;                            // then SIGXCPU
  std::uint64_t memory_bytes = std::uint64_t{3} << 30;  // of addresses; not with a sanitizer
  std::uint64_t file_bytes = std::uint64_t{256} << 20;  // of each file, then SIGXFSZ
  unsigned waiting_seconds = 600;                       // for one that waits for ever: SIGALRM
};

struct ChildEnd {
  int status = 0;          // as waitpid() gives it
  std::string out, error;  // the last megabyte of each

  bool exited() const;
  int exit_code() const;    // of one that exited
  std::string how() const;  // "exit code 2", "Segmentation fault"
};

// Starts `run` in a child, whose exit code is what it returns; 125 if an exception leaves it.
// Standard input is empty. kernel::InputError if the host has no more processes or descriptors.
class Child {
 public:
  explicit Child(const std::function<int()>& run, const ChildBounds& bounds = {});
  ~Child();  // kills it and its children if nothing waited for it
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void signal(int number) const;
  ChildEnd wait();  // once

 private:
  pid_t pid_ = -1;
  int out_ = -1, error_ = -1;
};

inline ChildEnd in_child(const std::function<int()>& run, const ChildBounds& bounds = {}) {
  return Child(run, bounds).wait();
}

// From now on SIGXCPU comes when this process has taken `seconds` more of CPU time.
void bound_cpu_time(unsigned seconds);

// A command line of the simulator, without "rockcreek": its verbs run, noc, network and explore.
int run_words(std::vector<std::string> words);
inline ChildEnd run_command_line(const std::vector<std::string>& words,
                                 const ChildBounds& bounds = {}) {
  return in_child([&] { return run_words(words); }, bounds);
}

// Empty for a command line that ended as one should: exit code 0, or 1 to 3 and one printable line
// of error, below which only cores that wait are listed. Otherwise what is wrong.
std::string misbehaviour(const ChildEnd& end);

// One printable line, of at most 5000 characters.
bool one_printable_line(const std::string& text);

}  // namespace rc::soak
