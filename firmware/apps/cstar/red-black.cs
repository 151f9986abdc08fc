/* SPDX-License-Identifier: Apache-2.0 */
/* red-black: Gauss-Seidel relaxation, red positions first, then black ones. Neighbours are read by
 * computed indices, so that every read is a gather. steps: time steps. */
#include <stdlib.h>
#include <math.h>

#include "benchmark_c.h"

int main(int argc, char **argv) {
  int n = 16, steps = 2, wrong = 0, t, colour, i, j;
  double *expected, *fresh, *swap;
  benchmark_begin(argc, argv, &n, &steps);

  shape [n][n]grid;
  double:grid u;
  int:grid north, south, west, east, row, column;
  with(grid) {
    u = (pcoord(0) * 11 + pcoord(1) * 5) % 9;
    row = pcoord(0);
    column = pcoord(1);
    north = (row - 1) %% n;
    south = (row + 1) %% n;
    west = (column - 1) %% n;
    east = (column + 1) %% n;
  }
  benchmark_start();
  with(grid) {
    for (t = 0; t < steps; t++)
      for (colour = 0; colour < 2; colour++) {
        where((row + column) % 2 == colour)
          u = 0.25 * ([north][column]u + [south][column]u + [row][west]u + [row][east]u);
        benchmark_work(1);
      }
  }
  benchmark_stop(steps);

  expected = (double *)malloc(n * n * sizeof(double));
  fresh = (double *)malloc(n * n * sizeof(double));
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) expected[i * n + j] = (i * 11 + j * 5) % 9;
  for (t = 0; t < 2 * steps; t++) {
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) {
        const double *x = expected;
        int k = i * n + j;
        fresh[k] = (i + j) % 2 != t % 2
                       ? x[k]
                       : 0.25 * (x[(i - 1) %% n * n + j] + x[(i + 1) %% n * n + j] +
                                 x[i * n + (j - 1) %% n] + x[i * n + (j + 1) %% n]);
      }
    swap = expected;
    expected = fresh;
    fresh = swap;
  }
  with(grid) {
    double:grid right;
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) [i][j]right = expected[i * n + j];
    wrong += fabs(u - right) > 1e-9;
  }
  return benchmark_end("red-black", wrong);
}
