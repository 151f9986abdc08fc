// SPDX-License-Identifier: Apache-2.0
// Runs the SystemC kernel in slices of simulated time, with a look at limits, deadlock and progress
// in between. The slices have no effect on simulated time.
#pragma once

#include <exception>
#include <functional>
#include <string>

#include "hw_model/systemc/programs.h"
#include "hw_model/systemc/run_options.h"

namespace rc::systemc {

class RunLoop {
 public:
  // What a machine adds.
  struct Hooks {
    std::function<bool()> over;         // nothing is left to simulate
    std::function<void()> before = {};  // every slice
    std::function<void()> after = {};   // every slice but the last
    // The next slice goes no further, and nothing runs past `limit`; after `before`.
    std::function<kernel::Picos(kernel::Picos limit)> end = {};
  };

  // Processes leave their exceptions in `failure`: they must not cross the SystemC kernel. `begin`
  // hears before every slice when it ends.
  RunLoop(const RunOptions& options, const Programs& programs, const std::exception_ptr& failure,
          std::function<void(kernel::Picos end)> begin = {})
      : options_(options), programs_(programs), failure_(failure), begin_(std::move(begin)) {}

  // Simulates `duration`, or up to the next sc_pause(); throws what a process threw, with the name
  // of its place if that is a kernel::FaultError.
  void simulate(kernel::Picos duration) const;
  // Until hooks.over(); true if max_time was reached first, with programs still running, or the user
  // asked to end: then a slice later.
  bool run(const Hooks& hooks) const;

  // "EIP 0x00101086 (descend+0x6)", without a name where there is none.
  std::string place(int core_id, std::uint32_t eip) const;

  // kernel::DeadlockError with a line for every program that has not ended. `what`: "core", "node";
  // `since`: the last instant at which one of them got on. `more`: a last line.
  [[noreturn]] void deadlock(const std::string& what, kernel::Picos since,
                             const std::function<std::string(std::size_t rank)>& line,
                             const std::string& more = {}) const;

 private:
  std::string name_of(int core_id, std::uint32_t eip) const;

  const RunOptions& options_;
  const Programs& programs_;
  const std::exception_ptr& failure_;
  std::function<void(kernel::Picos)> begin_;
};

}  // namespace rc::systemc
