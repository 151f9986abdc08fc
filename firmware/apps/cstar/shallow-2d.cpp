// SPDX-License-Identifier: Apache-2.0
// shallow-2d: the shallow-water equations, a position for every point of the grid. steps: time
// steps.
#include "benchmark.h"
#include "shallow.h"

int main(int argc, char** argv) {
  using namespace benchmark;
  using shallow::Sequential, shallow::kStep;
  const Arguments a = begin(argc, argv, {16, 1});
  const int n = a.size;
  Shape grid{n, n};
  Pvar<double> u{grid}, v{grid}, p{grid}, cu{grid}, cv{grid}, z{grid}, h{grid};
  with(grid) {
    u = ((pcoord(0) * 3 + pcoord(1)) % 7 - 3) * 0.1;
    v = ((as<int>(pcoord(0)) + pcoord(1) * 5) % 11 - 5) * 0.1;
    p = 50.0 + (pcoord(0) * pcoord(1)) % 5;
  }
  start();
  with(grid) {
    const Coordinate i = pcoord(0), j = pcoord(1);
    const Coordinate north = mod(i - 1, n), south = mod(i + 1, n), west = mod(j - 1, n),
                     east = mod(j + 1, n);
    for (int t = 0; t < a.steps; ++t) {
      cu = 0.5 * (p + p.at(north, j)) * u;
      cv = 0.5 * (p + p.at(i, west)) * v;
      z = (v - v.at(north, j) - u + u.at(i, west)) / (p + p.at(north, j));
      h = u.at(south, j);
      h = p + 0.25 * (h * h + v.at(i, east) * v.at(i, east));
      u = u + kStep * (z.at(i, east) * cv.at(i, east) - (h - h.at(north, j)));
      v = v - kStep * (z.at(south, j) * cu.at(south, j) + (h - h.at(i, west)));
      p = p - kStep * (cu.at(south, j) - cu + cv.at(i, east) - cv);
      work();
    }
  }
  stop(a.steps);

  Sequential expected(n);
  for (int t = 0; t < a.steps; ++t) expected.step();
  const auto of = [&](Sequential::Field field) {
    return [&expected, field](int row, int column) { return expected.at(field, row, column); };
  };
  return finish("shallow-2d", matches(u, of(Sequential::u)) && matches(v, of(Sequential::v)) &&
                                  matches(p, of(Sequential::p)));
}
