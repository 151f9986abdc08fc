/* SPDX-License-Identifier: Apache-2.0 */
/* warshall: transitive closure of a graph. A position has a row of the adjacency matrix; the pivot's
 * row is broadcast element by element. steps: pivots that run. */
#include "benchmark_c.h"

#define LARGEST 256

static char expected[LARGEST][LARGEST];

int main(int argc, char **argv) {
  int n = 64, pivots = 64, growing = 0, wrong = 0, i, j, k;
  benchmark_begin(argc, argv, &n, &pivots);
  if (pivots > n) pivots = n;
  if (n > LARGEST) CS__Fail("warshall: size %d; expected at most %d", n, LARGEST);

  shape [n]rows;
  char:rows path[LARGEST];
  with(rows)
    for (j = 0; j < n; j++)
      path[j] = pcoord(0) != j && (pcoord(0) * 17 + j * 31) % 29 == 0;
  benchmark_start();
  with(rows) {
    for (k = 0; k < pivots; k++) {
      for (j = 0; j < n; j++) {
        char from_pivot = [k]path[j];
        if (from_pivot) path[j] |= path[k];
        benchmark_work(1);
      }
      growing += (int:rows)path[k]; /* how many reach the pivot */
    }
  }
  benchmark_stop((double)pivots / n);

  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++) expected[i][j] = i != j && (i * 17 + j * 31) % 29 == 0;
  for (k = 0; k < pivots; k++)
    for (i = 0; i < n; i++)
      if (expected[i][k])
        for (j = 0; j < n; j++) expected[i][j] |= expected[k][j];
  with(rows) {
    char:rows right;
    int:rows differs = growing < 0;
    for (j = 0; j < n; j++) {
      for (i = 0; i < n; i++) [i]right = expected[i][j];
      differs += path[j] != right;
    }
    wrong += differs;
  }
  return benchmark_end("warshall", wrong);
}
