// SPDX-License-Identifier: Apache-2.0
// Independent simulations, each in a process of its own: SystemC elaborates once per process, and
// a simulation that dies takes no other with it.
#pragma once

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rc::sim::base {

// The host's processors, at least 1: what runs beside each other unless the user says otherwise.
unsigned host_processors();

struct Task {
  std::string name;  // for errors that it cannot report itself
  std::function<std::string()> run;
};

// How a task ended: with what it returned, or with the kernel::InputError or MachineError it threw;
// one that died otherwise with a MachineError that begins with its name.
struct Ended {
  std::string text;  // returned, or of the error
  std::exception_ptr error;
};

// Tasks that are chosen while others run.
struct TaskStream {
  std::function<std::optional<Task>()> next;             // nothing: there are no more
  std::function<void(std::size_t number, Ended)> ended;  // in order of start, from 0
  std::function<void()> waiting;
};

// Runs every task of the stream in a forked process, at most `parallel` at a time; a task is asked
// for when its process can start. `ended` is called as each ends, `waiting` at least ten times a
// second. The caller must have no threads and no SystemC objects.
void stream_in_processes(const TaskStream& stream, unsigned parallel);

// Runs every task in a forked process, at most `parallel` at a time, and returns how they ended, in
// order of `tasks`. `finished` is called with the number done so far after each and at least ten
// times a second. The caller must have no threads and no SystemC objects.
std::vector<Ended> try_in_processes(const std::vector<Task>& tasks, unsigned parallel,
                                    const std::function<void(std::size_t)>& finished);

// The same for tasks that are to succeed: what they returned. The error of the first (in order)
// that failed is rethrown.
std::vector<std::string> run_in_processes(const std::vector<Task>& tasks, unsigned parallel,
                                          const std::function<void(std::size_t)>& finished);

}  // namespace rc::sim::base
