/* SPDX-License-Identifier: Apache-2.0 */
/* shallow-2d: the shallow-water equations, a position for every point of the grid. steps: time steps. */
#include <math.h>

#include "benchmark_c.h"

#define STEP 0.01
#define NORTH [(. - 1) %% n][.]
#define SOUTH [(. + 1) %% n][.]
#define WEST [.][(. - 1) %% n]
#define EAST [.][(. + 1) %% n]

int main(int argc, char **argv) {
  int n = 16, steps = 1, wrong = 0, t, i, j;
  benchmark_begin(argc, argv, &n, &steps);

  shape [n][n]grid;
  double:grid u, v, p, cu, cv, z, h;
  with(grid) {
    u = ((pcoord(0) * 3 + pcoord(1)) % 7 - 3) * 0.1;
    v = ((pcoord(0) * 1 + pcoord(1) * 5) % 11 - 5) * 0.1;
    p = 50.0 + (pcoord(0) * pcoord(1)) % 5;
  }
  benchmark_start();
  with(grid) {
    for (t = 0; t < steps; t++) {
      cu = 0.5 * (p + NORTH p) * u;
      cv = 0.5 * (p + WEST p) * v;
      z = (v - NORTH v - u + WEST u) / (p + NORTH p);
      h = SOUTH u;
      h = p + 0.25 * (h * h + EAST v * EAST v);
      u = u + STEP * (EAST z * EAST cv - (h - NORTH h));
      v = v - STEP * (SOUTH z * SOUTH cu + (h - WEST h));
      p = p - STEP * (SOUTH cu - cu + EAST cv - cv);
      benchmark_work(1);
    }
  }
  benchmark_stop(steps);

  shallow_run(n, steps);
  with(grid) {
    double:grid right_u, right_v, right_p;
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) {
        [i][j]right_u = shallow_at(0, i, j);
        [i][j]right_v = shallow_at(1, i, j);
        [i][j]right_p = shallow_at(2, i, j);
      }
    wrong += fabs(u - right_u) > 1e-9 || fabs(v - right_v) > 1e-9 || fabs(p - right_p) > 1e-7;
  }
  return benchmark_end("shallow-2d", wrong);
}
