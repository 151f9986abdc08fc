/* SPDX-License-Identifier: Apache-2.0 */
/* The other UEs of the farm: each counts the multiples of the first argument (default: 7) among the
   numbers that UE 0 hands out. */
#include <stdio.h>
#include <stdlib.h>

#include "RCCE.h"

static __attribute__((noinline)) int multiples(int first, int last, int divisor) {
  int number, count = 0;
  for (number = first; number < last; ++number) count += number % divisor == 0;
  return count;
}

int main(int argc, char **argv) {
  int part[2], count;
  RCCE_init(&argc, &argv);
  RCCE_recv((char *)part, sizeof part, 0);
  count = multiples(part[0], part[1], argc > 1 ? atoi(argv[1]) : 7);
  printf("%s: %d from %d to %d\n", argv[0], count, part[0], part[1] - 1);
  RCCE_send((char *)&count, sizeof count, 0);
  return RCCE_finalize();
}
