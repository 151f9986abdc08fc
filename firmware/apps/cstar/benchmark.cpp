// SPDX-License-Identifier: Apache-2.0
#include "benchmark.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "firmware/hal/host.h"

namespace benchmark {
namespace {

double work_cycles, units, elapsed;

CS__Style style_of(const char* name) {
  if (strcmp(name, "mesh") == 0) return CS__MESH;
  if (strcmp(name, "hypercube") == 0) return CS__HYPERCUBE;
  CS__Fail("style %s; expected mesh or hypercube", name);
}

void set(const char* name, const char* value, Arguments& arguments) {
  const auto is = [name](const char* other) { return strcmp(name, other) == 0; };
  if (is("reduce")) {
    CS__options.reduce = style_of(value);
  } else if (is("broadcast")) {
    CS__options.broadcast = style_of(value);
  } else if (is("scatter")) {
    CS__options.scatter = style_of(value);
  } else {
    char* end = nullptr;
    const double number = strtod(value, &end);
    if (end == value || *end != '\0' || number < 0)
      CS__Fail("argument %s=%s; expected a number from 0 on", name, value);
    if (is("size")) {
      arguments.size = static_cast<int>(number);
    } else if (is("steps")) {
      arguments.steps = static_cast<int>(number);
    } else if (is("work")) {
      work_cycles = number;
    } else if (is("pool")) {
      CS__SetPool(static_cast<long>(number));
    } else if (is("reduce_cycles")) {
      CS__options.reduce_cycles = static_cast<long>(number);
    } else if (is("broadcast_cycles")) {
      CS__options.broadcast_cycles = static_cast<long>(number);
    } else if (is("scatter_cycles")) {
      CS__options.scatter_cycles = static_cast<long>(number);
    } else {
      CS__Fail("argument %s: unknown; see benchmark.h", name);
    }
  }
}

}  // namespace

Arguments begin(int argc, char** argv, Arguments defaults) {
  CS__Setup();
  Arguments arguments = defaults;
  for (int i = 1; i < argc; ++i) {
    char name[20];
    const char* equals = strchr(argv[i], '=');
    const size_t length = equals == nullptr ? sizeof name : static_cast<size_t>(equals - argv[i]);
    if (length >= sizeof name) CS__Fail("argument %s; expected NAME=VALUE", argv[i]);
    memcpy(name, argv[i], length);
    name[length] = '\0';
    set(name, equals + 1, arguments);
  }
  if (arguments.size < 8 || arguments.steps < 1)
    CS__Fail("size %d, steps %d; expected at least 8 and 1", arguments.size, arguments.steps);
  return arguments;
}

void work(double times) {
  const double count = times * static_cast<double>(CS__current->local_positions);
  units += count;
  CS__Spend(work_cycles * count);
}

void start() {
  CS__Sync();
  memset(CS__profile, 0, sizeof CS__profile);
  units = 0;
  CS__TimerStart();
}

double stop(double share) {
  CS__Sync();
  elapsed = CS__TimerStop();
  if (CS__self.node != 0) return elapsed;
  hal::report("ms", elapsed);
  hal::report("share", share);
  hal::report("units", units);
  hal::report("reduce_units", CS__profile[CS__REDUCE].charged);
  hal::report("broadcast_units", CS__profile[CS__BROADCAST].charged);
  hal::report("scatter_units", CS__profile[CS__SCATTER].charged + CS__profile[CS__GATHER].charged);
  return elapsed;
}

int finish(const char* what, bool right) {
  int wrong = right ? 0 : 1;
  CS__Reduce(&wrong, CS__INT, CS__ADD, CS__allocate_shape_array_1(1, &CS__self.nodes));
  if (CS__self.node == 0)
    printf("%s on %d nodes: %.3f ms, %s\n", what, CS__self.nodes, elapsed,
           wrong == 0 ? "verified" : "WRONG");
  return wrong == 0 ? 0 : 1;
}

}  // namespace benchmark
