// Time in a native run, and how UEs share the host's processors.
#pragma once

#include <stdint.h>

namespace native {

uint64_t nanoseconds();  // since the run was started, the same for all UEs

// Called at every read of what another UE may change. There may be more UEs than processors, so one
// that waits yields its processor after a few reads.
void yield_now_and_then();

}  // namespace native
