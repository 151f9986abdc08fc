// SPDX-License-Identifier: Apache-2.0
// The console's "run [TIME] [until exit [CORES] | until output TEXT]". Simulated time advances in
// steps of a microsecond; a condition ends the run after the step in which it came true.
#pragma once

#include <iosfwd>
#include <set>
#include <string>
#include <string_view>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/time.h"
#include "hw_model/scc/systemc/scc_system.h"
#include "sim/console/command_words.h"

namespace rc::sim::console {

// "run until output" ended before the text was printed.
class OutputMissed : public kernel::Error {
 public:
  using Error::Error;
  int exit_code() const override { return 1; }
};

// "12 us", the simulated time of this instant.
std::string time_text(const scc::SccSystem& system);

class RunCommand {
 public:
  // Where and why a run ended is printed on `out`. Both must outlive this.
  RunCommand(scc::SccSystem& system, std::ostream& out) : system_(system), out_(out) {}

  // Takes the rest of the line and runs. kernel::InputError for a bad command, which runs nothing;
  // kernel::MachineError when the machine fails, after which every run is an InputError;
  // OutputMissed.
  void execute(CommandWords& words, const std::set<int>& booted);

  // To be called with every line that the firmware of UE `rank` prints.
  void on_line(int rank, std::string_view line);

 private:
  struct Request;
  Request parse(CommandWords& words) const;
  bool all_exited(const std::vector<int>& cores) const;

  scc::SccSystem& system_;
  std::ostream& out_;
  bool failed_ = false;
  std::string awaited_;  // output that ends the run; empty: none
  std::string found_;    // who printed it, and the line
};

}  // namespace rc::sim::console
