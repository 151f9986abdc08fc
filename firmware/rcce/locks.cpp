// SPDX-License-Identifier: Apache-2.0
// RWTH's locks over test-and-set registers.
#include "backoff.h"
#include "rank_window.h"

namespace {

rcce::Backoff backoff;

// Calls at_level(UE) for every lock from a member's own group of two up to all members. A group's
// lock is that of its middle member, so no two groups share one.
template <class AtLevel>
void for_levels(const RCCE_COMM& comm, AtLevel at_level) {
  int group = 1;
  do {
    group *= 2;
    const int first = comm.my_rank / group * group;
    const int middle = first + group / 2 - 1;
    if (middle < comm.size) at_level(comm.member[middle]);
  } while (group < comm.size);
}

bool defined(const RCCE_COMM* comm) {
  return comm != nullptr && comm->initialized == RCCE_COMM_INITIALIZED;
}

}  // namespace

int RCCE_try_lock(int ue) {
  if (!rcce::is_ue(ue)) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_ID);
  return rcce::test_and_set(ue) ? 1 : 0;
}

int RCCE_backoff_lock(int ue) {
  if (!rcce::is_ue(ue)) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_ID);
  backoff.begin(RC_MY_COREID);
  while (!rcce::test_and_set(ue)) backoff.wait();
  return RCCE_SUCCESS;
}

int RCCE_acquire_treelock(RCCE_COMM* comm) {
  if (!defined(comm)) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_COMM_UNDEFINED);
  for_levels(*comm, [](int ue) { RCCE_acquire_lock(ue); });
  return RCCE_SUCCESS;
}

// A UE that waits at a level holds all lower ones, so the order of release does not matter.
int RCCE_release_treelock(RCCE_COMM* comm) {
  if (!defined(comm)) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_COMM_UNDEFINED);
  for_levels(*comm, [](int ue) { RCCE_release_lock(ue); });
  return RCCE_SUCCESS;
}
