// SPDX-License-Identifier: Apache-2.0
// Two-dimensional incompressible flow in a box with slippery walls: Navier-Stokes equations for
// vorticity and stream function, explicit steps, Jacobi sweeps for the stream function. Six fields
// of doubles that a step goes through one after the other: with many points they leave L2.
//   bench_flow [SIZE [STEPS [SWEEPS]]]     default 64 x 64, 2 steps, 4 sweeps a step
// Verified: the Taylor-Green vortex is an exact solution of the discrete equations, too. Its
// advection vanishes, and every step and sweep scales it by known factors.
#include <stdio.h>

#include "firmware/apps/benchmarks/field.h"

namespace {

using Field = benchmarks::Field<double>;

constexpr double kDiffusion = 0.1;  // viscosity times time step, by the square of the spacing
constexpr double kCourant = 0.25;   // time step by spacing

// The velocities of the stream function, in grid points a step.
void find_velocity(Field& stream, Field& u, Field& v, double spacing) {
  const double factor = kCourant / (2 * spacing);
  for (int r = 1; r <= stream.rows(); ++r) {
    const double *above = stream.row(r - 1), *here = stream.row(r), *below = stream.row(r + 1);
    double *const along = u.row(r), *const down = v.row(r);
    for (int c = 1; c <= stream.size(); ++c) {
      along[c] = factor * (below[c] - above[c]);
      down[c] = factor * (here[c - 1] - here[c + 1]);
    }
  }
}

void transport(Field& vorticity, Field& u, Field& v, Field& next) {
  for (int r = 1; r <= vorticity.rows(); ++r) {
    const double *above = vorticity.row(r - 1), *here = vorticity.row(r);
    const double *below = vorticity.row(r + 1), *along = u.row(r), *down = v.row(r);
    double* const target = next.row(r);
    for (int c = 1; c <= vorticity.size(); ++c) {
      const double advection =
          along[c] * (here[c + 1] - here[c - 1]) + down[c] * (below[c] - above[c]);
      const double spread = above[c] + below[c] + here[c - 1] + here[c + 1] - 4 * here[c];
      target[c] = here[c] - 0.5 * advection + kDiffusion * spread;
    }
  }
}

void sweep(Field& stream, Field& vorticity, Field& next, double square) {
  for (int r = 1; r <= stream.rows(); ++r) {
    const double *above = stream.row(r - 1), *here = stream.row(r), *below = stream.row(r + 1);
    const double* const source = vorticity.row(r);
    double* const target = next.row(r);
    for (int c = 1; c <= stream.size(); ++c) {
      target[c] = 0.25 * (above[c] + below[c] + here[c - 1] + here[c + 1] + square * source[c]);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  const int size = argc > 1 ? atoi(argv[1]) : 64;
  const int steps = argc > 2 ? atoi(argv[2]) : 2;
  const int sweeps = argc > 3 ? atoi(argv[3]) : 4;
  if (size < RCCE_num_ues() || steps < 1 || sweeps < 1) {
    fprintf(stderr, "bench_flow: expected a step, a sweep and a row for each UE\n");
    return 1;
  }
  const double spacing = 1.0 / (size + 1), square = spacing * spacing;
  const benchmarks::Mode mode(size);
  const double mean = mode.mean();
  // Amplitudes: of the vorticity, and of the stream function that belongs to it.
  double vortex = 1, potential = square / (4 * (1 - mean));
  Field vorticity(size), stream(size), next_vorticity(size), next_stream(size), u(size), v(size);
  vorticity.set(mode, vortex);
  stream.set(mode, potential);
  stream.exchange_borders();
  for (int i = 0; i < steps; ++i) {
    find_velocity(stream, u, v, spacing);
    vorticity.exchange_borders();
    transport(vorticity, u, v, next_vorticity);
    vorticity.swap(next_vorticity);
    vortex *= 1 - 4 * kDiffusion * (1 - mean);
    for (int s = 0; s < sweeps; ++s) {
      sweep(stream, vorticity, next_stream, square);
      stream.swap(next_stream);
      stream.exchange_borders();
      potential = potential * mean + 0.25 * square * vortex;
    }
  }
  const double distance =
      fmax(vorticity.distance(mode, vortex), stream.distance(mode, potential) / potential);
  const bool wrong = !(distance <= 1e-10);
  if (wrong) printf("bench_flow: UE %d is off by %g: WRONG\n", RCCE_ue(), distance);
  RCCE_finalize();
  return wrong ? 1 : 0;
}
