/* SPDX-License-Identifier: Apache-2.0 */
/* jacobi: the temperature of a plate with fixed edges. steps: time steps, each with the largest change
 * reduced. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmark_c.h"

int main(int argc, char **argv) {
  int n = 64, steps = 2, wrong = 0, t, i, j;
  double largest = 0, expected = 0, *old, *fresh;
  benchmark_begin(argc, argv, &n, &steps);

  shape [n][n]plate;
  double:plate now = 0, next = 0;
  with(plate) {
    now = (pcoord(0) * 13 + pcoord(1) * 7) % 10;
    where(pcoord(0) > 0 && pcoord(0) < n - 1 && pcoord(1) > 0 && pcoord(1) < n - 1) now = 0;
  }
  benchmark_start();
  with(plate) {
    for (t = 0; t < steps; t++) {
      where(pcoord(0) > 0 && pcoord(0) < n - 1 && pcoord(1) > 0 && pcoord(1) < n - 1) {
        next = 0.25 * ([. - 1][.]now + [. + 1][.]now + [.][. - 1]now + [.][. + 1]now);
        largest = (>?= (next - now));
        now = next;
      }
      benchmark_work(1);
    }
  }
  benchmark_stop(steps);

  old = (double *)calloc(n * n, sizeof(double));
  fresh = (double *)calloc(n * n, sizeof(double));
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      if (i == 0 || j == 0 || i == n - 1 || j == n - 1) old[i * n + j] = (i * 13 + j * 7) % 10;
  for (t = 0; t < steps; t++) {
    expected = -HUGE_VAL;
    memcpy(fresh, old, n * n * sizeof(double));
    for (i = 1; i < n - 1; i++)
      for (j = 1; j < n - 1; j++) {
        int k = i * n + j;
        fresh[k] = 0.25 * (old[k - n] + old[k + n] + old[k - 1] + old[k + 1]);
        expected = fmax(expected, fresh[k] - old[k]);
      }
    memcpy(old, fresh, n * n * sizeof(double));
  }
  with(plate) {
    double:plate right;
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) [i][j]right = old[i * n + j];
    wrong += fabs(now - right) > 1e-9;
  }
  return benchmark_end("jacobi", wrong + (fabs(largest - expected) > 1e-9));
}
