// SPDX-License-Identifier: Apache-2.0
// A profile as callgrind writes it, for callgrind_annotate and KCachegrind. Format:
// https://valgrind.org/docs/manual/cl-format.html. Events: sim/observe/profile/events.h.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "sim/observe/profile/run_recorder.h"

namespace rc::sim::observe {

// The sum of the cores of these ranks. `command` is what was run, `failure` a line on how that
// failed, or empty. Of several programs each is an object file of the profile.
void write_callgrind(std::ostream& out, const RunRecorder& recorder,
                     const std::vector<std::size_t>& ranks, const std::string& command,
                     const std::string& failure);

}  // namespace rc::sim::observe
