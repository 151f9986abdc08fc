// SPDX-License-Identifier: Apache-2.0
// RCCE_barrier in steps, over the same flags: some members may wait in it and others call this.
#include "firmware/rcce/internal.h"

namespace {

// A barrier that this UE has entered and not left, recognised by its communicator's flag.
struct Pending {
  t_vcharp gather;  // nullptr: free
  int location;
  RCCE_FLAG_STATUS arrived;  // the value of all flags once all have arrived
  int next;                  // the rank whose flag rank 0 reads next
};
constexpr int kMax = 16;
Pending pendings[kMax];

Pending* find(const RCCE_FLAG& gather) {
  for (Pending& pending : pendings) {
    if (pending.gather == gather.flag_addr && pending.location == gather.location) return &pending;
  }
  return nullptr;
}

Pending* enter(RCCE_COMM& comm) {
  for (Pending& pending : pendings) {
    if (pending.gather != nullptr) continue;
    RCCE_FLAG_STATUS before;
    RCCE_flag_read(comm.gather, &before, RCCE_IAM);
    const RCCE_FLAG_STATUS arrived = before == RCCE_FLAG_UNSET ? RCCE_FLAG_SET : RCCE_FLAG_UNSET;
    RCCE_flag_write(&comm.gather, arrived, RCCE_IAM);
    pending = {comm.gather.flag_addr, comm.gather.location, arrived, 1};
    return &pending;
  }
  return nullptr;
}

bool open(Pending& pending, RCCE_COMM& comm) {
  if (comm.my_rank != 0) return RCCE_probe(comm.release) == pending.arrived;
  for (; pending.next < comm.size; ++pending.next) {
    RCCE_FLAG_STATUS seen;
    RCCE_flag_read(comm.gather, &seen, comm.member[pending.next]);
    if (seen != pending.arrived) return false;
  }
  for (int rank = 1; rank < comm.size; ++rank) {
    RCCE_flag_write(&comm.release, pending.arrived, comm.member[rank]);
  }
  return true;
}

}  // namespace

int RCCE_nb_barrier(RCCE_COMM* comm) {
  if (comm == nullptr || comm->initialized != RCCE_COMM_INITIALIZED) {
    return rcce::fail(RCCE_DEBUG_SYNCH, RCCE_ERROR_COMM_UNDEFINED);
  }
  Pending* pending = find(comm->gather);
  if (pending == nullptr) pending = enter(*comm);
  if (pending == nullptr) return RCCE_REJECTED;
  if (!open(*pending, *comm)) return RCCE_PENDING;
  *pending = {};
  return RCCE_SUCCESS;
}
