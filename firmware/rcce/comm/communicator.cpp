// SPDX-License-Identifier: Apache-2.0
// Communicators: groups of UEs with the two flags of a barrier.
#include "firmware/rcce/internal.h"

RCCE_COMM RCCE_COMM_WORLD;

int rcce::communicator_init(RCCE_COMM& comm) {
  if (const int error = RCCE_flag_alloc(&comm.gather)) return error;
  if (const int error = RCCE_flag_alloc(&comm.release)) return error;
  comm.initialized = RCCE_COMM_INITIALIZED;
  return RCCE_SUCCESS;
}

// Every UE computes the colours of all, so nothing is sent. The barrier keeps fast UEs from using
// the new layout of the message passing buffer (flags may take one more line) with UEs that still
// use the old one.
int RCCE_comm_split(int (*color)(int ue, void* aux), void* aux, RCCE_COMM* comm) {
  if (comm == nullptr) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_COMM_UNDEFINED);
  if (comm->initialized == RCCE_COMM_INITIALIZED) {
    return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_COMM_INITIALIZED);
  }
  if (color == nullptr) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_VAL_UNDEFINED);
  const int mine = color(RCCE_IAM, aux);
  comm->size = 0;
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    if (color(ue, aux) != mine) continue;
    if (ue == RCCE_IAM) comm->my_rank = comm->size;
    comm->member[comm->size++] = ue;
  }
  if (const int error = rcce::communicator_init(*comm)) return error;
  return RCCE_barrier(&RCCE_COMM_WORLD);
}

// Collective over the members. A UE that has left the last barrier can free its flags: all writes
// to them, and rank 0's reads of them, came before.
int RCCE_comm_free(RCCE_COMM* comm) {
  if (comm == nullptr || comm->initialized != RCCE_COMM_INITIALIZED) {
    return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_COMM_UNDEFINED);
  }
  RCCE_flag_free(&comm->gather);
  RCCE_flag_free(&comm->release);
  comm->initialized = RCCE_COMM_NOT_INITIALIZED;
  return RCCE_SUCCESS;
}

int RCCE_comm_size(RCCE_COMM comm, int* size) {
  if (comm.initialized != RCCE_COMM_INITIALIZED) {
    return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_COMM_UNDEFINED);
  }
  if (size == nullptr) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_VAL_UNDEFINED);
  *size = comm.size;
  return RCCE_SUCCESS;
}

int RCCE_comm_rank(RCCE_COMM comm, int* rank) {
  if (comm.initialized != RCCE_COMM_INITIALIZED) {
    return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_COMM_UNDEFINED);
  }
  if (rank == nullptr) return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_VAL_UNDEFINED);
  *rank = comm.my_rank;
  return RCCE_SUCCESS;
}
