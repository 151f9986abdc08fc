// SPDX-License-Identifier: Apache-2.0
// How much shared memory there is: RCCE's 64 MB, which are mapped from the start, or with SHMADD
// (librcce_shm, in front of any of the others) the original's 512 MB.
#include "shared_space.h"

#ifdef SHMADD
#include "firmware/hal/shared_memory.h"
#endif

const size_t rcce::shared_bytes = RCCE_SHM_SIZE_MAX;

void rcce::map_shared([[maybe_unused]] t_vcharp begin, [[maybe_unused]] size_t bytes) {
#ifdef SHMADD
  hal::map_shared(begin, bytes);
#endif
}
