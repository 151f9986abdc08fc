// SPDX-License-Identifier: Apache-2.0
// pi: the area under 4 / (1 + x^2), one position an interval. steps: intervals that run, of `size`.
#include "benchmark.h"

int main(int argc, char** argv) {
  using namespace benchmark;
  const Arguments a = begin(argc, argv, {100000, 10000});
  const double width = 1.0 / a.steps;
  Shape intervals{a.steps};
  Pvar<double> x{intervals};
  double pi = 0;
  start();
  with(intervals) {
    x = (pcoord(0) + 0.5) * width;
    pi += 4.0 / (1.0 + x * x);
    pi *= width;
    work();
  }
  stop(static_cast<double>(a.steps) / a.size);

  double expected = 0;
  for (int i = 0; i < a.steps; ++i) {
    const double at = (i + 0.5) * width;
    expected += 4.0 / (1.0 + at * at);
  }
  return finish("pi", close(pi, expected * width));
}
