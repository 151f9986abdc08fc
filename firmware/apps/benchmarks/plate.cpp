// SPDX-License-Identifier: Apache-2.0
// Heat in a plate, explicit steps in single precision: a stencil whose rows stay in the caches.
//   bench_plate [SIZE [STEPS]]     default 96 x 96 and 20 steps
// Verified: the plate starts from its lowest mode, which each step scales by a known factor.
#include <stdio.h>

#include "firmware/apps/benchmarks/field.h"

namespace {

constexpr float kConduction = 0.2F;

void step(benchmarks::Field<float>& now, benchmarks::Field<float>& next) {
  for (int r = 1; r <= now.rows(); ++r) {
    const float *above = now.row(r - 1), *here = now.row(r), *below = now.row(r + 1);
    float* const target = next.row(r);
    for (int c = 1; c <= now.size(); ++c) {
      target[c] =
          here[c] + kConduction * (above[c] + below[c] + here[c - 1] + here[c + 1] - 4 * here[c]);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  const int size = argc > 1 ? atoi(argv[1]) : 96;
  const int steps = argc > 2 ? atoi(argv[2]) : 20;
  if (size < RCCE_num_ues() || steps < 1) {
    fprintf(stderr, "bench_plate: expected a step and a row for each UE\n");
    return 1;
  }
  const benchmarks::Mode mode(size);
  benchmarks::Field<float> now(size), next(size);
  double amplitude = 100;
  now.set(mode, amplitude);
  for (int i = 0; i < steps; ++i) {
    now.exchange_borders();
    step(now, next);
    now.swap(next);
    amplitude *= 1 - 4 * kConduction * (1 - mode.mean());
  }
  // Every step rounds to 24 bits.
  const double distance = now.distance(mode, amplitude), allowed = 1e-5 * (steps + 1);
  const bool wrong = !(distance <= allowed);
  if (wrong) printf("bench_plate: UE %d is off by %g: WRONG\n", RCCE_ue(), distance);
  RCCE_finalize();
  return wrong ? 1 : 0;
}
