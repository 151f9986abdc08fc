// The test-and-set register of each core. Reading takes it, if it was free, in one step.
#pragma once

#include "firmware/hal/tile.h"

namespace hal {

inline Register test_and_set_register(int core) {
  return tile_register(tile_of_core(core),
                       index_in_tile(core) == 0 ? SCC_CRB_LOCK0 : SCC_CRB_LOCK1);
}

inline bool test_and_set(int core) { return (test_and_set_register(core) & 1u) != 0; }
inline void test_and_set_release(int core) { test_and_set_register(core) = 1; }

}  // namespace hal
