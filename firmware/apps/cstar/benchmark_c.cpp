// SPDX-License-Identifier: Apache-2.0
#include "benchmark_c.h"

#include <stdio.h>

#include "benchmark.h"
#include "firmware/hal/host.h"
#include "shallow.h"

namespace {

double elapsed;
shallow::Sequential* sequential;

}  // namespace

void benchmark_begin(int argc, char** argv, int* size, int* steps) {
  const benchmark::Arguments arguments = benchmark::begin(argc, argv, {*size, *steps});
  *size = arguments.size;
  *steps = arguments.steps;
}

void benchmark_work(double times) { benchmark::work(times); }
void benchmark_start(void) { benchmark::start(); }
void benchmark_stop(double share) { elapsed = benchmark::stop(share); }
void benchmark_report(const char* name, double value) {
  if (CS__self.node == 0) hal::report(name, value);
}

int benchmark_finish(const char* what, int wrong) { return benchmark::finish(what, wrong == 0); }

int benchmark_end(const char* what, int wrong) {
  if (CS__self.node == 0)
    printf("%s on %d nodes: %.3f ms, %s\n", what, CS__self.nodes, elapsed,
           wrong == 0 ? "verified" : "WRONG");
  return wrong == 0 ? 0 : 1;
}

void shallow_run(int n, int steps) {
  sequential = new shallow::Sequential(n);
  for (int t = 0; t < steps; ++t) sequential->step();
}

double shallow_at(int field, int row, int column) {
  return sequential->at(static_cast<shallow::Sequential::Field>(field), row, column);
}
