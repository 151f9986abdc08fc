/* SPDX-License-Identifier: Apache-2.0 */
/* Which of RCCE's libraries this program was linked with, as only the library knows it. */
#include <stdio.h>

#include "RCCE.h"
#include "RCCE_lib.h"

#ifdef USE_RCCE_COMM
#include "RCCE_comm.h"
#endif

static unsigned line_of_a_new_flag(void) {
  RCCE_FLAG flag;
  RCCE_flag_alloc(&flag);
  return (unsigned)flag.flag_addr / RCCE_LINE_SIZE;
}

/* Counted from the first flag of a fresh line. */
static int flags_to_a_line(void) {
  unsigned line = line_of_a_new_flag(), next;
  int count = 0;
  while ((next = line_of_a_new_flag()) == line) {
  }
  for (line = next; next == line; next = line_of_a_new_flag()) ++count;
  return count;
}

static int shared_memory_cached(void) {
  volatile int *shared = (volatile int *)RCCE_shmalloc(RCCE_LINE_SIZE);
  unsigned long long start;
  int i;
  shared[0];
  start = __builtin_ia32_rdtsc();
  for (i = 0; i < 100; ++i) shared[0];
  return __builtin_ia32_rdtsc() - start < 2000;
}

int RCCE_APP(int argc, char **argv) {
  RCCE_init(&argc, &argv);
#ifdef GORY
  printf("gory, ");
#else
  RCCE_bcast((char *)&argc, sizeof argc, 0, RCCE_COMM_WORLD);
  printf("basic, ");
#endif
  printf("%d flags to a line, shared memory %scached\n", flags_to_a_line(),
         shared_memory_cached() ? "" : "not ");
  RCCE_finalize();
}
