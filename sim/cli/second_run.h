// SPDX-License-Identifier: Apache-2.0
// A process that stands ready to do a run once more, up to just before the fault that has ended it
// (sim/run/run_failure.h).
#pragma once

#include <sys/types.h>

#include <optional>

#include "sim/base/descriptor.h"
#include "sim/run/run_failure.h"

namespace rc::sim::cli {

class SecondRun {
 public:
  // Forks: the caller has no threads and no SystemC objects. The other process comes back from here when
  // it is asked; nothing stands ready where the host has no process left.
  SecondRun();
  // The other process ends if it was not asked.
  ~SecondRun();
  SecondRun(const SecondRun&) = delete;
  SecondRun& operator=(const SecondRun&) = delete;

  // In the second run what the first has told; nothing in the first.
  const std::optional<run::ForetoldFault>& foretold() const { return foretold_; }
  // Lets the other process do it. Its exit status; nothing: it did not end well.
  std::optional<int> ask(const run::ForetoldFault& fault);

 private:
  void wait_to_be_asked();

  std::optional<run::ForetoldFault> foretold_;
  base::Descriptor asked_;  // written by the first run, read by the second
  pid_t other_ = -1;
};

}  // namespace rc::sim::cli
