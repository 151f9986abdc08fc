// SPDX-License-Identifier: Apache-2.0
// gauss: a dense linear system by elimination. A position has a row, of kLargest doubles whatever
// the size is; the pivot's row is broadcast element by element. steps: columns that are eliminated.
#include <stdlib.h>

#include "benchmark.h"

namespace {

constexpr int kLargest = 256;

double entry(int i, int j, int n) { return i == j ? 2.0 * n : (i * 3 + j * 5) % 7 - 3; }

}  // namespace

int main(int argc, char** argv) {
  using namespace benchmark;
  const Arguments a = begin(argc, argv, {32, 32});
  const int n = a.size, columns = a.steps < n ? a.steps : n;
  if (n > kLargest) CS__Fail("gauss: size %d; expected at most %d", n, kLargest);
  Shape rows{n};
  Pvar<double[kLargest]> system{rows};
  Pvar<double> right_side{rows}, factor{rows};
  with(rows) {
    for (int j = 0; j < n; ++j) {
      system[j] = (pcoord(0) * 3 + 5 * j) % 7 - 3;
      where(pcoord(0) == j) system[j] = 2.0 * n;
    }
    right_side = pcoord(0) + 1.0;
  }
  double done = 0;
  start();
  with(rows) {
    for (int k = 0; k < columns; ++k) {
      const double pivot = system[k].at(k), value = right_side.at(k);
      where(pcoord(0) > k) {
        factor = system[k] / pivot;
        right_side = right_side - factor * value;
      }
      work();
      for (int j = k; j < n; ++j) {
        const double of_pivot_row = system[j].at(k);
        where(pcoord(0) > k) system[j] = system[j] - factor * of_pivot_row;
        work();
      }
      done += n - k;
    }
  }
  stop(done / (0.5 * n * (n + 1)));

  auto* expected = static_cast<double*>(malloc(sizeof(double) * static_cast<size_t>(n) * n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) expected[i * n + j] = entry(i, j, n);
  for (int k = 0; k < columns; ++k)
    for (int i = k + 1; i < n; ++i) {
      const double by = expected[i * n + k] / expected[k * n + k];
      for (int j = k; j < n; ++j) expected[i * n + j] -= by * expected[k * n + j];
    }
  bool right = true;
  for (int j = 0; j < n; ++j)
    right = right && matches(system[j], [&](int i, int) { return expected[i * n + j]; });
  free(expected);
  return finish("gauss", right);
}
