/* SPDX-License-Identifier: Apache-2.0 */
/* gauss: a dense linear system by elimination. A position has a row, of LARGEST doubles whatever the
 * size is; the pivot's row is broadcast element by element. steps: columns that are eliminated. */
#include <math.h>

#include "benchmark_c.h"

#define LARGEST 256

static double expected[LARGEST][LARGEST];

int main(int argc, char **argv) {
  int n = 32, columns = 32, wrong = 0, i, j, k;
  double done = 0;
  benchmark_begin(argc, argv, &n, &columns);
  if (columns > n) columns = n;
  if (n > LARGEST) CS__Fail("gauss: size %d; expected at most %d", n, LARGEST);

  shape [n]rows;
  double:rows system[LARGEST];
  double:rows right_side, factor;
  with(rows) {
    for (j = 0; j < n; j++) {
      system[j] = (pcoord(0) * 3 + 5 * j) % 7 - 3;
      where(pcoord(0) == j) system[j] = 2.0 * n;
    }
    right_side = pcoord(0) + 1.0;
  }
  benchmark_start();
  with(rows) {
    for (k = 0; k < columns; k++) {
      double pivot = [k]system[k], value = [k]right_side;
      where(pcoord(0) > k) {
        factor = system[k] / pivot;
        right_side -= factor * value;
      }
      benchmark_work(1);
      for (j = k; j < n; j++) {
        double of_pivot_row = [k]system[j];
        where(pcoord(0) > k) system[j] -= factor * of_pivot_row;
        benchmark_work(1);
      }
      done += n - k;
    }
  }
  benchmark_stop(done / (0.5 * n * (n + 1)));

  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) expected[i][j] = i == j ? 2.0 * n : (i * 3 + j * 5) % 7 - 3;
  for (k = 0; k < columns; k++)
    for (i = k + 1; i < n; i++) {
      double by = expected[i][k] / expected[k][k];
      for (j = k; j < n; j++) expected[i][j] -= by * expected[k][j];
    }
  with(rows) {
    double:rows right;
    int:rows differs = 0;
    for (j = 0; j < n; j++) {
      for (i = 0; i < n; i++) [i]right = expected[i][j];
      differs += fabs(system[j] - right) > 1e-9;
    }
    wrong += differs;
  }
  return benchmark_end("gauss", wrong);
}
