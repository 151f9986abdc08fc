/* SPDX-License-Identifier: Apache-2.0 */
/* pi: the area under 4 / (1 + x^2), one position an interval. steps: intervals that run, of `size`. */
#include <math.h>

#include "benchmark_c.h"

int main(int argc, char **argv) {
  int size = 100000, steps = 10000, i;
  double pi = 0, expected = 0, width;
  benchmark_begin(argc, argv, &size, &steps);
  width = 1.0 / steps;

  shape [steps]intervals;
  double:intervals x;
  benchmark_start();
  with(intervals) {
    x = (pcoord(0) + 0.5) * width;
    pi += 4.0 / (1.0 + x * x);
    pi *= width;
    benchmark_work(1);
  }
  benchmark_stop((double)steps / size);

  for (i = 0; i < steps; i++) {
    double at = (i + 0.5) * width;
    expected += 4.0 / (1.0 + at * at);
  }
  return benchmark_finish("pi", fabs(pi - expected * width) > 1e-9);
}
