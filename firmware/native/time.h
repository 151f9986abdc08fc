// SPDX-License-Identifier: Apache-2.0
// Time in a native run.
#pragma once

#include <stdint.h>

namespace native {

uint64_t nanoseconds();  // since the run was started, the same for all UEs

}  // namespace native
