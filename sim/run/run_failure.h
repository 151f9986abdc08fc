// SPDX-License-Identifier: Apache-2.0
// How a run failed, for everything that it leaves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/time.h"

namespace rc::sim::run {

struct RunFailure {
  std::string text;                 // as standard error has it; empty: the run did not fail
  std::optional<kernel::Picos> at;  // when it ended before its programs had; empty: they had ended

  // "The run failed at 12.300 us: " and the first line of the text; empty if it did not fail.
  std::string line() const;
};

// A fault ends a run while other cores may be ahead of it: what they have counted depends on how far
// cores may run ahead. A second run that ends kBeforeFault before it has everything as of that time.
struct ForetoldFault {
  std::string text;  // what is said of it
  kernel::Picos at{0};
};

// The instruction that fails, with all its accesses, begins later. In ps.
inline constexpr std::uint64_t kBeforeFault = 1'000'000;

class FaultedRun : public kernel::MachineError {
 public:
  explicit FaultedRun(const ForetoldFault& fault) : MachineError(fault.text), fault_(fault) {}
  const ForetoldFault& fault() const { return fault_; }

 private:
  ForetoldFault fault_;
};

}  // namespace rc::sim::run
