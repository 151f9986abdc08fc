// SPDX-License-Identifier: Apache-2.0
// The process that a held machine begins in, as seen by its holder.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "sim/base/descriptor.h"
#include "sim/debug/simulation.h"

namespace rc::sim::run {

class HeldProcess {
 public:
  // kernel::Error with what the simulator said, if it refuses its words.
  HeldProcess(const std::string& simulator, const std::vector<std::string>& words);
  // Waits for the end of the process, which ends when its simulation has gone.
  ~HeldProcess();
  HeldProcess(const HeldProcess&) = delete;
  HeldProcess& operator=(const HeldProcess&) = delete;

  // Once: what it simulates.
  debug::Simulation take();

 private:
  [[noreturn]] void failed();

  base::Descriptor said_;  // what it writes to its standard output and error
  pid_t pid_ = -1;
  debug::Channel channel_;
};

}  // namespace rc::sim::run
