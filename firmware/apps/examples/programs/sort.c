/* SPDX-License-Identifier: Apache-2.0 */
/* Parallel sort by regular sampling: everyone sorts its own numbers, samples of all decide who gets
 * which range, everyone sends each UE its range and sorts what came.
 *   sort [COUNT]     numbers per UE, default 500
 * Verified: each UE's numbers ascend and begin where the UE's before it end, and neither their
 * count nor their sums have changed. */
#include <stdio.h>
#include <stdlib.h>

#include "RCCE.h"
#include "RCCE_comm.h"

typedef struct {
  int count;
  int sum; /* modulo 2^32 */
  int squares;
} Content;

static int compare(const void *a, const void *b) {
  const int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

static Content content_of(const int *numbers, int count) {
  Content content = {count, 0, 0};
  unsigned sum = 0, squares = 0;
  int i;
  for (i = 0; i < count; ++i) {
    sum += (unsigned)numbers[i];
    squares += (unsigned)numbers[i] * (unsigned)numbers[i];
  }
  content.sum = (int)sum;
  content.squares = (int)squares;
  return content;
}

static void fill(int *numbers, int count) {
  unsigned state = 12345u + 77777u * (unsigned)RCCE_ue();
  int i;
  for (i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    numbers[i] = (int)(state >> 4);
  }
}

static void *room(int count) {
  void *memory = malloc((size_t)(count > 0 ? count : 1) * sizeof(int));
  if (memory == NULL) abort();
  return memory;
}

/* The numbers that divide the ranges of the UEs, from samples of all. */
static void choose_dividers(const int *numbers, int count, int *dividers) {
  const int n = RCCE_num_ues();
  int *samples = room(n), *all = room(n * n), i;
  for (i = 0; i < n; ++i) samples[i] = numbers[(int)((long long)count * i / n)];
  RCCE_allgather((char *)samples, (char *)all, n * sizeof(int), RCCE_COMM_WORLD);
  qsort(all, (size_t)(n * n), sizeof(int), compare);
  for (i = 0; i < n - 1; ++i) dividers[i] = all[(i + 1) * n];
  free(samples);
  free(all);
}

/* Pair by pair, so that synchronous messages do not wait in a circle. */
static int *exchange(int *numbers, int count, const int *dividers, int *new_count) {
  const int n = RCCE_num_ues(), me = RCCE_ue();
  int *first = room(n + 1), *out = room(n), *in = room(n), *mine, at = 0, ue, round, total = 0;
  for (ue = 0; ue < n; ++ue) {
    first[ue] = at;
    while (at < count && (ue == n - 1 || numbers[at] < dividers[ue])) ++at;
    out[ue] = at - first[ue];
  }
  RCCE_alltoall((char *)out, (char *)in, sizeof(int), RCCE_COMM_WORLD);
  for (ue = 0; ue < n; ++ue) total += in[ue];
  mine = room(total);
  *new_count = total;
  at = 0;
  for (round = 0; round < n; ++round) {
    const int peer = (round - me + n) % n;
    char *from = (char *)(numbers + first[peer]), *to = (char *)(mine + at);
    const size_t sent = (size_t)out[peer] * sizeof(int), received = (size_t)in[peer] * sizeof(int);
    if (peer == me) {
      int i;
      for (i = 0; i < in[me]; ++i) mine[at + i] = numbers[first[me] + i];
    } else if (me < peer) {
      RCCE_send(from, sent, peer);
      RCCE_recv(to, received, peer);
    } else {
      RCCE_recv(to, received, peer);
      RCCE_send(from, sent, peer);
    }
    at += in[peer];
  }
  free(first);
  free(out);
  free(in);
  return mine;
}

/* What is not as it should be on this UE. */
static int check(const int *mine, int count, Content before) {
  const int n = RCCE_num_ues(), me = RCCE_ue();
  int ends[2], *all = room(2 * n), highest, i, wrong = 0;
  Content after = content_of(mine, count), totals[2], sums[2];
  for (i = 1; i < count; ++i) wrong += mine[i - 1] > mine[i];
  ends[0] = count > 0 ? mine[0] : 0;
  ends[1] = count > 0 ? mine[count - 1] : -1; /* last before first: none */
  RCCE_allgather((char *)ends, (char *)all, sizeof ends, RCCE_COMM_WORLD);
  for (i = 0, highest = 0; i < me; ++i) {
    if (all[2 * i] <= all[2 * i + 1]) highest = all[2 * i + 1];
  }
  wrong += count > 0 && mine[0] < highest;
  totals[0] = before;
  totals[1] = after;
  RCCE_comm_allreduce((char *)totals, (char *)sums, 6, RCCE_INT, RCCE_SUM, RCCE_COMM_WORLD);
  wrong += sums[0].count != sums[1].count || sums[0].sum != sums[1].sum ||
           sums[0].squares != sums[1].squares;
  free(all);
  return wrong;
}

int RCCE_APP(int argc, char **argv) {
  int count, new_count, wrong, all_wrong, largest, *numbers, *mine, *dividers;
  double start, seconds;
  Content before;
  RCCE_init(&argc, &argv);
  count = argc > 1 ? atoi(argv[1]) : 500;
  if (count < 1) {
    if (RCCE_ue() == 0) fprintf(stderr, "sort: needs at least one number per UE\n");
    return 1;
  }
  numbers = room(count);
  dividers = room(RCCE_num_ues());
  fill(numbers, count);
  before = content_of(numbers, count);
  RCCE_barrier(&RCCE_COMM_WORLD);
  start = RCCE_wtime();
  qsort(numbers, (size_t)count, sizeof(int), compare);
  choose_dividers(numbers, count, dividers);
  mine = exchange(numbers, count, dividers, &new_count);
  qsort(mine, (size_t)new_count, sizeof(int), compare);
  RCCE_barrier(&RCCE_COMM_WORLD);
  seconds = RCCE_wtime() - start;
  wrong = check(mine, new_count, before);
  RCCE_comm_allreduce((char *)&wrong, (char *)&all_wrong, 1, RCCE_INT, RCCE_SUM, RCCE_COMM_WORLD);
  RCCE_comm_allreduce((char *)&new_count, (char *)&largest, 1, RCCE_INT, RCCE_MAX, RCCE_COMM_WORLD);
  if (RCCE_ue() == 0) {
    printf("sorted %d numbers in %.3f ms, at most %d on one UE: %s\n", count * RCCE_num_ues(),
           seconds * 1e3, largest, all_wrong == 0 ? "verified" : "WRONG");
  }
  free(numbers);
  free(dividers);
  free(mine);
  RCCE_finalize();
  return all_wrong == 0 ? 0 : 1;
}
