// SPDX-License-Identifier: Apache-2.0
#include "sim/base/processes.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <thread>
#include <utility>

#include "hw_model/kernel/error.h"

namespace rc::sim::base {
namespace {

// A child's exit codes: what its pipe carries.
constexpr int kDone = 0, kInputError = 2, kMachineError = 3;
constexpr int kPollMilliseconds = 100;

struct Child {
  std::size_t task = 0;  // its number
  std::string name;
  pid_t pid = -1;
  int pipe = -1;
  std::string text;
  int status = 0;  // as waitpid() gives it
};

bool send(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = ::write(descriptor, text.data(), text.size());
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

[[noreturn]] void run_child(const Task& task, int pipe) {
  std::string text;
  int code = kDone;
  try {
    text = task.run();
  } catch (const kernel::Error& error) {
    text = error.what();
    code = error.exit_code();
  } catch (const std::exception& error) {
    text = error.what();
    code = kMachineError;
  }
  std::cout.flush();
  std::fflush(nullptr);
  // No destructors of the parent's objects: they are the parent's to run.
  ::_exit(send(pipe, text) ? code : kMachineError);
}

Child start(std::size_t index, const Task& task) {
  int ends[2];
  std::cout.flush();
  std::fflush(nullptr);
  if (::pipe(ends) != 0)
    throw kernel::InputError(fmt::format("cannot start a process: {}", std::strerror(errno)));
  const pid_t pid = ::fork();
  if (pid < 0)
    throw kernel::InputError(fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (pid == 0) {
    ::close(ends[0]);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // no process would read the result
    run_child(task, ends[1]);
  }
  ::close(ends[1]);
  return {index, task.name, pid, ends[0], {}, 0};
}

// Reads what there is; true when the child closed its end.
bool drain(Child& child) {
  char buffer[1 << 16];
  const ssize_t got = ::read(child.pipe, buffer, sizeof buffer);
  if (got > 0) child.text.append(buffer, static_cast<std::size_t>(got));
  if (got > 0 || (got < 0 && errno == EINTR)) return false;
  ::close(child.pipe);
  while (::waitpid(child.pid, &child.status, 0) < 0 && errno == EINTR) {
  }
  return true;
}

// Where an exception ends the waiting: what runs is ended, too.
class Running {
 public:
  Running() = default;
  ~Running() {
    for (const Child& child : list) ::kill(child.pid, SIGTERM);
    for (Child& child : list) {
      ::close(child.pipe);
      while (::waitpid(child.pid, &child.status, 0) < 0 && errno == EINTR) {
      }
    }
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  std::vector<Child> list;
};

Ended ended(Child child) {
  if (WIFSIGNALED(child.status)) {
    child.text = fmt::format("{}: the simulation process died: {}", child.name,
                             ::strsignal(WTERMSIG(child.status)));
  } else if (WEXITSTATUS(child.status) == kDone) {
    return {std::move(child.text), nullptr};
  } else if (WEXITSTATUS(child.status) == kInputError) {
    return {child.text, std::make_exception_ptr(kernel::InputError(child.text))};
  }
  return {child.text, std::make_exception_ptr(kernel::MachineError(child.text))};
}

}  // namespace

unsigned host_processors() { return std::max(1u, std::thread::hardware_concurrency()); }

void stream_in_processes(const TaskStream& stream, unsigned parallel) {
  Running children;
  std::vector<Child>& running = children.list;
  std::size_t started = 0;
  bool more = true;
  while (more || !running.empty()) {
    while (more && running.size() < parallel) {
      if (const auto task = stream.next()) {
        running.push_back(start(started++, *task));
      } else {
        more = false;
      }
    }
    std::vector<pollfd> waits;
    for (const Child& child : running) waits.push_back({child.pipe, POLLIN, 0});
    if (!waits.empty()) ::poll(waits.data(), waits.size(), kPollMilliseconds);
    for (std::size_t i = running.size(); i-- > 0;) {
      if (waits[i].revents == 0 || !drain(running[i])) continue;
      Child child = std::move(running[i]);
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
      const std::size_t number = child.task;
      stream.ended(number, ended(std::move(child)));
    }
    stream.waiting();
  }
}

std::vector<Ended> try_in_processes(const std::vector<Task>& tasks, unsigned parallel,
                                    const std::function<void(std::size_t)>& finished) {
  std::vector<Ended> results(tasks.size());
  std::size_t started = 0, over = 0;
  stream_in_processes({[&]() -> std::optional<Task> {
                         if (started == tasks.size()) return std::nullopt;
                         return tasks[started++];
                       },
                       [&](std::size_t number, Ended how) {
                         results[number] = std::move(how);
                         ++over;
                       },
                       [&] { finished(over); }},
                      parallel);
  return results;
}

std::vector<std::string> run_in_processes(const std::vector<Task>& tasks, unsigned parallel,
                                          const std::function<void(std::size_t)>& finished) {
  std::vector<std::string> results;
  for (Ended& each : try_in_processes(tasks, parallel, finished)) {
    if (each.error) std::rethrow_exception(each.error);
    results.push_back(std::move(each.text));
  }
  return results;
}

}  // namespace rc::sim::base
