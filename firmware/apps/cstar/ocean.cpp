// SPDX-License-Identifier: Apache-2.0
// ocean: a wind-driven basin: vorticity is carried along and diffuses, and its stream function
// relaxes. Edges are walls. steps: time steps.
#include <math.h>
#include <stdlib.h>

#include "benchmark.h"

namespace {

constexpr double kTimeStep = 0.05, kFriction = 0.1, kWind = 0.02;
constexpr int kRelaxations = 4;

// One interior position from its four neighbours.
double relaxed(double north, double south, double west, double east, double vorticity) {
  return 0.25 * (north + south + west + east - vorticity);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace benchmark;
  const Arguments a = begin(argc, argv, {32, 1});
  const int n = a.size;
  Shape basin{n, n};
  Pvar<double> stream{basin, 0.0}, vorticity{basin, 0.0}, next{basin, 0.0}, wind{basin, 0.0};
  with(basin) wind = kWind * ((pcoord(0) * 3) % n - n / 2);
  start();
  with(basin) {
    for (int t = 0; t < a.steps; ++t) {
      where(pcoord(0) > 0 && pcoord(0) < n - 1 && pcoord(1) > 0 && pcoord(1) < n - 1) {
        next = vorticity +
               kTimeStep *
                   (wind +
                    kFriction * (vorticity.at(pcoord(0) - 1, pcoord(1)) +
                                 vorticity.at(pcoord(0) + 1, pcoord(1)) +
                                 vorticity.at(pcoord(0), pcoord(1) - 1) +
                                 vorticity.at(pcoord(0), pcoord(1) + 1) - 4.0 * vorticity) -
                    (stream.at(pcoord(0), pcoord(1) + 1) - stream.at(pcoord(0), pcoord(1) - 1)));
        vorticity = next;
        for (int k = 0; k < kRelaxations; ++k) {
          next = 0.25 * (stream.at(pcoord(0) - 1, pcoord(1)) + stream.at(pcoord(0) + 1, pcoord(1)) +
                         stream.at(pcoord(0), pcoord(1) - 1) + stream.at(pcoord(0), pcoord(1) + 1) -
                         vorticity);
          stream = next;
        }
      }
      work();
    }
  }
  stop(a.steps);

  const auto field = [n] {
    return static_cast<double*>(calloc(static_cast<size_t>(n) * n, sizeof(double)));
  };
  double *s = field(), *v = field(), *fresh = field();
  const auto sweep = [&](double* into, auto value) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) fresh[i * n + j] = value(i, j, i * n + j);
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) into[i * n + j] = fresh[i * n + j];
  };
  for (int t = 0; t < a.steps; ++t) {
    sweep(v, [&](int i, int, int k) {
      const double along = kWind * ((i * 3) % n - n / 2);
      return v[k] +
             kTimeStep *
                 (along + kFriction * (v[k - n] + v[k + n] + v[k - 1] + v[k + 1] - 4.0 * v[k]) -
                  (s[k + 1] - s[k - 1]));
    });
    for (int r = 0; r < kRelaxations; ++r)
      sweep(s,
            [&](int, int, int k) { return relaxed(s[k - n], s[k + n], s[k - 1], s[k + 1], v[k]); });
  }
  const bool right = matches(stream, [&](int i, int j) { return s[i * n + j]; }) &&
                     matches(vorticity, [&](int i, int j) { return v[i * n + j]; });
  free(s);
  free(v);
  free(fresh);
  return finish("ocean", right);
}
