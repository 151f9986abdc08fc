/* SPDX-License-Identifier: Apache-2.0 */
/* ocean: a wind-driven basin: vorticity is carried along and diffuses, and its stream function relaxes.
 * Edges are walls. steps: time steps. */
#include <math.h>
#include <stdlib.h>

#include "benchmark_c.h"

#define TIME_STEP 0.05
#define FRICTION 0.1
#define WIND 0.02
#define RELAXATIONS 4

#define AROUND(x) ([. - 1][.]x + [. + 1][.]x + [.][. - 1]x + [.][. + 1]x)

static int n = 32;

static double around(const double *x, int k) { return x[k - n] + x[k + n] + x[k - 1] + x[k + 1]; }

/* The interior of a field of n x n becomes that of another one. */
static void take_interior(double *field, const double *fresh) {
  int i, j;
  for (i = 1; i < n - 1; i++)
    for (j = 1; j < n - 1; j++) field[i * n + j] = fresh[i * n + j];
}

int main(int argc, char **argv) {
  int steps = 1, wrong = 0, t, i, j, k;
  double *s, *v, *fresh;
  benchmark_begin(argc, argv, &n, &steps);

  shape [n][n]basin;
  double:basin stream = 0, vorticity = 0, next = 0, wind = 0;
  with(basin) wind = WIND * ((pcoord(0) * 3) % n - n / 2);
  benchmark_start();
  with(basin) {
    for (t = 0; t < steps; t++) {
      where(pcoord(0) > 0 && pcoord(0) < n - 1 && pcoord(1) > 0 && pcoord(1) < n - 1) {
        next = vorticity + TIME_STEP * (wind + FRICTION * (AROUND(vorticity) - 4.0 * vorticity) -
                                        ([.][. + 1]stream - [.][. - 1]stream));
        vorticity = next;
        for (k = 0; k < RELAXATIONS; k++) {
          next = 0.25 * (AROUND(stream) - vorticity);
          stream = next;
        }
      }
      benchmark_work(1);
    }
  }
  benchmark_stop(steps);

  s = (double *)calloc(n * n, sizeof(double));
  v = (double *)calloc(n * n, sizeof(double));
  fresh = (double *)calloc(n * n, sizeof(double));
  for (t = 0; t < steps; t++) {
    for (i = n + 1; i < n * (n - 1) - 1; i++)
      fresh[i] = v[i] + TIME_STEP * (WIND * ((i / n * 3) % n - n / 2) +
                                     FRICTION * (around(v, i) - 4.0 * v[i]) - (s[i + 1] - s[i - 1]));
    take_interior(v, fresh);
    for (k = 0; k < RELAXATIONS; k++) {
      for (i = n + 1; i < n * (n - 1) - 1; i++) fresh[i] = 0.25 * (around(s, i) - v[i]);
      take_interior(s, fresh);
    }
  }
  with(basin) {
    double:basin right_s, right_v;
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) {
        [i][j]right_s = s[i * n + j];
        [i][j]right_v = v[i * n + j];
      }
    wrong += fabs(stream - right_s) > 1e-9 || fabs(vorticity - right_v) > 1e-9;
  }
  return benchmark_end("ocean", wrong);
}
