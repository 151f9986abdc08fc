// SPDX-License-Identifier: Apache-2.0
// Every unit of execution prints its rank, core and tile.
#include <stdio.h>

#include "RCCE.h"
#include "firmware/hal/boot_block.h"
#include "firmware/hal/tile.h"

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  const int core = hal::core_id();
  const hal::Coordinates at = hal::coordinates(hal::tile_of_core(core));
  printf("Hello from UE %d of %d on core %d, tile (%d,%d)\n", RCCE_ue(), RCCE_num_ues(), core, at.x,
         at.y);
  return RCCE_finalize();
}
