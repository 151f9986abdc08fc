// A profile as callgrind writes it, for callgrind_annotate and KCachegrind. Format:
// https://valgrind.org/docs/manual/cl-format.html. Events: sim/profile/events.h.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "sim/profile/run_recorder.h"

namespace rc::sim {

// The sum of the cores whose recorders are given. `command` is what was run.
void write_callgrind(std::ostream& out, const CodeMap& code,
                     const std::vector<const CoreRecorder*>& cores, const std::string& command);

}  // namespace rc::sim
