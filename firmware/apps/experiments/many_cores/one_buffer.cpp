// SPDX-License-Identifier: Apache-2.0
// All UEs at one message passing buffer.
//   one_buffer get|put ROUNDS   each UE copies lines from UE 0's buffer to its own, or back: first
//                               alone, one UE after the other, then all together. Reported as UE:
//                               its time together over that alone.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "RCCE_lib.h"
#include "firmware/apps/experiments/many_cores/all_ues.h"
#include "firmware/hal/mpb.h"
#include "firmware/hal/processor.h"

namespace {

constexpr int kLine = SCC_LINE, kFirst = 4096, kLines = 64, kDummy = kFirst + kLines * kLine;

// Lines from one buffer to another, a line after the other.
void copy(int to, int from) {
  hal::cl1invmb();
  for (int line = 0; line < kLines; ++line) {
    const int offset = kFirst + line * kLine;
    const auto* source = reinterpret_cast<volatile uint32_t*>(hal::mpb(from) + offset);
    hal::store_line(hal::mpb(to) + offset, [source](int word) { return source[word]; });
  }
  hal::flush_write_combine(hal::mpb(RC_COREID[RCCE_ue()]) + kDummy);
}

void get() { copy(RC_COREID[RCCE_ue()], RC_COREID[0]); }
void put() { copy(RC_COREID[0], RC_COREID[RCCE_ue()]); }

double cycles(void (*access)(), int rounds) {
  access();
  const uint64_t start = hal::cycles();
  for (int round = 0; round < rounds; ++round) access();
  return static_cast<double>(hal::cycles() - start);
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  const int rounds = argc == 3 ? atoi(argv[2]) : 0;
  const bool reads = argc == 3 && strcmp(argv[1], "get") == 0;
  if ((!reads && (argc != 3 || strcmp(argv[1], "put") != 0)) || rounds < 1) {
    fprintf(stderr, "usage: one_buffer get|put ROUNDS\n");
    return 1;
  }
  double alone = 0;
  for (int ue = 0; ue < RCCE_num_ues(); ++ue) {
    RCCE_barrier(&RCCE_COMM_WORLD);
    if (ue == RCCE_ue()) alone = cycles(reads ? get : put, 1);
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  const double together = cycles(reads ? get : put, rounds);
  report_of_all(argv[1], "times as long as alone", together / rounds / alone);
  return RCCE_finalize();
}
