// SPDX-License-Identifier: Apache-2.0
// Locks in test-and-set registers.
//   locks registers              UE 0 takes and frees the register of every core; all others have
//                                ended. Reported as test_and_set/HOPS: core cycles of a pair, the
//                                mean over the cores at that distance.
//   locks simple|backoff ROUNDS  all UEs take and free the lock of UE 0, with nothing between.
//                                Reported as UE: ns a round, the mean of ROUNDS; printed by UE 0:
//                                mean, least and most of all UEs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "firmware/apps/experiments/many_cores/all_ues.h"
#include "firmware/hal/processor.h"
#include "firmware/hal/test_and_set.h"

namespace {

constexpr int kPairs = 200;

// Long enough for the other cores to end.
constexpr uint64_t kOthersEndCycles = 500'000;

double pair_cycles(int core) {
  uint64_t start = 0;
  for (int i = -1; i < kPairs; ++i) {  // one to warm up
    if (i == 0) start = hal::cycles();
    while (!hal::test_and_set(core)) {
    }
    hal::test_and_set_release(core);
  }
  return static_cast<double>(hal::cycles() - start) / kPairs;
}

void registers() {
  const uint64_t start = hal::cycles();
  while (hal::cycles() < start + kOthersEndCycles) {
  }
  double sums[SCC_MAX_HOPS + 1] = {};
  int cores[SCC_MAX_HOPS + 1] = {};
  const hal::Coordinates here = hal::coordinates(0);
  for (int core = 0; core < static_cast<int>(SCC_CORES); ++core) {
    const int hops = hal::hops(here, hal::coordinates(hal::tile_of_core(core)));
    sums[hops] += pair_cycles(core);
    ++cores[hops];
  }
  for (int hops = 0; hops <= SCC_MAX_HOPS; ++hops) {
    char name[32];
    snprintf(name, sizeof name, "test_and_set/%d", hops);
    hal::report(name, sums[hops] / cores[hops]);
  }
}

double acquire_ns(int (*acquire)(int ue), int rounds) {
  RCCE_barrier(&RCCE_COMM_WORLD);
  const double start = RCCE_wtime();
  for (int round = 0; round < rounds; ++round) {
    acquire(0);
    RCCE_release_lock(0);
  }
  return (RCCE_wtime() - start) * 1e9 / rounds;
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  if (argc == 2 && strcmp(argv[1], "registers") == 0) {
    if (RCCE_ue() == 0) registers();
    return 0;
  }
  const int rounds = argc == 3 ? atoi(argv[2]) : 0;
  const bool backoff = argc == 3 && strcmp(argv[1], "backoff") == 0;
  if ((!backoff && (argc != 3 || strcmp(argv[1], "simple") != 0)) || rounds < 1) {
    fprintf(stderr, "usage: locks registers, or locks simple|backoff ROUNDS\n");
    return 1;
  }
  report_of_all(argv[1], "ns a round",
                acquire_ns(backoff ? RCCE_backoff_lock : RCCE_acquire_lock, rounds));
  return RCCE_finalize();
}
