/* SPDX-License-Identifier: Apache-2.0 */
/* fastmat1: product of two matrices of doubles. One position a node: each holds a band of rows of both
 * factors, and the bands of the second one go round. A band has a length that only the run knows, so
 * it is memory of the library, and goes by the library's grid write. steps: every so many-th row is
 * computed by the program's own instructions; `work` takes the time of all of them. */
#include <math.h>

#include "benchmark_c.h"

#define VALUES(pvar) ((double *)(pvar)->start)

static double left_at(int i, int j) { return (i * 7 + j * 3) % 11 - 5; }
static double right_at(int i, int j) { return (i * 5 + j * 2) % 13 - 6; }

int main(int argc, char **argv) {
  int n = 64, every = 1, nodes, rows, me, turn, wrong = 0, i, j, k;
  long band, bytes;
  CS__Pvar left, product, right, next;
  CS__Shift to_the_left = {{-1}, {1}};
  benchmark_begin(argc, argv, &n, &every);
  nodes = CS__self.nodes;
  rows = n / nodes;
  if (rows * nodes != n) CS__Fail("fastmat1: %d rows do not divide among %d nodes", n, nodes);
  band = (long)rows * n;
  bytes = band * (long)sizeof(double);

  shape [nodes]chunk;
  left = CS__PvarAlloc(chunk, bytes, CS__USERMEM_POOL);
  product = CS__PvarAlloc(chunk, bytes, CS__USERMEM_POOL);
  right = CS__PvarAlloc(chunk, bytes, CS__USERMEM_POOL);
  next = CS__PvarAlloc(chunk, bytes, CS__USERMEM_POOL);
  me = CS__Coordinates(chunk, 0)[0];
  for (k = 0; k < band; k++) {
    VALUES(left)[k] = left_at(me * rows + k / n, k % n);
    VALUES(right)[k] = right_at(me * rows + k / n, k % n);
    VALUES(product)[k] = 0;
  }
  benchmark_start();
  with(chunk) {
    for (turn = 0; turn < nodes; turn++) {
      int owner = (me + turn) % nodes;
      CS__Pvar received;
      for (i = 0; i < rows; i += every)
        for (k = 0; k < rows; k++) {
          double factor = VALUES(left)[i * n + owner * rows + k];
          double *row = VALUES(right) + k * n, *sum = VALUES(product) + i * n;
          for (j = 0; j < n; j++) sum[j] += factor * row[j];
        }
      benchmark_work((double)rows * rows * n);
      if (turn + 1 == nodes) break;
      CS__GridWrite(next, right, &to_the_left, bytes, 0);
      received = next;
      next = right;
      right = received;
    }
  }
  benchmark_stop(1);

  for (i = 0; i < rows; i += every)
    for (j = 0; j < n; j += 3) {
      double expected = 0;
      for (k = 0; k < n; k++) expected += left_at(me * rows + i, k) * right_at(k, j);
      wrong += fabs(VALUES(product)[i * n + j] - expected) > 1e-9;
    }
  return benchmark_finish("fastmat1", wrong);
}
