// SPDX-License-Identifier: Apache-2.0
// Flags, locks and counters from UE 0; barriers over all.
#include "RCCE_lib.h"
#include "iRCCE.h"
#include "measure.h"

namespace {

constexpr int kRounds = 16;

tree_t binary;

struct Barrier {
  const char* name;
  int (*enter)(RCCE_COMM* comm);
};

constexpr Barrier kBarriers[] = {
    {"rcce", RCCE_barrier},
    {"binary_tree", [](RCCE_COMM* comm) { return RCCE_tree_barrier(comm, &binary); }},
    {"tournament", RCCE_tournament_barrier},
    {"fixed_tournament", RCCE_tournament_fixed_barrier},
    {"dissemination", RCCE_dissemination_barrier},
    {"tns", RCCE_TNS_barrier},
    {"air", RCCE_AIR_barrier},
    {"air2", RCCE_AIR_barrier2},
};

// A lock that all UEs want, from one owner to the next.
void handover(const char* name, int (*lock)(int ue)) {
  constexpr int kEach = 4;
  RCCE_barrier(&RCCE_COMM_WORLD);
  const uint64_t start = hal::cycles();
  for (int i = 0; i < kEach; ++i) {
    lock(0);
    RCCE_release_lock(0);
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  const auto cycles = static_cast<double>(hal::cycles() - start);
  if (RCCE_IAM == 0) {
    primitives::report(primitives::us_of(cycles / (kEach * RCCE_NP)), "lock_handover/%s/%d", name,
                       RCCE_NP);
  }
}

}  // namespace

void primitives::synchronisation() {
  RCCE_FLAG flag;
  RCCE_flag_alloc(&flag);
  RCCE_barrier(&RCCE_COMM_WORLD);
  if (RCCE_IAM != 0) return;
  for (int hops = 0; hops < kHops; ++hops) {
    const int ue = partner_at(hops);
    if (ue < 0) continue;
    report(mean_us(kRounds, [&](int i) { RCCE_flag_write(&flag, i % 2, ue); }), "flag_write/%d",
           hops);
    RCCE_FLAG_STATUS value;
    report(mean_us(kRounds, [&](int) { RCCE_flag_read(flag, &value, ue); }), "flag_read/%d", hops);
    const auto lock = [&](int) {
      RCCE_acquire_lock(ue);
      RCCE_release_lock(ue);
    };
    report(mean_us(kRounds, lock), "lock/%d", hops);
  }
  iRCCE_AIR* counter;
  iRCCE_atomic_alloc(&counter);
  report(mean_us(kRounds, [&](int) { iRCCE_atomic_inc(counter, nullptr); }), "atomic_increment");
}

void primitives::barriers() {
  RCCE_tree_init(&RCCE_COMM_WORLD, &binary, 2);
  for (const Barrier& barrier : kBarriers) {
    barrier.enter(&RCCE_COMM_WORLD);
    const double us = mean_us(kRounds, [&](int) { barrier.enter(&RCCE_COMM_WORLD); });
    if (RCCE_IAM == 0) report(us, "barrier/%s/%d", barrier.name, RCCE_NP);
  }
  handover("acquire", RCCE_acquire_lock);
  handover("backoff", RCCE_backoff_lock);
}
