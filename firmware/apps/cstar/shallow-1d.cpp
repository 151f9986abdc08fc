// SPDX-License-Identifier: Apache-2.0
// shallow-1d: the shallow-water equations, a position for every row of the grid: columns are
// elements of parallel arrays. A row's neighbours are fetched whole. steps: time steps.
#include "benchmark.h"
#include "shallow.h"

namespace {

constexpr int kColumns = 64;
using Row = cstar::Pvar<double[kColumns]>;

// Of every row the one above (by -1) or below (by 1).
void fetch(Row& into, const Row& from, int by) {
  const CS__Shift shift{{by}, {1}};
  CS__pvar_struct target = into.whole(), source = from.whole();
  CS__GridRead(&target, &source, &shift, sizeof(double[kColumns]));
}

}  // namespace

int main(int argc, char** argv) {
  using namespace benchmark;
  using shallow::Sequential, shallow::kStep;
  const Arguments a = begin(argc, argv, {kColumns, 1});
  if (a.size != kColumns) CS__Fail("shallow-1d: size %d; expected %d", a.size, kColumns);
  constexpr int n = kColumns;
  Shape rows{n};
  Row u{rows}, v{rows}, p{rows}, cu{rows}, cv{rows}, z{rows}, h{rows};
  Row p_north{rows}, v_north{rows}, u_south{rows}, h_north{rows}, z_south{rows}, cu_south{rows};
  Row fresh_u{rows}, fresh_v{rows};
  with(rows) for (int j = 0; j < n; ++j) {
    u[j] = ((pcoord(0) * 3 + 1 * j) % 7 - 3) * 0.1;
    v[j] = ((pcoord(0) + 5 * j) % 11 - 5) * 0.1;
    p[j] = 50.0 + (pcoord(0) * j) % 5;
  }
  start();
  with(rows) {
    for (int t = 0; t < a.steps; ++t) {
      fetch(p_north, p, -1);
      fetch(v_north, v, -1);
      fetch(u_south, u, 1);
      for (int j = 0; j < n; ++j) {
        const int west = (j + n - 1) % n, east = (j + 1) % n;
        cu[j] = 0.5 * (p[j] + p_north[j]) * u[j];
        cv[j] = 0.5 * (p[j] + p[west]) * v[j];
        z[j] = (v[j] - v_north[j] - u[j] + u[west]) / (p[j] + p_north[j]);
        h[j] = p[j] + 0.25 * (u_south[j] * u_south[j] + v[east] * v[east]);
      }
      fetch(h_north, h, -1);
      fetch(z_south, z, 1);
      fetch(cu_south, cu, 1);
      for (int j = 0; j < n; ++j) {
        const int west = (j + n - 1) % n, east = (j + 1) % n;
        fresh_u[j] = u[j] + kStep * (z[east] * cv[east] - (h[j] - h_north[j]));
        fresh_v[j] = v[j] - kStep * (z_south[j] * cu_south[j] + (h[j] - h[west]));
        p[j] = p[j] - kStep * (cu_south[j] - cu[j] + cv[east] - cv[j]);
      }
      for (int j = 0; j < n; ++j) {
        u[j] = fresh_u[j];
        v[j] = fresh_v[j];
      }
      work();
    }
  }
  stop(a.steps);

  Sequential expected(n);
  for (int t = 0; t < a.steps; ++t) expected.step();
  bool right = true;
  for (int j = 0; j < n; ++j) {
    const auto of = [&expected, j](Sequential::Field field) {
      return [&expected, field, j](int row, int) { return expected.at(field, row, j); };
    };
    right = right && matches(u[j], of(Sequential::u)) && matches(v[j], of(Sequential::v)) &&
            matches(p[j], of(Sequential::p));
  }
  return finish("shallow-1d", right);
}
