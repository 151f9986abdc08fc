// SPDX-License-Identifier: Apache-2.0
// jacobi: the temperature of a plate with fixed edges. steps: time steps, each with the largest
// change reduced.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmark.h"

namespace {

double edge(int i, int j) { return (i * 13 + j * 7) % 10; }

}  // namespace

int main(int argc, char** argv) {
  using namespace benchmark;
  const Arguments a = begin(argc, argv, {64, 2});
  const int n = a.size;
  Shape plate{n, n};
  Pvar<double> now{plate, 0.0}, next{plate, 0.0};
  double largest = 0;
  with(plate) {
    now = (pcoord(0) * 13 + pcoord(1) * 7) % 10;
    where(pcoord(0) > 0 && pcoord(0) < n - 1 && pcoord(1) > 0 && pcoord(1) < n - 1) now = 0;
  }
  start();
  with(plate) {
    for (int t = 0; t < a.steps; ++t) {
      where(pcoord(0) > 0 && pcoord(0) < n - 1 && pcoord(1) > 0 && pcoord(1) < n - 1) {
        next = 0.25 * (now.at(pcoord(0) - 1, pcoord(1)) + now.at(pcoord(0) + 1, pcoord(1)) +
                       now.at(pcoord(0), pcoord(1) - 1) + now.at(pcoord(0), pcoord(1) + 1));
        largest = maximum(next - now);
        now = next;
      }
      work();
    }
  }
  stop(a.steps);

  const auto count = static_cast<size_t>(n) * n;
  auto* old = static_cast<double*>(calloc(count, sizeof(double)));
  auto* fresh = static_cast<double*>(calloc(count, sizeof(double)));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (i == 0 || j == 0 || i == n - 1 || j == n - 1) old[i * n + j] = edge(i, j);
  double expected = 0;
  for (int t = 0; t < a.steps; ++t) {
    expected = -HUGE_VAL;
    memcpy(fresh, old, count * sizeof(double));
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        fresh[i * n + j] = 0.25 * (old[(i - 1) * n + j] + old[(i + 1) * n + j] +
                                   old[i * n + j - 1] + old[i * n + j + 1]);
        expected = fmax(expected, fresh[i * n + j] - old[i * n + j]);
      }
    memcpy(old, fresh, count * sizeof(double));
  }
  const bool right =
      close(largest, expected) && matches(now, [&](int i, int j) { return old[i * n + j]; });
  free(old);
  free(fresh);
  return finish("jacobi", right);
}
