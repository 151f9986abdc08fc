// SPDX-License-Identifier: Apache-2.0
// RCCE_comm's collectives without a root. Messages are synchronous, so in each step one side of
// every pair sends first and the other receives first.
#include <string.h>

#include "RCCE_comm.h"
#include "comm_tree.h"

namespace {

// Sends to one UE and receives from another (or the same).
int exchange(bool send_first, char* out, int to, char* in, int from, size_t size) {
  if (send_first) {
    if (const int error = RCCE_send(out, size, to)) return error;
    return rcce::receive(in, size, from);
  }
  if (const int error = rcce::receive(in, size, from)) return error;
  return RCCE_send(out, size, to);
}

}  // namespace

// In each step every rank passes to the next what it got from the one before. Ranks alternate in
// sending first; with an odd number two neighbours both do, which the third resolves.
int RCCE_allgather(char* in, char* out, size_t size, RCCE_COMM comm) {
  if (const int error = rcce::check_collective(comm, 0, size, in, out))
    return rcce::fail(RCCE_DEBUG_COMM, error);
  const int n = comm.size, me = comm.my_rank;
  const auto share = [&](int rank) { return out + static_cast<size_t>((rank + n) % n) * size; };
  memmove(share(me), in, size);
  for (int step = 0; step < n - 1; ++step) {
    if (const int error = exchange(me % 2 == 0, share(me - step), comm.member[(me + 1) % n],
                                   share(me - step - 1), comm.member[(me + n - 1) % n], size)) {
      return error;
    }
  }
  return RCCE_SUCCESS;
}

// In round r ranks whose sum is r (mod n) meet: each meets each once, itself included.
int RCCE_alltoall(char* in, char* out, size_t size, RCCE_COMM comm) {
  if (const int error = rcce::check_collective(comm, 0, size, in, out))
    return rcce::fail(RCCE_DEBUG_COMM, error);
  const int n = comm.size, me = comm.my_rank;
  for (int round = 0; round < n; ++round) {
    const int peer = (round - me + n) % n;
    char* const theirs = out + static_cast<size_t>(peer) * size;
    char* const mine = in + static_cast<size_t>(peer) * size;
    if (peer == me) {
      memcpy(theirs, mine, size);
    } else if (const int error =
                   exchange(me < peer, mine, comm.member[peer], theirs, comm.member[peer], size)) {
      return error;
    }
  }
  return RCCE_SUCCESS;
}

int RCCE_comm_barrier(RCCE_COMM* comm) { return RCCE_dissemination_barrier(comm); }
