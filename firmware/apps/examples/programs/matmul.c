/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix product: rows of A and C stay where they are, rows of B go round a ring.
 *   matmul [SIZE]     default 48 x 48
 * Verified: C x = A (B x) for a vector x; all numbers are small integers, so both sides are exact.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "RCCE.h"
#include "RCCE_comm.h"

static int size, ues, me;

static int first_row(int ue) { return size * ue / ues; }
static int rows_of(int ue) { return first_row(ue + 1) - first_row(ue); }

static double a_at(int row, int column) { return (row * 3 + column * 7) % 11 - 5; }
static double b_at(int row, int column) { return (row * 5 + column * 2) % 13 - 6; }
static double x_at(int row) { return row % 5 - 2; }

static double *room(int rows) {
  double *memory = calloc((size_t)(rows > 0 ? rows : 1) * size, sizeof(double));
  if (memory == NULL) abort();
  return memory;
}

/* c += (columns of a that belong to `owner`) times b. */
static void multiply(double *c, const double *a, const double *b, int owner) {
  int row, k, column;
  for (row = 0; row < rows_of(me); ++row) {
    for (k = 0; k < rows_of(owner); ++k) {
      const double factor = a[row * size + first_row(owner) + k];
      for (column = 0; column < size; ++column) {
        c[row * size + column] += factor * b[k * size + column];
      }
    }
  }
}

/* Hands b on to the UE before and takes that of the UE behind. Sends are synchronous: the even UEs
 * send first, and where two even ones meet the third resolves it. */
static void rotate(double *b, double *next, int owner) {
  const size_t sent = (size_t)rows_of(owner) * size * sizeof(double);
  const size_t received = (size_t)rows_of((owner + 1) % ues) * size * sizeof(double);
  const int to = (me + ues - 1) % ues, from = (me + 1) % ues;
  if (me % 2 == 0) RCCE_send((char *)b, sent, to);
  RCCE_recv((char *)next, received, from);
  if (me % 2 != 0) RCCE_send((char *)b, sent, to);
}

static int check(const double *c) {
  double *bx = room(1);
  int row, k, wrong = 0;
  for (row = 0; row < size; ++row) {
    for (k = 0; k < size; ++k) bx[row] += b_at(row, k) * x_at(k);
  }
  for (row = 0; row < rows_of(me); ++row) {
    double abx = 0, cx = 0;
    for (k = 0; k < size; ++k) {
      abx += a_at(first_row(me) + row, k) * bx[k];
      cx += c[row * size + k] * x_at(k);
    }
    wrong += abx != cx;
  }
  free(bx);
  return wrong;
}

int RCCE_APP(int argc, char **argv) {
  int row, column, step, wrong, all_wrong;
  double *a, *b, *c, *next, start, seconds;
  RCCE_init(&argc, &argv);
  size = argc > 1 ? atoi(argv[1]) : 48;
  ues = RCCE_num_ues();
  me = RCCE_ue();
  if (size < ues) {
    if (me == 0) fprintf(stderr, "matmul: needs at least as many rows as UEs, %d\n", ues);
    return 1;
  }
  a = room(rows_of(me));
  c = room(rows_of(me));
  b = room(size / ues + 1);
  next = room(size / ues + 1);
  for (row = 0; row < rows_of(me); ++row) {
    for (column = 0; column < size; ++column) {
      a[row * size + column] = a_at(first_row(me) + row, column);
      b[row * size + column] = b_at(first_row(me) + row, column);
    }
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  start = RCCE_wtime();
  for (step = 0; step < ues; ++step) {
    const int owner = (me + step) % ues;
    double *swap = b;
    multiply(c, a, b, owner);
    if (step == ues - 1) break;
    rotate(b, next, owner);
    b = next;
    next = swap;
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  seconds = RCCE_wtime() - start;
  wrong = check(c);
  RCCE_comm_allreduce((char *)&wrong, (char *)&all_wrong, 1, RCCE_INT, RCCE_SUM, RCCE_COMM_WORLD);
  if (me == 0) {
    printf("matmul %d x %d in %.3f ms: %s\n", size, size, seconds * 1e3,
           all_wrong == 0 ? "verified" : "WRONG");
  }
  free(a);
  free(b);
  free(c);
  free(next);
  RCCE_finalize();
  return all_wrong == 0 ? 0 : 1;
}
