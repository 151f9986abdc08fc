// Every unit of execution says who and where it is.
#include <stdio.h>

#include "firmware/hal/boot_block.h"
#include "firmware/hal/tile.h"

int main() {
  const int core = hal::core_id();
  const hal::Coordinates at = hal::coordinates(hal::tile_of_core(core));
  printf("Hello from UE %d of %d on core %d, tile (%d,%d)\n", hal::rank(), hal::ue_count(), core,
         at.x, at.y);
  return 0;
}
