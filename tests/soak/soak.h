// SPDX-License-Identifier: Apache-2.0
// rockcreek soak: one random case after another on all of the host's cores, until time is up.
//
// The state is kept in a directory: totals so far, by part. A soak that was interrupted goes on
// there. Case n of a part, of one seed and size, is the same whenever and wherever it runs.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

#include "tests/soak/case.h"

namespace rc::soak {

double host_seconds();

struct SoakOptions {
  double seconds = 3600;
  std::uint64_t seed = 1;
  std::string directory = "soak";
  unsigned jobs = 1;
  std::vector<SoakPart> parts = soak_parts();
  std::function<double()> clock = host_seconds;  // of the host, from any instant on
  bool until_different = false;  // no case begins behind the first that does not agree
};

// Prints the totals. False if a case did not agree: a file of the directory then has the command
// that repeats it. kernel::InputError for a directory that belongs to another seed or set of parts.
bool soak(const SoakOptions& options, std::ostream& out);

// One case in this process. False, and the difference is printed, if it does not agree.
bool repeat_case(const SoakPart& part, const SoakCase& which, std::ostream& out);

}  // namespace rc::soak
