/* SPDX-License-Identifier: Apache-2.0 */
/* Conjugate gradients, in the manner of the NAS parallel benchmark: inverse iteration for the
 * smallest eigenvalue of a sparse matrix, each step solved by conjugate gradients. The matrix is
 * that of a square plate (five points), its rows of points divided among the UEs. cg [SIZE] SIZE x
 * SIZE points, default 48 Verified: the eigenvalue of that matrix is known, 8 sin^2(pi / (2 SIZE +
 * 2)). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "RCCE.h"
#include "RCCE_comm.h"

#define OUTER_STEPS 7
#define MAX_INNER_STEPS 400
#define TOLERANCE 1e-7

static int size, rows; /* rows of points on this UE */

static int first_row(int ue) { return size * ue / RCCE_num_ues(); }

/* A row of points on either side belongs to the neighbours, or is zero at the plate's edge. */
static double *make_vector(void) {
  double *vector = calloc((size_t)(rows + 2) * size, sizeof(double));
  if (vector == NULL) abort();
  return vector;
}

static double *points(double *vector) { return vector + size; }

/* Sends are synchronous: in each turn one side of every pair sends first. */
static void exchange_borders(double *vector) {
  const size_t bytes = (size_t)size * sizeof(double);
  const int me = RCCE_ue(), last = RCCE_num_ues() - 1;
  int turn;
  for (turn = 0; turn < 2; ++turn) {
    const int below = me % 2 == turn;
    const int peer = below ? me + 1 : me - 1;
    char *mine = (char *)(vector + (size_t)(below ? rows : 1) * size);
    char *theirs = (char *)(vector + (size_t)(below ? rows + 1 : 0) * size);
    if (peer < 0 || peer > last) continue;
    if (below) {
      RCCE_send(mine, bytes, peer);
      RCCE_recv(theirs, bytes, peer);
    } else {
      RCCE_recv(theirs, bytes, peer);
      RCCE_send(mine, bytes, peer);
    }
  }
}

/* result = A x */
static void apply(double *x, double *result) {
  int row, column;
  exchange_borders(x);
  for (row = 1; row <= rows; ++row) {
    const double *here = x + (size_t)row * size;
    double *target = result + (size_t)row * size;
    for (column = 0; column < size; ++column) {
      double sum = 4 * here[column] - here[column - size] - here[column + size];
      if (column > 0) sum -= here[column - 1];
      if (column < size - 1) sum -= here[column + 1];
      target[column] = sum;
    }
  }
}

static double dot(double *a, double *b) {
  double sum = 0, all;
  int i;
  for (i = 0; i < rows * size; ++i) sum += points(a)[i] * points(b)[i];
  RCCE_comm_allreduce((char *)&sum, (char *)&all, 1, RCCE_DOUBLE, RCCE_SUM, RCCE_COMM_WORLD);
  return all;
}

/* a = x * a + y * b */
static void combine(double *a, double x, double y, double *b) {
  int i;
  for (i = 0; i < rows * size; ++i) points(a)[i] = x * points(a)[i] + y * points(b)[i];
}

/* A z = x; the steps it took. */
static int solve(double *x, double *z, double *residual, double *direction, double *image) {
  double rho = dot(x, x);
  const double enough = rho * 1e-20;
  int steps = 0;
  memset(z, 0, (size_t)(rows + 2) * size * sizeof(double));
  combine(residual, 0, 1, x);
  combine(direction, 0, 1, x);
  while (rho > enough && steps < MAX_INNER_STEPS) {
    double alpha, before = rho;
    apply(direction, image);
    alpha = rho / dot(direction, image);
    combine(z, 1, alpha, direction);
    combine(residual, 1, -alpha, image);
    rho = dot(residual, residual);
    combine(direction, rho / before, 1, residual);
    ++steps;
  }
  return steps;
}

int RCCE_APP(int argc, char **argv) {
  double *x, *z, *residual, *direction, *image, eigenvalue = 0, expected, start, seconds;
  int outer, i, steps = 0, ok;
  RCCE_init(&argc, &argv);
  size = argc > 1 ? atoi(argv[1]) : 48;
  if (size < RCCE_num_ues()) {
    if (RCCE_ue() == 0) {
      fprintf(stderr, "cg: needs at least as many rows as UEs, %d\n", RCCE_num_ues());
    }
    return 1;
  }
  rows = first_row(RCCE_ue() + 1) - first_row(RCCE_ue());
  x = make_vector();
  z = make_vector();
  residual = make_vector();
  direction = make_vector();
  image = make_vector();
  for (i = 0; i < rows * size; ++i) points(x)[i] = 1;
  RCCE_barrier(&RCCE_COMM_WORLD);
  start = RCCE_wtime();
  for (outer = 0; outer < OUTER_STEPS; ++outer) {
    steps += solve(x, z, residual, direction, image);
    eigenvalue = dot(x, x) / dot(x, z);
    combine(x, 0, 1 / sqrt(dot(z, z)), z);
  }
  seconds = RCCE_wtime() - start;
  expected = 8 * pow(sin(acos(-1) / (2 * size + 2)), 2);
  ok = fabs(eigenvalue - expected) < TOLERANCE * expected;
  if (RCCE_ue() == 0) {
    printf("cg %d x %d, %d steps in %.3f ms, eigenvalue %.12f: %s\n", size, size, steps,
           seconds * 1e3, eigenvalue, ok ? "verified" : "WRONG");
  }
  free(x);
  free(z);
  free(residual);
  free(direction);
  free(image);
  RCCE_finalize();
  return ok ? 0 : 1;
}
