/* SPDX-License-Identifier: Apache-2.0 */
/* shallow-1d: the shallow-water equations, a position for every row of the grid: columns are elements
 * of parallel arrays. A row's neighbours are fetched whole, by the library's grid read: a statement of
 * the language reads one element. steps: time steps. */
#include <math.h>

#include "benchmark_c.h"

#define COLUMNS 64
#define STEP 0.01

/* Of every row the one above (by -1) or below (by 1). */
#define FETCH(into, from, by)                                     \
  do {                                                            \
    CS__Shift shift = {{by}, {1}};                                \
    CS__GridRead(into, from, &shift, sizeof(double[COLUMNS]));    \
  } while (0)

int main(int argc, char **argv) {
  int n = COLUMNS, steps = 1, wrong = 0, t, i, j;
  benchmark_begin(argc, argv, &n, &steps);
  if (n != COLUMNS) CS__Fail("shallow-1d: size %d; expected %d", n, COLUMNS);

  shape [COLUMNS]rows;
  double:rows u[COLUMNS], v[COLUMNS], p[COLUMNS], cu[COLUMNS], cv[COLUMNS], z[COLUMNS], h[COLUMNS];
  double:rows p_north[COLUMNS], v_north[COLUMNS], u_south[COLUMNS], h_north[COLUMNS];
  double:rows z_south[COLUMNS], cu_south[COLUMNS], fresh_u[COLUMNS], fresh_v[COLUMNS];
  with(rows)
    for (j = 0; j < n; j++) {
      u[j] = ((pcoord(0) * 3 + j) % 7 - 3) * 0.1;
      v[j] = ((pcoord(0) + 5 * j) % 11 - 5) * 0.1;
      p[j] = 50.0 + (pcoord(0) * j) % 5;
    }
  benchmark_start();
  with(rows) {
    for (t = 0; t < steps; t++) {
      FETCH(p_north, p, -1);
      FETCH(v_north, v, -1);
      FETCH(u_south, u, 1);
      for (j = 0; j < n; j++) {
        int west = (j + n - 1) % n, east = (j + 1) % n;
        cu[j] = 0.5 * (p[j] + p_north[j]) * u[j];
        cv[j] = 0.5 * (p[j] + p[west]) * v[j];
        z[j] = (v[j] - v_north[j] - u[j] + u[west]) / (p[j] + p_north[j]);
        h[j] = p[j] + 0.25 * (u_south[j] * u_south[j] + v[east] * v[east]);
      }
      FETCH(h_north, h, -1);
      FETCH(z_south, z, 1);
      FETCH(cu_south, cu, 1);
      for (j = 0; j < n; j++) {
        int west = (j + n - 1) % n, east = (j + 1) % n;
        fresh_u[j] = u[j] + STEP * (z[east] * cv[east] - (h[j] - h_north[j]));
        fresh_v[j] = v[j] - STEP * (z_south[j] * cu_south[j] + (h[j] - h[west]));
        p[j] -= STEP * (cu_south[j] - cu[j] + cv[east] - cv[j]);
      }
      for (j = 0; j < n; j++) {
        u[j] = fresh_u[j];
        v[j] = fresh_v[j];
      }
      benchmark_work(1);
    }
  }
  benchmark_stop(steps);

  shallow_run(n, steps);
  with(rows) {
    double:rows right_u, right_v, right_p;
    int:rows differs = 0;
    for (j = 0; j < n; j++) {
      for (i = 0; i < n; i++) {
        [i]right_u = shallow_at(0, i, j);
        [i]right_v = shallow_at(1, i, j);
        [i]right_p = shallow_at(2, i, j);
      }
      differs += fabs(u[j] - right_u) > 1e-9 || fabs(v[j] - right_v) > 1e-9 ||
                 fabs(p[j] - right_p) > 1e-7;
    }
    wrong += differs;
  }
  return benchmark_end("shallow-1d", wrong);
}
