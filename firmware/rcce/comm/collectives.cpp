// SPDX-License-Identifier: Apache-2.0
// Chapter 7: collective communication, basic interface only.
#include "firmware/rcce/internal.h"

// The root sends to one member after the other.
int RCCE_bcast(char* data, size_t size, int root, RCCE_COMM comm) {
  if (comm.initialized != RCCE_COMM_INITIALIZED) {
    return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_COMM_UNDEFINED);
  }
  if (root < 0 || root >= comm.size) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_ID);
  if (static_cast<int>(size) < 0) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_MESSAGE_LENGTH);
  if (comm.my_rank != root) return RCCE_recv(data, size, comm.member[root]);
  for (int rank = 0; rank < comm.size; ++rank) {
    if (rank == root) continue;
    if (const int error = RCCE_send(data, size, comm.member[rank])) return error;
  }
  return RCCE_SUCCESS;
}
