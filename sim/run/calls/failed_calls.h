// SPDX-License-Identifier: Apache-2.0
// Calls of RCCE and iRCCE that failed, for --check: they return an error, which many a program does not
// look at. One that does may mean it so; these are no defects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/run/calls/counted_lines.h"
#include "sim/run/calls/library_calls.h"

namespace rc::sim::run {

/// Of what a function of RCCE or iRCCE returned: "RCCE_ERROR_ID"; empty: no error.
std::string error_name(std::string_view function, std::uint32_t value);

class FailedCalls {
 public:
  explicit FailedCalls(ProgramLines& lines) : lines_(lines) {}
  /// What such a call returned, failed or not.
  void returned(const StoppedMachine& machine, std::size_t rank, const LibraryCalls::Call& call,
                std::uint32_t value);
  /// A line for each place and reason: "UE 0: RCCE_send(privbuf = 0x00120040, size = 8, dest = 9) returned
  /// RCCE_ERROR_ID, in main (ring.c:12)".
  std::vector<std::string> texts() const { return found_.texts(); }

 private:
  ProgramLines& lines_;
  CountedLines found_;
};

}  // namespace rc::sim::run
