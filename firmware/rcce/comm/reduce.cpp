// SPDX-License-Identifier: Apache-2.0
// Chapter 7: reductions, basic interface only. The root receives from one member after the other,
// in the order of their ranks, so that floating-point results do not depend on the order of
// arrival.
#include <stdlib.h>
#include <string.h>

#include "firmware/rcce/internal.h"
#include "reduction_operators.h"

namespace {

int collect(char* in, char* out, int count, int type, int op, int root, const RCCE_COMM& comm) {
  const size_t bytes = rcce::reduction_bytes(count, type);
  if (comm.my_rank != root) return RCCE_send(in, bytes, comm.member[root]);
  if (in == nullptr && bytes != 0) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_SOURCE);
  if (out == nullptr && bytes != 0) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_TARGET);
  memmove(out, in, bytes);
  if (bytes == 0 || comm.size == 1) return RCCE_SUCCESS;
  char* const theirs = static_cast<char*>(malloc(bytes));
  if (theirs == nullptr) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_MALLOC);
  int error = RCCE_SUCCESS;
  for (int rank = 0; rank < comm.size && error == RCCE_SUCCESS; ++rank) {
    if (rank == root) continue;
    error = RCCE_recv(theirs, bytes, comm.member[rank]);
    rcce::reduce_into(out, theirs, count, type, op);
  }
  free(theirs);
  return error;
}

}  // namespace

int RCCE_reduce(char* in, char* out, int count, int type, int op, int root, RCCE_COMM comm) {
  if (const int error = rcce::check_reduction(count, type, op, comm)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  if (root < 0 || root >= comm.size) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_ID);
  return collect(in, out, count, type, op, root, comm);
}

int RCCE_allreduce(char* in, char* out, int count, int type, int op, RCCE_COMM comm) {
  if (const int error = rcce::check_reduction(count, type, op, comm)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  if (const int error = collect(in, out, count, type, op, 0, comm)) return error;
  return RCCE_bcast(out, rcce::reduction_bytes(count, type), 0, comm);
}
