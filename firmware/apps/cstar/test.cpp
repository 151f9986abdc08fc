// SPDX-License-Identifier: Apache-2.0
// The library's test program: every routine once in the given style, checked, with what it took.
// Arguments as for the benchmarks; all routines take the style of `reduce`. Reports for each
// routine ROUTINE/us, /steps and /messages (of all nodes).
#include <stdio.h>

#include "benchmark.h"
#include "firmware/hal/host.h"

namespace {

using namespace benchmark;

bool all_right = true;

// One call warms the caches, the next is counted, and kTimed are timed together.
constexpr int kTimed = 8;
template <class Call>
void try_out(const char* name, CS__Routine routine, bool (*right)(), Call call) {
  call();
  CS__Sync();
  CS__profile[routine] = {};
  call();
  long messages = CS__profile[routine].messages;
  const long steps = CS__profile[routine].steps;
  CS__Sync();
  CS__TimerStart();
  for (int k = 0; k < kTimed; ++k) call();
  CS__Sync();
  const double us = CS__TimerStop() * 1000 / kTimed;
  all_right = all_right && right();
  CS__Reduce(&messages, CS__LONG, CS__ADD, CS__current);
  if (CS__self.node != 0) return;
  char text[40];
  const auto report = [&](const char* what, double value) {
    snprintf(text, sizeof text, "%s/%s", name, what);
    hal::report(text, value);
  };
  report("us", us);
  report("steps", static_cast<double>(steps));
  report("messages", static_cast<double>(messages));
  printf("%-14s %9.1f us %3ld steps %5ld messages\n", name, us, steps, messages);
}

Pvar<int>*p7, *p8;
int scalar;

}  // namespace

int main(int argc, char** argv) {
  const Arguments a = begin(argc, argv, {256, 1});
  static int n;
  n = a.size;
  CS__options.broadcast = CS__options.scatter = CS__options.reduce;
  Shape positions{n};
  Pvar<int> values{positions, 0}, other{positions, 0}, index{positions, 0};
  p7 = &values;
  p8 = &other;
  with(positions) {
    other = pcoord(0) + 1;
    index = mod(as<int>(pcoord(0)) * (n - 1), n);
    try_out(
        "sync", CS__SYNC, [] { return true; }, [] { CS__Sync(); });
    try_out(
        "owner_assign", CS__OWNER_ASSIGN, [] { return int(p7->at(5)) == 9; },
        [&] { values.at(5) = 9; });
    try_out(
        "broadcast", CS__BROADCAST, [] { return scalar == n / 3 + 1; },
        [&] { scalar = other.at(n / 3); });
    try_out(
        "point_to_point", CS__POINT_TO_POINT, [] { return int(p7->at(n - 1)) == 1; },
        [&] { values.at(n - 1) = other.at(0); });
    try_out(
        "grid_write", CS__GRID_WRITE, [] { return sum(*p7) == n * (n + 1) / 2; },
        [&] { values.at(mod(pcoord(0) - 1, n)) = other; });
    try_out(
        "grid_read", CS__GRID_READ,
        [] { return matches(*p7, [](int i, int) { return (i + 1) % n + 1; }); },
        [&] { values = other.at(mod(pcoord(0) + 1, n)); });
    try_out(
        "reduce", CS__REDUCE, [] { return scalar == n * (n + 1) / 2; },
        [&] { scalar = sum(other); });
    try_out(
        "scatter", CS__SCATTER,
        [] { return matches(*p7, [](int i, int) { return (n - i) % n + 1; }); },
        [&] { values.at(index) = other; });
    try_out(
        "gather", CS__GATHER,
        [] { return matches(*p7, [](int i, int) { return (n - i) % n + 1; }); },
        [&] { values = other.at(index); });
  }
  return finish("test", all_right);
}
