// SPDX-License-Identifier: Apache-2.0
// Messages of NX that lie in a node's system buffers when the run ends, for --check: they were sent, came,
// and nobody received them. Read off the kernel's list of arrivals (firmware/nx/kernel/arrivals.h).
#pragma once

#include <string>
#include <vector>

#include "sim/run/counted_lines.h"
#include "sim/run/stopped_machine.h"

namespace rc::sim::run {

class UnreceivedMessages {
 public:
  /// The run is over, at its end or by an error.
  void look(const StoppedMachine& machine);
  /// "never received: node 1 left a message of 100 bytes, type 5, from node 0".
  std::vector<std::string> findings() const { return found_.texts(); }

 private:
  CountedLines found_;
};

}  // namespace rc::sim::run
