// SPDX-License-Identifier: Apache-2.0
// fastmat1: product of two matrices of doubles. One position a node: each holds a band of rows of
// both factors, and the bands of the second one go round. steps: every so many-th row is computed
// by the program's own instructions; `work` takes the time of all of them.
#include "benchmark.h"

namespace {

double left_at(int i, int j) { return (i * 7 + j * 3) % 11 - 5; }
double right_at(int i, int j) { return (i * 5 + j * 2) % 13 - 6; }

}  // namespace

int main(int argc, char** argv) {
  using namespace benchmark;
  const Arguments a = begin(argc, argv, {64, 1});
  const int n = a.size, nodes = CS__self.nodes, rows = n / nodes;
  if (rows * nodes != n) CS__Fail("fastmat1: %d rows do not divide among %d nodes", n, nodes);
  const long band = static_cast<long>(rows) * n;
  const long bytes = band * static_cast<long>(sizeof(double));
  Shape chunk{nodes};
  const auto allocate = [&] { return CS__PvarAlloc(chunk, bytes, CS__USERMEM_POOL); };
  const CS__Pvar left = allocate(), product = allocate();
  CS__Pvar right = allocate(), next = allocate();
  const auto values = [](CS__Pvar pvar) { return reinterpret_cast<double*>(pvar->start); };
  const int me = chunk.operator CS__Shape()->begin[0];
  for (long k = 0; k < band; ++k) {
    const int i = me * rows + static_cast<int>(k / n), j = static_cast<int>(k % n);
    values(left)[k] = left_at(i, j);
    values(right)[k] = right_at(i, j);
    values(product)[k] = 0;
  }
  const CS__Shift to_the_left{{-1}, {1}};
  start();
  with(chunk) {
    for (int turn = 0; turn < nodes; ++turn) {
      const int owner = (me + turn) % nodes;
      for (int i = 0; i < rows; i += a.steps)
        for (int k = 0; k < rows; ++k) {
          const double factor = values(left)[i * n + owner * rows + k];
          const double* row = values(right) + k * n;
          double* sum = values(product) + i * n;
          for (int j = 0; j < n; ++j) sum[j] += factor * row[j];
        }
      work(static_cast<double>(rows) * rows * n);
      if (turn + 1 == nodes) break;
      CS__GridWrite(next, right, &to_the_left, bytes, 0);
      CS__Pvar received = next;
      next = right;
      right = received;
    }
  }
  stop(1);

  bool right_result = true;
  for (int i = 0; i < rows; i += a.steps)
    for (int j = 0; j < n; j += 3) {
      double expected = 0;
      for (int k = 0; k < n; ++k) expected += left_at(me * rows + i, k) * right_at(k, j);
      right_result = right_result && close(values(product)[i * n + j], expected);
    }
  return finish("fastmat1", right_result);
}
