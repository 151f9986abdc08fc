// SPDX-License-Identifier: Apache-2.0
// Shared by the parts of the latency program: rows by name, cores by distance, averages.
#pragma once

#include <stdint.h>

#include "firmware/hal/processor.h"

namespace primitives {

constexpr int kHops = 9;  // 0 (the other core of the tile) to 8

// Reports microseconds under a name made as printf does.
__attribute__((format(printf, 2, 3))) void report(double us, const char* format, ...);

double us_of(double cycles);

// The UE on the core that is `hops` away from core 0, which is UE 0; -1 if it takes no part.
int partner_at(int hops);

// Microseconds of operation(i), the mean of `rounds` in a row after one to warm up.
template <class Operation>
double mean_us(int rounds, Operation operation) {
  operation(0);
  const uint64_t start = hal::cycles();
  for (int i = 1; i <= rounds; ++i) operation(i);
  return us_of(static_cast<double>(hal::cycles() - start) / rounds);
}

// The parts. Collective over all UEs.
void one_sided();
void synchronisation();
void messages();
void barriers();
// False if the cores' clocks do not agree, or at a size above 4096.
bool collectives(int sizes, char** bytes);

}  // namespace primitives
