// SPDX-License-Identifier: Apache-2.0
// Who called whom in another process of this host, by libdwfl, with the arguments that are still known.
// The process is stopped meanwhile.
//
// Inexact: an argument that nothing needs any more is not known, or is what has taken its place.
#pragma once

#include <sys/types.h>

#include <vector>

#include "sim/symbols/call_stack.h"

namespace rc::sim::symbols {

// Of one of its threads: innermost first, as far as main(), kMostFrames at most; where that is in the
// handler of a signal, those of what was interrupted. What is of no file of the program's own counts as
// a library's. Empty where the host does not let this process look: it is to be the other one's parent.
std::vector<Frame> process_stack(pid_t process, pid_t thread);

}  // namespace rc::sim::symbols
