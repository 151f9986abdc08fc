/* SPDX-License-Identifier: Apache-2.0 */
/* A row of cells, divided among the UEs, in which each becomes a mean of itself and two neighbours
 * on either side. Gory interface: a UE puts its border cells into its neighbours' message passing
 * buffers and sets a flag; another flag says that they have been read. stencil [CELLS [STEPS]]
 * default 480 and 12 Verified: every UE also computes all cells alone; each of its own must be the
 * same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "RCCE.h"

#define REACH 2 /* cells on either side */

enum { LEFT, RIGHT, SIDES };

static int cells, ues, me;

/* For each side: a line for the cells of the neighbour there, and its flags. */
static t_vcharp inbox[SIDES];
static RCCE_FLAG filled[SIDES], taken[SIDES];

typedef union {
  double cell[REACH];
  char bytes[RCCE_LINE_SIZE];
} Border;

static int first_cell(int ue) { return (int)((long long)cells * ue / ues); }
static int neighbour(int side) { return side == LEFT ? me - 1 : me + 1; }
static int exists(int ue) { return ue >= 0 && ue < ues; }

static void step(const double *now, double *next, int count) {
  int i;
  for (i = REACH; i < count + REACH; ++i) {
    next[i] = (now[i - 2] + 2 * now[i - 1] + 4 * now[i] + 2 * now[i + 1] + now[i + 2]) / 10;
  }
}

/* What lies at my left border is the right inbox of the UE to the left. */
static void put_border(const double *now, int count, int side) {
  const double *border = side == LEFT ? now + REACH : now + count;
  const int other_side = side == LEFT ? RIGHT : LEFT;
  Border line;
  memset(&line, 0, sizeof line);
  memcpy(line.cell, border, sizeof line.cell);
  RCCE_put(inbox[other_side], (t_vcharp)line.bytes, RCCE_LINE_SIZE, neighbour(side));
  RCCE_flag_write(&filled[other_side], RCCE_FLAG_SET, neighbour(side));
}

static void get_border(double *now, int count, int side) {
  Border line;
  RCCE_wait_until(filled[side], RCCE_FLAG_SET);
  RCCE_flag_write(&filled[side], RCCE_FLAG_UNSET, me);
  RCCE_get((t_vcharp)line.bytes, inbox[side], RCCE_LINE_SIZE, me);
  memcpy(side == LEFT ? now : now + count + REACH, line.cell, sizeof line.cell);
  RCCE_flag_write(&taken[side == LEFT ? RIGHT : LEFT], RCCE_FLAG_SET, neighbour(side));
}

/* The neighbour has read what I put last. */
static void await_taken(int side) {
  RCCE_wait_until(taken[side], RCCE_FLAG_SET);
  RCCE_flag_write(&taken[side], RCCE_FLAG_UNSET, me);
}

static void exchange(double *now, int count) {
  int side;
  for (side = LEFT; side < SIDES; ++side) {
    if (exists(neighbour(side))) put_border(now, count, side);
  }
  for (side = LEFT; side < SIDES; ++side) {
    if (exists(neighbour(side))) get_border(now, count, side);
  }
  for (side = LEFT; side < SIDES; ++side) {
    if (exists(neighbour(side))) await_taken(side);
  }
}

static double *make_row(int first, int count) {
  double *row = calloc((size_t)count + 2 * REACH, sizeof(double));
  int i;
  if (row == NULL) abort();
  for (i = 0; i < count; ++i) row[REACH + i] = (first + i) % 17 * 1.25;
  return row;
}

/* The cells from `first` on after all steps, computed alone. */
static int compare_alone(const double *mine, int count, int steps) {
  double *now = make_row(0, cells), *next = make_row(0, cells), *swap;
  int i, wrong = 0;
  for (i = 0; i < steps; ++i) {
    step(now, next, cells);
    swap = now, now = next, next = swap;
  }
  for (i = 0; i < count; ++i) wrong += mine[REACH + i] != now[REACH + first_cell(me) + i];
  free(now);
  free(next);
  return wrong;
}

int RCCE_APP(int argc, char **argv) {
  int steps, count, i, wrong;
  double *now, *next, *swap, start, seconds;
  RCCE_init(&argc, &argv);
  cells = argc > 1 ? atoi(argv[1]) : 480;
  steps = argc > 2 ? atoi(argv[2]) : 12;
  ues = RCCE_num_ues();
  me = RCCE_ue();
  if (cells < REACH * ues || steps < 1) {
    if (me == 0) fprintf(stderr, "stencil: needs a step and %d cells for each UE\n", REACH);
    return 1;
  }
  for (i = LEFT; i < SIDES; ++i) {
    inbox[i] = RCCE_malloc(RCCE_LINE_SIZE);
    RCCE_flag_alloc(&filled[i]);
    RCCE_flag_alloc(&taken[i]);
  }
  count = first_cell(me + 1) - first_cell(me);
  now = make_row(first_cell(me), count);
  next = make_row(first_cell(me), count);
  RCCE_barrier(&RCCE_COMM_WORLD);
  start = RCCE_wtime();
  for (i = 0; i < steps; ++i) {
    exchange(now, count);
    step(now, next, count);
    swap = now, now = next, next = swap;
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  seconds = RCCE_wtime() - start;
  wrong = compare_alone(now, count, steps);
  if (wrong != 0) printf("stencil: %d cells of UE %d are WRONG\n", wrong, me);
  RCCE_barrier(&RCCE_COMM_WORLD);
  if (me == 0) printf("stencil of %d cells, %d steps in %.3f ms\n", cells, steps, seconds * 1e3);
  free(now);
  free(next);
  RCCE_finalize();
  return wrong == 0 ? 0 : 1;
}
