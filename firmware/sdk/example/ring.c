/* SPDX-License-Identifier: Apache-2.0 */
/* A token goes round all UEs (two or more), argv[1] times; each adds to it. */
#include <stdio.h>
#include <stdlib.h>

#include "RCCE.h"
#include "token.h"

int RCCE_APP(int argc, char **argv) {
  RCCE_init(&argc, &argv);
  const int me = RCCE_ue(), ues = RCCE_num_ues();
  const int rounds = argc > 1 ? atoi(argv[1]) : 1;
  const int next = (me + 1) % ues, before = (me + ues - 1) % ues;

  long token = 0, expected = 0;
  for (int round = 0; round < rounds; ++round) {
    if (me != 0 || round != 0) RCCE_recv((char *)&token, sizeof token, before);
    token = token_next(token, me);
    RCCE_send((char *)&token, sizeof token, next);
  }
  if (me == 0) RCCE_recv((char *)&token, sizeof token, before);

  for (int ue = 0; ue < ues; ++ue) expected += token_next(0, ue);
  expected *= rounds;
  if (me == 0) printf("after %d rounds of %d UEs: %ld\n", rounds, ues, token);
  RCCE_finalize();
  return me == 0 && token != expected;
}
