/* SPDX-License-Identifier: Apache-2.0 */
/* Work shared through memory off the chip: all UEs take numbers in blocks from one counter, mark
 * the primes among them in one bitmap, and read what the others found.
 *   share [LIMIT]     counts the primes below LIMIT, default 20000
 * Verified: against a sieve of each UE's own. Works with cached shared memory too
 * (librcce_shmcache), because everyone flushes around what is shared. */
#include <stdio.h>
#include <stdlib.h>

#include "RCCE.h"

#define BLOCK 256 /* numbers taken at once */
#define LOCK_UE 0 /* whose register guards the counter */

static int is_prime(int n) {
  int d;
  if (n < 2) return 0;
  for (d = 2; d * d <= n; ++d) {
    if (n % d == 0) return 0;
  }
  return 1;
}

/* The next block's first number. */
static int take_block(volatile int *counter) {
  int first;
  RCCE_acquire_lock(LOCK_UE);
  RCCE_shflush();
  first = *counter;
  *counter = first + BLOCK;
  RCCE_shflush();
  RCCE_release_lock(LOCK_UE);
  return first;
}

/* A byte for each number; a block is whole lines, so no two UEs write to one. */
static int mark_primes(volatile unsigned char *found, volatile int *counter, int limit) {
  int first, n, blocks = 0;
  for (; (first = take_block(counter)) < limit; ++blocks) {
    for (n = first; n < first + BLOCK; ++n) found[n] = (unsigned char)is_prime(n);
  }
  RCCE_shflush();
  return blocks;
}

/* Numbers on which the shared result and a sieve disagree; *primes counts the shared ones. */
static int compare(volatile unsigned char *found, int limit, int *primes) {
  unsigned char *composite = calloc((size_t)limit, 1);
  int n, multiple, wrong = 0;
  *primes = 0;
  if (composite == NULL) return limit;
  for (n = 0; n < limit; ++n) {
    const int prime = n > 1 && !composite[n];
    for (multiple = 2 * n; prime && multiple < limit; multiple += n) composite[multiple] = 1;
    *primes += found[n];
    wrong += found[n] != prime;
  }
  free(composite);
  return wrong;
}

int RCCE_APP(int argc, char **argv) {
  int limit, blocks, primes, wrong, all_wrong;
  volatile unsigned char *found;
  volatile int *counter;
  RCCE_init(&argc, &argv);
  limit = argc > 1 ? atoi(argv[1]) : 20000;
  found = limit > 0 ? RCCE_shmalloc((size_t)limit + BLOCK) : NULL;
  counter = (volatile int *)RCCE_shmalloc(sizeof(int));
  if (found == NULL || counter == NULL) {
    if (RCCE_ue() == 0) fprintf(stderr, "share: no shared memory for %d numbers\n", limit);
    return 1;
  }
  if (RCCE_ue() == 0) *counter = 0;
  RCCE_shflush();
  RCCE_barrier(&RCCE_COMM_WORLD);
  blocks = mark_primes(found, counter, limit);
  RCCE_barrier(&RCCE_COMM_WORLD);
  RCCE_shflush();
  wrong = compare(found, limit, &primes);
  RCCE_allreduce((char *)&wrong, (char *)&all_wrong, 1, RCCE_INT, RCCE_SUM, RCCE_COMM_WORLD);
  printf("UE %d marked %d blocks\n", RCCE_ue(), blocks);
  if (RCCE_ue() == 0) {
    printf("%d primes below %d: %s\n", primes, limit, all_wrong == 0 ? "verified" : "WRONG");
  }
  RCCE_finalize();
  return all_wrong == 0 ? 0 : 1;
}
