// SPDX-License-Identifier: Apache-2.0
// Chapter 6: fence, barrier, locks.
#include "firmware/hal/mpb.h"
#include "firmware/hal/waiting.h"
#include "firmware/rcce/rank_window.h"

namespace {

// Waits until the flag of `ue` has that value, over the mesh.
void wait_for(const RCCE_FLAG& flag, RCCE_FLAG_STATUS value, int ue) {
  RCCE_FLAG_STATUS seen;
  hal::Waiting waiting;
  do {
    waiting.again();
    RCCE_flag_read(flag, &seen, ue);
  } while (seen != value);
}

}  // namespace

// Stores to message passing buffers may wait in the write-combine buffer; this pushes them out.
void RCCE_fence() { hal::flush_write_combine(rcce::dummy_line); }

// Every member flips a flag of its own; rank 0 polls them in turn until all are flipped, then
// writes the same value into all release flags.
int RCCE_barrier(RCCE_COMM* comm) {
  if (comm == nullptr || comm->initialized != RCCE_COMM_INITIALIZED) {
    return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_COMM_UNDEFINED);
  }
  RCCE_FLAG_STATUS before;
  RCCE_flag_read(comm->gather, &before, RCCE_IAM);
  const RCCE_FLAG_STATUS arrived = before == RCCE_FLAG_UNSET ? RCCE_FLAG_SET : RCCE_FLAG_UNSET;
  RCCE_flag_write(&comm->gather, arrived, RCCE_IAM);
  if (comm->my_rank != 0) return RCCE_wait_until(comm->release, arrived);
  for (int rank = 1; rank < comm->size; ++rank) {
    wait_for(comm->gather, arrived, comm->member[rank]);
  }
  for (int rank = 1; rank < comm->size; ++rank) {
    RCCE_flag_write(&comm->release, arrived, comm->member[rank]);
  }
  return RCCE_SUCCESS;
}

int RCCE_acquire_lock(int ue) {
  if (!rcce::is_ue(ue)) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_ID);
  for (hal::Waiting waiting; !rcce::test_and_set(ue); waiting.again()) {
  }
  return RCCE_SUCCESS;
}

int RCCE_release_lock(int ue) {
  if (!rcce::is_ue(ue)) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_ID);
  rcce::test_and_set_release(ue);
  return RCCE_SUCCESS;
}
