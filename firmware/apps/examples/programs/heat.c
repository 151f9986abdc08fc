/* SPDX-License-Identifier: Apache-2.0 */
/* Heat in a square plate: Jacobi's iteration. Rows are divided among the UEs, which exchange border
 * rows and sum up the changes. The upper edge is kept at 100 degrees, the others at 0.
 *   heat [SIZE [STEPS]]     default 48 x 48 and 20 steps
 * Verified: UE 0 computes the plate alone; every number must be the same for any number of UEs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "RCCE.h"

typedef struct {
  int size; /* inner columns; a row has two more, for the edges */
  int rows; /* inner rows of this part */
  double *now, *next;
} Plate;

static double *row_of(double *cells, int size, int row) { return cells + (size_t)row * (size + 2); }

/* Rows 0 and rows + 1 belong to the neighbours or are edges. */
static int make_plate(Plate *plate, int size, int rows, int at_upper_edge) {
  const size_t cells = (size_t)(size + 2) * (rows + 2);
  int column;
  plate->size = size;
  plate->rows = rows;
  plate->now = calloc(cells, sizeof(double));
  plate->next = calloc(cells, sizeof(double));
  if (plate->now == NULL || plate->next == NULL) return 0;
  for (column = 0; at_upper_edge && column < size + 2; ++column) {
    plate->now[column] = plate->next[column] = 100;
  }
  return 1;
}

static void free_plate(Plate *plate) {
  free(plate->now);
  free(plate->next);
}

/* One step; the largest change of any cell. */
static double step(Plate *plate) {
  double *swap, change = 0;
  int row, column;
  for (row = 1; row <= plate->rows; ++row) {
    const double *above = row_of(plate->now, plate->size, row - 1);
    const double *here = row_of(plate->now, plate->size, row);
    const double *below = row_of(plate->now, plate->size, row + 1);
    double *target = row_of(plate->next, plate->size, row);
    for (column = 1; column <= plate->size; ++column) {
      target[column] = 0.25 * (above[column] + below[column] + here[column - 1] + here[column + 1]);
      change = fmax(change, fabs(target[column] - here[column]));
    }
  }
  swap = plate->now;
  plate->now = plate->next;
  plate->next = swap;
  return change;
}

/* Sends are synchronous: the even UEs send first. */
static void swap_rows(double *mine, double *theirs, size_t bytes, int peer) {
  if (RCCE_ue() % 2 == 0) {
    RCCE_send((char *)mine, bytes, peer);
    RCCE_recv((char *)theirs, bytes, peer);
  } else {
    RCCE_recv((char *)theirs, bytes, peer);
    RCCE_send((char *)mine, bytes, peer);
  }
}

/* With the UE below and the UE above, in an order without deadlock. */
static void exchange_borders(Plate *plate) {
  const size_t bytes = (size_t)(plate->size + 2) * sizeof(double);
  const int me = RCCE_ue(), last = RCCE_num_ues() - 1;
  int turn;
  for (turn = 0; turn < 2; ++turn) {
    const int below = me % 2 == turn;
    const int peer = below ? me + 1 : me - 1;
    if (peer < 0 || peer > last) continue;
    swap_rows(row_of(plate->now, plate->size, below ? plate->rows : 1),
              row_of(plate->now, plate->size, below ? plate->rows + 1 : 0), bytes, peer);
  }
}

static int first_row(int size, int ue) { return size * ue / RCCE_num_ues(); }

/* UE 0 collects the parts and compares them with its own computation. */
static int verify(const Plate *part, int steps, double change) {
  const int size = part->size;
  const size_t row_bytes = (size_t)(size + 2) * sizeof(double);
  double alone_change = 0, *theirs;
  int ue, i, wrong = 0;
  Plate alone;
  if (RCCE_ue() != 0) {
    RCCE_send((char *)row_of(part->now, size, 1), part->rows * row_bytes, 0);
    return 0;
  }
  theirs = malloc((size_t)size * row_bytes);
  if (theirs == NULL || !make_plate(&alone, size, size, 1)) abort();
  for (i = 0; i < steps; ++i) alone_change = step(&alone);
  for (ue = 0; ue < RCCE_num_ues(); ++ue) {
    const int first = first_row(size, ue), rows = first_row(size, ue + 1) - first;
    const double *found = row_of(part->now, size, 1);
    if (ue != 0) {
      RCCE_recv((char *)theirs, rows * row_bytes, ue);
      found = theirs;
    }
    wrong += memcmp(found, row_of(alone.now, size, first + 1), rows * row_bytes) != 0;
  }
  free(theirs);
  free_plate(&alone);
  return wrong + (change != alone_change);
}

int RCCE_APP(int argc, char **argv) {
  int size, steps, i, wrong;
  double change = 0, all = 0, start, seconds;
  Plate plate;
  RCCE_init(&argc, &argv);
  size = argc > 1 ? atoi(argv[1]) : 48;
  steps = argc > 2 ? atoi(argv[2]) : 20;
  if (size < RCCE_num_ues() || steps < 1) {
    if (RCCE_ue() == 0) {
      fprintf(stderr, "heat: needs a step and at least as many rows as UEs, %d\n", RCCE_num_ues());
    }
    return 1;
  }
  if (!make_plate(&plate, size, first_row(size, RCCE_ue() + 1) - first_row(size, RCCE_ue()),
                  RCCE_ue() == 0)) {
    return 1;
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  start = RCCE_wtime();
  for (i = 0; i < steps; ++i) {
    exchange_borders(&plate);
    change = step(&plate);
  }
  RCCE_allreduce((char *)&change, (char *)&all, 1, RCCE_DOUBLE, RCCE_MAX, RCCE_COMM_WORLD);
  seconds = RCCE_wtime() - start;
  wrong = verify(&plate, steps, all);
  RCCE_bcast((char *)&wrong, sizeof wrong, 0, RCCE_COMM_WORLD);
  if (RCCE_ue() == 0) {
    printf("heat %d x %d, %d steps in %.3f ms, last change %.6f: %s\n", size, size, steps,
           seconds * 1e3, all, wrong == 0 ? "verified" : "WRONG");
  }
  free_plate(&plate);
  RCCE_finalize();
  return wrong == 0 ? 0 : 1;
}
