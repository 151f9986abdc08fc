// SPDX-License-Identifier: Apache-2.0
// Clocks and voltages while a program runs.
//   power dividers TURNS         one UE: a loop of TURNS turns at every divider from 2 to 16
//   power ramps                  one UE: how long RCCE's changes of voltage take
//   power point DIVIDER TURNS    all UEs: the loop at this divider and the voltage RCCE chooses for
//                                it; divider 0: at what the machine started with
// Cases: loop_cycles/DIVIDER (time stamp counter), loop_ms/DIVIDER (global time stamp),
// ramp_us/FROM_TO (mV; from RCCE_iset_power to the end of RCCE_wait_power).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "RCCE.h"
#include "firmware/hal/host.h"
#include "firmware/hal/processor.h"
#include "firmware/hal/time.h"

namespace {

constexpr double kTimestampHz = 125e6;

void report(const char* family, int a, double value) {
  char name[40];
  snprintf(name, sizeof name, "%s/%d", family, a);
  hal::report(name, value);
}

// Registers and the first-level cache only.
__attribute__((noinline)) void compute(unsigned turns) {
  asm volatile("1: decl %0\n\tjnz 1b" : "+r"(turns)::"cc");
}

struct Duration {
  uint64_t cycles, ticks;
};

__attribute__((noinline)) Duration measured(unsigned turns) {
  const uint64_t tick = hal::global_timestamp();
  const uint64_t cycle = hal::cycles();
  compute(turns);
  const uint64_t end = hal::cycles();
  return {end - cycle, hal::global_timestamp() - tick};
}

// The core allocates no line on a write miss: what is stored below here is in the cache only after
// a read.
__attribute__((noinline)) void read_stack() {
  const auto* const here = static_cast<const volatile char*>(__builtin_frame_address(0));
  for (int i = 0; i < 1024; i += static_cast<int>(SCC_LINE)) (void)here[-i];
}

__attribute__((noinline)) int dividers(unsigned turns) {
  int failures = 0;
  for (int divider = 2; divider <= 16; ++divider) {
    int set;
    failures += RCCE_set_frequency_divider(divider, &set) != RCCE_SUCCESS;
    measured(100);  // fills caches and branch buffer, and the new clock has come
    const Duration empty = measured(1);
    const Duration loop = measured(turns + 1);
    report("loop_cycles", divider, static_cast<double>(loop.cycles - empty.cycles));
    report("loop_ms", divider, static_cast<double>(loop.ticks - empty.ticks) / kTimestampHz * 1e3);
  }
  return failures;
}

int ramps() {
  int failures = 0;
  constexpr int kSteps[] = {3, 4, 3, 2, 4, 2};
  // Dividers that need 1.1, 0.8 and 0.7 V, each step in either direction.
  for (const int divider : kSteps) {
    RCCE_REQUEST request;
    int set, level;
    const uint64_t tick = hal::global_timestamp();
    failures += RCCE_iset_power(divider, &request, &set, &level) != RCCE_SUCCESS;
    failures += RCCE_wait_power(&request) != RCCE_SUCCESS;
    const uint64_t ticks = hal::global_timestamp() - tick;
    char name[40];
    snprintf(name, sizeof name, "ramp_us/%d_%d", 700 + 100 * request.old_voltage_level,
             700 + 100 * request.new_voltage_level);
    hal::report(name, static_cast<double>(ticks) / kTimestampHz * 1e6);
  }
  return failures;
}

int point(int divider, unsigned turns) {
  int failures = 0;
  if (divider != 0) {
    RCCE_REQUEST request;
    int set, level;
    failures += RCCE_iset_power(divider, &request, &set, &level) != RCCE_SUCCESS;
    failures += RCCE_wait_power(&request) != RCCE_SUCCESS;
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  compute(turns + 1);
  return failures;
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  const char* const what = argc > 1 ? argv[1] : "";
  const auto number = [&](int i) { return argc > i ? atoi(argv[i]) : 0; };
  int failures = 0;
  if (strcmp(what, "dividers") == 0 && number(2) > 0) {
    read_stack();
    failures = dividers(static_cast<unsigned>(number(2)));
  } else if (strcmp(what, "ramps") == 0) {
    failures = ramps();
  } else if (strcmp(what, "point") == 0 && number(3) >= 0) {
    failures = point(number(2), static_cast<unsigned>(number(3)));
  } else {
    puts("power: expected dividers TURNS, ramps, or point DIVIDER TURNS");
    failures = 1;
  }
  RCCE_finalize();
  return failures;
}
