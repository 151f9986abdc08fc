// SPDX-License-Identifier: Apache-2.0
// red-black: Gauss-Seidel relaxation, red positions first, then black ones. Neighbours are read by
// computed indices, so that every read is a gather. steps: time steps.
#include <stdlib.h>

#include "benchmark.h"

namespace {

double start_value(int i, int j) { return (i * 11 + j * 5) % 9; }

}  // namespace

int main(int argc, char** argv) {
  using namespace benchmark;
  const Arguments a = begin(argc, argv, {16, 2});
  const int n = a.size;
  Shape grid{n, n};
  Pvar<double> u{grid};
  Pvar<int> north{grid}, south{grid}, west{grid}, east{grid}, row{grid}, column{grid};
  with(grid) {
    u = (pcoord(0) * 11 + pcoord(1) * 5) % 9;
    row = pcoord(0);
    column = pcoord(1);
    north = mod(row - 1, n);
    south = mod(row + 1, n);
    west = mod(column - 1, n);
    east = mod(column + 1, n);
  }
  start();
  with(grid) {
    for (int t = 0; t < a.steps; ++t)
      for (int colour = 0; colour < 2; ++colour) {
        where((row + column) % 2 == colour) u =
            0.25 * (u.at(north, column) + u.at(south, column) + u.at(row, west) + u.at(row, east));
        work();
      }
  }
  stop(a.steps);

  auto* expected = static_cast<double*>(malloc(sizeof(double) * static_cast<size_t>(n) * n));
  const auto at = [&](int i, int j) -> double& { return expected[(i + n) % n * n + (j + n) % n]; };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) at(i, j) = start_value(i, j);
  auto* fresh = static_cast<double*>(malloc(sizeof(double) * static_cast<size_t>(n) * n));
  for (int t = 0; t < a.steps; ++t)
    for (int colour = 0; colour < 2; ++colour) {
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          fresh[i * n + j] =
              (i + j) % 2 != colour
                  ? at(i, j)
                  : 0.25 * (at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1));
      for (int k = 0; k < n * n; ++k) expected[k] = fresh[k];
    }
  const bool right = matches(u, [&](int i, int j) { return at(i, j); });
  free(fresh);
  free(expected);
  return finish("red-black", right);
}
