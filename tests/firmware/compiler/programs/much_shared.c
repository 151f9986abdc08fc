/* SPDX-License-Identifier: Apache-2.0 */
/* All shared memory in one block: every UE writes a line in each of its megabytes, and reads what
 * the UE before it wrote. */
#include <stdio.h>

#include "RCCE.h"

#define MEGABYTE (1 << 20)

static volatile int *line_of(t_vcharp block, int megabyte, int ue) {
  return (volatile int *)(block + (size_t)megabyte * MEGABYTE + ue * RCCE_LINE_SIZE);
}

int RCCE_APP(int argc, char **argv) {
  int me, before, i, megabytes, wrong = 0;
  t_vcharp block;
  RCCE_init(&argc, &argv);
  me = RCCE_ue();
  before = (me + RCCE_num_ues() - 1) % RCCE_num_ues();
  megabytes = RCCE_SHM_SIZE_MAX / MEGABYTE;
  block = RCCE_shmalloc(RCCE_SHM_SIZE_MAX);
  if (block == NULL) return 2;
  if (RCCE_shmalloc(1) != NULL) return 3;
  for (i = 0; i < megabytes; ++i) *line_of(block, i, me) = 1000 * i + me;
  RCCE_shflush();
  RCCE_barrier(&RCCE_COMM_WORLD);
  for (i = 0; i < megabytes; ++i) wrong += *line_of(block, i, before) != 1000 * i + before;
  if (wrong) printf("UE %d: %d lines are wrong\n", me, wrong);
  RCCE_barrier(&RCCE_COMM_WORLD);
  RCCE_shfree(block);
  if (me == 0) printf("%d MB, each line as written\n", megabytes);
  RCCE_finalize();
  return wrong != 0;
}
