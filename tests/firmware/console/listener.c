/* SPDX-License-Identifier: Apache-2.0 */
/* Waits until a host writes 0x600d half-way up this UE's message passing buffer, and prints the
 * word behind it. Leaves a mark in its private memory first. */
#include <stdio.h>

#include "RCCE.h"
#include "RCCE_lib.h"

int RCCE_APP(int argc, char **argv) {
  volatile unsigned *const mark = (volatile unsigned *)0x2000, *order;
  RCCE_init(&argc, &argv);
  *mark = 0x1234abcd;
  order = (volatile unsigned *)(RC_COMM_BUFFER_START(RCCE_ue()) + 4096);
  do RC_cache_invalidate();
  while (*order != 0x600d);
  printf("UE %d was told %x\n", RCCE_ue(), order[1]);
  RCCE_finalize();
  return 0;
}
