// SPDX-License-Identifier: Apache-2.0
// The off-chip shared memory that RCCE_shmalloc hands out.
#pragma once

#include "RCCE.h"

namespace rcce {

extern const size_t shared_bytes;
// Makes [begin, begin + bytes) of it accessible.
void map_shared(t_vcharp begin, size_t bytes);

}  // namespace rcce
