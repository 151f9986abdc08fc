// SPDX-License-Identifier: Apache-2.0
// The test-and-set register of each core. Reading takes it, if it was free, in one step.
#pragma once

#include "firmware/hal/tile.h"

namespace hal {

inline Register test_and_set_register(int core) {
  return tile_register(tile_of_core(core), lock_offset(index_in_tile(core)));
}

inline bool test_and_set(int core) { return (test_and_set_register(core) & 1u) != 0; }
inline void test_and_set_release(int core) { test_and_set_register(core) = 1; }

}  // namespace hal
