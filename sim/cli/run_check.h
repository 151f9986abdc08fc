// SPDX-License-Identifier: Apache-2.0
// `run --check`: the checker beside a run, and what it says after it.
#pragma once

#include <string>
#include <vector>

#include "sim/observe/check/checker.h"
#include "sim/run/calls/call_checks.h"
#include "sim/run/firmware_job.h"

namespace rc::sim::cli {

/// "2 defects"
std::string counted_defects(std::size_t count);

class RunCheck {
 public:
  // Has `job` checked. kernel::InputError for a chip of another geometry than the SCC's.
  explicit RunCheck(run::FirmwareJob& job);
  // The defects so far, of a run that ends here: a line for each.
  std::vector<std::string> findings();
  // After the run, however it ended: a line for each call that failed, each defect and each load that
  // is not judged, and one that counts the defects, on standard error. How many defects there were.
  std::size_t tell();

 private:
  std::vector<std::string> texts(const std::vector<observe::Finding>& findings) const;

  const run::FirmwareJob& job_;
  observe::Checker checker_;
  run::CallChecks calls_;
};

}  // namespace rc::sim::cli
