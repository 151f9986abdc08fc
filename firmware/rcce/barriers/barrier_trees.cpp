// SPDX-License-Identifier: Apache-2.0
// RWTH's barriers over flags: tree, tournaments, dissemination.
#include "barrier_flags.h"
#include "firmware/rcce/rank_window.h"

namespace {

using rcce::await;
using rcce::barrier_flags;

void report_to(int ue) { RCCE_flag_write(&barrier_flags.arrived[RCCE_IAM], RCCE_FLAG_SET, ue); }
void release(int ue) { RCCE_flag_write(&barrier_flags.release, RCCE_FLAG_SET, ue); }

// UE 0 is the root; in round k the UEs that have bit k report to the UE without it.
int first_round_after_report() {
  int bit = 1;
  while (bit < RCCE_NP && (RCCE_IAM & bit) == 0) bit *= 2;
  return bit;
}

void release_below(int bit) {
  for (bit /= 2; bit != 0; bit /= 2) {
    if (RCCE_IAM + bit < RCCE_NP) release(RCCE_IAM + bit);
  }
}

}  // namespace

// UE i's children are i * children + 1 and the ones that follow.
int RCCE_tree_init(RCCE_COMM* comm, tree_t* tree, int children) {
  if (!rcce::is_world(comm)) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_COMM_UNDEFINED);
  if (tree == nullptr || children < 1) {
    return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_VAL_UNDEFINED);
  }
  if (children > RCCE_NP) children = RCCE_NP;
  const int first = RCCE_IAM * children + 1;
  tree->parent = RCCE_IAM == 0 ? -1 : (RCCE_IAM - 1) / children;
  tree->num_children = 0;
  for (int child = first; child < RCCE_NP && child < first + children; ++child) {
    tree->child[tree->num_children++] = child;
  }
  return RCCE_SUCCESS;
}

int RCCE_tree_barrier(RCCE_COMM* comm, tree_t* tree) {
  if (!rcce::is_world(comm)) return RCCE_barrier(comm);
  if (tree == nullptr) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_VAL_UNDEFINED);
  if (const int error = rcce::barrier_flags_init()) return error;
  for (int i = 0; i < tree->num_children; ++i) await(barrier_flags.arrived[tree->child[i]]);
  if (tree->parent >= 0) {
    report_to(tree->parent);
    await(barrier_flags.release);
  }
  for (int i = 0; i < tree->num_children; ++i) release(tree->child[i]);
  return RCCE_SUCCESS;
}

// The lower UE wins every match.
int RCCE_tournament_fixed_barrier(RCCE_COMM* comm) {
  if (!rcce::is_world(comm)) return RCCE_barrier(comm);
  if (const int error = rcce::barrier_flags_init()) return error;
  const int lost_to = first_round_after_report();
  for (int bit = 1; bit < lost_to && bit < RCCE_NP; bit *= 2) {
    if (RCCE_IAM + bit < RCCE_NP) await(barrier_flags.arrived[RCCE_IAM + bit]);
  }
  if (RCCE_IAM != 0) {
    report_to(RCCE_IAM - lost_to);
    await(barrier_flags.release);
  }
  release_below(lost_to);
  return RCCE_SUCCESS;
}

// Round k notifies the UE 2^k further on. Two sets of flags in turn: a neighbour may be in the
// first round of the next barrier while this UE still waits in this one.
int RCCE_dissemination_barrier(RCCE_COMM* comm) {
  static int turn = 0;
  if (!rcce::is_world(comm)) return RCCE_barrier(comm);
  if (const int error = rcce::barrier_flags_init()) return error;
  RCCE_FLAG* round = barrier_flags.round[turn];
  for (int distance = 1; distance < RCCE_NP; distance *= 2, ++round) {
    RCCE_flag_write(round, RCCE_FLAG_SET, (RCCE_IAM + distance) % RCCE_NP);
    await(*round);
  }
  turn = 1 - turn;
  return RCCE_SUCCESS;
}

#ifdef SINGLEBITFLAGS

// Flags of a bit need the registers themselves.
int RCCE_tournament_barrier(RCCE_COMM* comm) { return RCCE_tournament_fixed_barrier(comm); }

#else

// The UE that arrives second at a match wins it and goes on to the next, so that no UE waits before
// the release. Matches are test-and-set registers, that of the middle UE of each group. The last
// winner is the last to arrive; the release goes down the tree from UE 0.
int RCCE_tournament_barrier(RCCE_COMM* comm) {
  if (!rcce::is_world(comm)) return RCCE_barrier(comm);
  if (const int error = rcce::barrier_flags_init()) return error;
  bool winning = true;
  for (int half = 1; half < RCCE_NP && winning; half *= 2) {
    const int middle = RCCE_IAM / (2 * half) * 2 * half + half - 1;
    if (middle + 1 >= RCCE_NP) continue;  // no opponents
    winning = !rcce::test_and_set(middle);
    if (winning) rcce::test_and_set_release(middle);
  }
  const bool released = winning && RCCE_IAM == 0;
  if (winning && RCCE_IAM != 0) release(0);
  if (!released) await(barrier_flags.release);
  release_below(first_round_after_report());
  return RCCE_SUCCESS;
}

#endif
