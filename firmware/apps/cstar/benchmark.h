// SPDX-License-Identifier: Apache-2.0
// What the C* benchmarks share: arguments, the clock, and work that the model's processor does not
// have. Arguments are NAME=VALUE:
//   size=N    of the problem
//   steps=N   how much of it runs: time steps, or what the program says
//   work=C    cycles for every position of a statement beyond the program's own instructions
//   pool=B    bytes for parallel variables
//   reduce=, broadcast=, scatter=   mesh or hypercube
//   reduce_cycles=, broadcast_cycles=, scatter_cycles=   see cstar.h
// Every program verifies its result against a sequential version. Node 0 reports:
//   ms     between two barriers, for the steps that ran
//   share  of the whole problem that they are
//   units, reduce_units, broadcast_units, scatter_units   what the cycles above were taken for
#pragma once

#include "firmware/cstar/cstar.hpp"

namespace benchmark {

using namespace cstar;

struct Arguments {
  int size, steps;
};

Arguments begin(int argc, char** argv, Arguments defaults);
// Work on every local position of the current shape, so many times.
void work(double times = 1);
void start();
double stop(double share);  // milliseconds
// All nodes say whether their part is right. The program's exit status.
int finish(const char* what, bool right);

inline bool close(double a, double b) {
  const double apart = a - b, scale = (a < 0 ? -a : a) + 1;
  return apart < 1e-9 * scale && apart > -1e-9 * scale;
}

// A variable against a sequential one, position by position.
template <class Variable, class Expected>
bool matches(const Variable& variable, Expected expected) {
  const CS__Shape shape = variable.shape();
  const int* row = CS__Coordinates(shape, 0);
  const int* column = shape->rank > 1 ? CS__Coordinates(shape, 1) : nullptr;
  for (long i = 0; i < shape->local_positions; ++i)
    if (!close(static_cast<double>(variable.local(i)),
               static_cast<double>(expected(row[i], column == nullptr ? 0 : column[i]))))
      return false;
  return true;
}

}  // namespace benchmark
