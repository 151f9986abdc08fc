// SPDX-License-Identifier: Apache-2.0
// All barriers: a UE that has left one sees that all entered it.
#include <limits.h>

#include "RCCE_lib.h"
#include "chapters.h"
#include "firmware/hal/processor.h"
#include "suite.h"

using suite::expect;

namespace {

tree_t binary, flat;

struct Barrier {
  const char* name;
  int (*enter)(RCCE_COMM* comm);
};

int until_done(int (*step)(RCCE_COMM*), RCCE_COMM* comm) {
  int status;
  while ((status = step(comm)) == RCCE_PENDING) {
  }
  return status;
}

constexpr Barrier kBarriers[] = {
    {"barrier", RCCE_barrier},
    {"tree", [](RCCE_COMM* comm) { return RCCE_tree_barrier(comm, &binary); }},
    {"flat tree", [](RCCE_COMM* comm) { return RCCE_tree_barrier(comm, &flat); }},
    {"tournament", RCCE_tournament_barrier},
    {"fixed tournament", RCCE_tournament_fixed_barrier},
    {"dissemination", RCCE_dissemination_barrier},
    {"TNS", RCCE_TNS_barrier},
    {"AIR", RCCE_AIR_barrier},
    {"AIR 2", RCCE_AIR_barrier2},
    {"nb", [](RCCE_COMM* comm) { return until_done(RCCE_nb_barrier, comm); }},
    {"nb TNS", [](RCCE_COMM* comm) { return until_done(RCCE_nb_TNS_barrier, comm); }},
    {"nb AIR", [](RCCE_COMM* comm) { return until_done(RCCE_nb_AIR_barrier, comm); }},
};

// Another UE is late each time.
void come_late(int round) {
  if ((round * 7 + 3) % RCCE_num_ues() != RCCE_ue()) return;
  const uint64_t start = hal::cycles();
  while (hal::cycles() - start < 5000) {
  }
}

void check(const Barrier& barrier, RCCE_COMM* comm, int& epoch) {
  constexpr int kRounds = 4;
  for (int round = 0; round < kRounds; ++round) {
    come_late(round);
    suite::shared_int(RCCE_ue()) = ++epoch;
    expect(barrier.enter(comm) == RCCE_SUCCESS, barrier.name);
    for (int rank = 0; rank < comm->size; ++rank) {
      const int seen = suite::shared_int(comm->member[rank]);
      expect(seen >= epoch, barrier.name, comm->member[rank], seen - epoch);
    }
  }
}

int parity(int ue, void*) { return ue % 2; }

}  // namespace

void chapters::barriers() {
  expect(RCCE_tree_init(&RCCE_COMM_WORLD, &binary, 2) == RCCE_SUCCESS, "tree_init");
  expect(RCCE_tree_init(&RCCE_COMM_WORLD, &flat, INT_MAX) == RCCE_SUCCESS, "tree_init, flat");
  expect(flat.num_children == (RCCE_ue() == 0 ? RCCE_num_ues() - 1 : 0), "flat tree");
  expect(RCCE_tree_init(&RCCE_COMM_WORLD, &binary, 0) == RCCE_ERROR_VAL_UNDEFINED, "no children");
  expect(RCCE_tree_init(&RCCE_COMM_WORLD, nullptr, 2) == RCCE_ERROR_VAL_UNDEFINED, "no tree");
  expect(RCCE_tree_init(nullptr, &binary, 2) == RCCE_ERROR_COMM_UNDEFINED, "tree of nobody");

  RCCE_COMM half;
  half.initialized = RCCE_COMM_NOT_INITIALIZED;
  RCCE_comm_split(parity, nullptr, &half);
  int epoch = 0;
  suite::shared_int(RCCE_ue()) = 0;
  RCCE_barrier(&RCCE_COMM_WORLD);
  for (const Barrier& barrier : kBarriers) {
    check(barrier, &RCCE_COMM_WORLD, epoch);
    check(barrier, &half, epoch);
    expect(barrier.enter(nullptr) == RCCE_ERROR_COMM_UNDEFINED, "of nobody");
  }
  // One after the other without a pause, so that neighbours are in different kinds.
  for (int turn = 0; turn < 2; ++turn) {
    for (const Barrier& barrier : kBarriers) barrier.enter(&RCCE_COMM_WORLD);
  }
  RCCE_comm_free(&half);
}
