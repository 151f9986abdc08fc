// SPDX-License-Identifier: Apache-2.0
// Who called whom in another process of this host, by libdwfl. Frames have names, and lines where there is
// debug information; no registers or arguments. The process is stopped meanwhile.
#pragma once

#include <sys/types.h>

#include <vector>

#include "sim/symbols/call_stack.h"

namespace rc::sim::symbols {

// Innermost first, as far as main(). What has no lines counts as a library's, but for main(). Empty where the host does not
// let this process look: it is to be the other one's parent.
std::vector<Frame> process_stack(pid_t process);

}  // namespace rc::sim::symbols
