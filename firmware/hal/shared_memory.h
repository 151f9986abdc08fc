// SPDX-License-Identifier: Apache-2.0
// Off-chip shared memory as cached memory, and the flush that this requires.
#pragma once

#include <stddef.h>

#include "hw_model/arch/scc_map.h"

namespace hal {

// Maps the pages that hold [begin, begin + bytes), all in shared memory, if boot has not: uncached.
void map_shared(volatile void* begin, size_t bytes);

// Makes the pages that hold [begin, begin + bytes), mapped shared memory, write-back on this core.
// The caches of different cores are not coherent.
void make_shared_cacheable(volatile void* begin, size_t bytes);

// Writes back and drops everything in L1 and L2. WBINVD does not reach L2, which has no flush of
// its own: reading as many bytes of other memory as it holds pushes everything out, as the chip's
// Linux did.
void flush_caches();

}  // namespace hal
