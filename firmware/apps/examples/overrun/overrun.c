/* SPDX-License-Identifier: Apache-2.0 */
/* A program with a fault, to be found with GDB (docs/debugging.md): every UE sums up its share of
   the cells, and UE 0 adds up the totals. One total is wrong. */
#include <stdio.h>

#include "RCCE.h"

#define SHARE 16

struct work {
  int cells[SHARE];
  int total;
};

static struct work work;

/* The first UEs take one cell more than the others, where the cells cannot be shared evenly. */
static int share_of(int ue, int ues, int cells) { return cells / ues + (ue < cells % ues); }

static __attribute__((noinline)) void add_up(struct work *w, int first, int count) {
  int i;
  w->total = 0;
  for (i = 0; i < count; ++i) w->total += first + i;
}

static __attribute__((noinline)) void fill(struct work *w, int first, int count) {
  int i;
  for (i = 0; i < count; ++i) w->cells[i] = first + i;
}

static __attribute__((noinline)) void report(const struct work *w, int ue) {
  int i, other, sum = w->total;
  if (ue != 0) {
    RCCE_send((char *)&w->total, sizeof w->total, 0);
    return;
  }
  for (i = 1; i < RCCE_num_ues(); ++i) {
    RCCE_recv((char *)&other, sizeof other, i);
    sum += other;
  }
  printf("the sum of all cells is %d\n", sum);
}

int main(int argc, char **argv) {
  int ue, ues, cells, first = 0, i;
  RCCE_init(&argc, &argv);
  ue = RCCE_ue();
  ues = RCCE_num_ues();
  cells = SHARE * ues + 1; /* one too many */
  for (i = 0; i < ue; ++i) first += share_of(i, ues, cells);
  add_up(&work, first, share_of(ue, ues, cells));
  fill(&work, first, share_of(ue, ues, cells));
  RCCE_barrier(&RCCE_COMM_WORLD);
  report(&work, ue);
  return RCCE_finalize();
}
