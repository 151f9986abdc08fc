/* SPDX-License-Identifier: Apache-2.0 */
/* UE 0 of a farm (docs/firmware.md): it hands each worker a part of the numbers, and adds up what
   comes back. The other UEs run worker.c. */
#include <stdio.h>

#include "RCCE.h"

#define NUMBERS 20000

static void hand_out(int workers) {
  int part[2], ue;
  for (ue = 1; ue <= workers; ++ue) {
    part[0] = NUMBERS / workers * (ue - 1);
    part[1] = ue == workers ? NUMBERS : part[0] + NUMBERS / workers;
    RCCE_send((char *)part, sizeof part, ue);
  }
}

static int collect(int workers) {
  int ue, count, sum = 0;
  for (ue = 1; ue <= workers; ++ue) {
    RCCE_recv((char *)&count, sizeof count, ue);
    sum += count;
  }
  return sum;
}

int main(int argc, char **argv) {
  int workers;
  RCCE_init(&argc, &argv);
  workers = RCCE_num_ues() - 1;
  hand_out(workers);
  printf("%s: %d of %d numbers\n", argv[0], collect(workers), NUMBERS);
  return RCCE_finalize();
}
