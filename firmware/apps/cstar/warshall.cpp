// SPDX-License-Identifier: Apache-2.0
// warshall: transitive closure of a graph. A position has a row of the adjacency matrix; the
// pivot's row is broadcast element by element. steps: pivots that run.
#include <stdlib.h>

#include "benchmark.h"

namespace {

constexpr int kLargest = 256;

bool edge(int i, int j) { return i != j && (i * 17 + j * 31) % 29 == 0; }

}  // namespace

int main(int argc, char** argv) {
  using namespace benchmark;
  const Arguments a = begin(argc, argv, {64, 64});
  const int n = a.size, pivots = a.steps < n ? a.steps : n;
  if (n > kLargest) CS__Fail("warshall: size %d; expected at most %d", n, kLargest);
  Shape rows{n};
  Pvar<char[kLargest]> path{rows};
  int growing = 0;
  with(rows) for (int j = 0; j < n; ++j) path[j] =
      pcoord(0) != j && (pcoord(0) * 17 + j * 31) % 29 == 0;
  start();
  with(rows) {
    for (int k = 0; k < pivots; ++k) {
      for (int j = 0; j < n; ++j) {
        const char from_pivot = path[j].at(k);
        if (from_pivot != 0) path[j] = path[j] | path[k];
        work();
      }
      growing += as<int>(path[k]);  // how many reach the pivot
    }
  }
  stop(static_cast<double>(pivots) / n);

  auto* expected = static_cast<char*>(malloc(static_cast<size_t>(n) * n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) expected[i * n + j] = edge(i, j) ? 1 : 0;
  for (int k = 0; k < pivots; ++k)
    for (int i = 0; i < n; ++i)
      if (expected[i * n + k] != 0)
        for (int j = 0; j < n; ++j) expected[i * n + j] |= expected[k * n + j];
  bool right = true;
  for (int j = 0; j < n; ++j)
    right = right && matches(path[j], [&](int i, int) { return expected[i * n + j]; });
  free(expected);
  return finish("warshall", right && growing >= 0);
}
