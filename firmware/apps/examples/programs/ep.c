/* SPDX-License-Identifier: Apache-2.0 */
/* "Embarrassingly parallel", after the NAS parallel benchmarks: pairs of normal deviates from NAS'
 * generator by Marsaglia's polar method, counted by square rings.
 *   ep [M]     2^M pairs; M = 12, 14, 16 or 18, default 14
 * Verified: sums and counts against a computation in another language on another machine. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "RCCE.h"
#include "RCCE_comm.h"

#define RINGS 10
#define MODULUS_BITS 46
#define MULTIPLIER 1220703125ull /* 5^13 */
#define SEED 271828183ull

typedef struct {
  int m;
  double sum_x, sum_y;
  int count[RINGS];
} Reference;

static const Reference references[] = {
    {12, -1.088663595302369e+02, 6.747355257976994e+01, {1468, 1413, 280, 16, 1, 0, 0, 0, 0, 0}},
    {14, 1.255433926159807e+02, 1.333625468339501e+02, {6050, 5583, 1103, 62, 1, 0, 0, 0, 0, 0}},
    {16, 7.772321454195374e+01, 2.790554015472211e+01, {24010, 22707, 4297, 265, 6, 0, 0, 0, 0, 0}},
    {18,
     1.873198969612154e+02,
     -3.797408336054129e+02,
     {96200, 91230, 16950, 1056, 22, 0, 0, 0, 0, 0}},
};

static uint64_t reduce46(uint64_t x) { return x & ((1ull << MODULUS_BITS) - 1); }

/* The seed after `steps` draws. */
static uint64_t seed_after(uint64_t steps) {
  uint64_t power = MULTIPLIER, seed = SEED;
  for (; steps != 0; steps >>= 1, power = reduce46(power * power)) {
    if (steps & 1) seed = reduce46(seed * power);
  }
  return seed;
}

static double draw(uint64_t *seed) {
  *seed = reduce46(*seed * MULTIPLIER);
  return (double)*seed / (double)(1ull << MODULUS_BITS);
}

static void count_pairs(uint64_t first, uint64_t pairs, double sums[2], int count[RINGS]) {
  uint64_t seed = seed_after(2 * first), i;
  for (i = 0; i < pairs; ++i) {
    const double x = 2 * draw(&seed) - 1;
    const double y = 2 * draw(&seed) - 1;
    const double square = x * x + y * y;
    double factor, larger;
    if (square > 1) continue;
    factor = sqrt(-2 * log(square) / square);
    sums[0] += x * factor;
    sums[1] += y * factor;
    larger = fmax(fabs(x * factor), fabs(y * factor));
    ++count[(int)larger];
  }
}

static int close_to(double found, double expected) {
  return fabs(found - expected) <= 1e-8 * fabs(expected);
}

static int check(const Reference *reference, const double sums[2], const int count[RINGS]) {
  int i, ok = close_to(sums[0], reference->sum_x) && close_to(sums[1], reference->sum_y);
  for (i = 0; i < RINGS; ++i) ok = ok && count[i] == reference->count[i];
  return ok;
}

int RCCE_APP(int argc, char **argv) {
  int m, count[RINGS] = {0}, counts[RINGS], ok;
  double sums[2] = {0, 0}, all_sums[2], start, seconds;
  const Reference *reference = NULL;
  uint64_t first, end;
  size_t i;
  RCCE_init(&argc, &argv);
  m = argc > 1 ? atoi(argv[1]) : 14;
  for (i = 0; i < sizeof references / sizeof *references; ++i) {
    if (references[i].m == m) reference = &references[i];
  }
  if (reference == NULL) {
    if (RCCE_ue() == 0) fprintf(stderr, "ep: no reference for M = %d\n", m);
    return 1;
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  start = RCCE_wtime();
  first = ((uint64_t)RCCE_ue() << m) / RCCE_num_ues();
  end = ((uint64_t)(RCCE_ue() + 1) << m) / RCCE_num_ues();
  count_pairs(first, end - first, sums, count);
  RCCE_comm_allreduce((char *)sums, (char *)all_sums, 2, RCCE_DOUBLE, RCCE_SUM, RCCE_COMM_WORLD);
  RCCE_comm_allreduce((char *)count, (char *)counts, RINGS, RCCE_INT, RCCE_SUM, RCCE_COMM_WORLD);
  seconds = RCCE_wtime() - start;
  ok = check(reference, all_sums, counts);
  if (RCCE_ue() == 0) {
    printf("ep 2^%d pairs in %.3f ms, sums %.10f %.10f: %s\n", m, seconds * 1e3, all_sums[0],
           all_sums[1], ok ? "verified" : "WRONG");
  }
  RCCE_finalize();
  return ok ? 0 : 1;
}
