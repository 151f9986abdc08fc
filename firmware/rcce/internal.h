// SPDX-License-Identifier: Apache-2.0
// Declarations that the library's sources share.
#pragma once

#include <stdint.h>

#include "RCCE.h"
#include "RCCE_lib.h"

namespace rcce {

// Line 0 of this UE's buffer, which is never read: a store to it pushes the write-combine buffer
// out. At an address of its own (rank_window.h).
extern t_vcharp dummy_line;

inline bool is_ue(int id) { return id >= 0 && id < RCCE_NP; }
inline bool in_own_buffer(t_vcharp p) {
  return p >= RCCE_comm_buffer[RCCE_IAM] && p < RCCE_comm_buffer[RCCE_IAM] + RCCE_BUFF_SIZE;
}

// The byte of `ue` at the place that `own` has in this UE's buffer.
inline t_vcharp translate(t_vcharp own, int ue) {
  return RCCE_comm_buffer[ue] + (own - RCCE_comm_buffer[RCCE_IAM]);
}

inline bool on_line(t_vcharp p) { return reinterpret_cast<uintptr_t>(p) % RCCE_LINE_SIZE == 0; }

// Whether two pieces of memory have a byte in common.
inline bool overlap(t_vcharp a, size_t a_bytes, t_vcharp b, size_t b_bytes) {
  return a < b + b_bytes && b < a + a_bytes;
}

// Errors of one-sided transfers: for the side in a message passing buffer, named by its place in
// this UE's, and for the other side.
struct TransferErrors {
  int own;
  int other;
};
constexpr TransferErrors kPut{RCCE_ERROR_TARGET, RCCE_ERROR_SOURCE};
constexpr TransferErrors kGet{RCCE_ERROR_SOURCE, RCCE_ERROR_TARGET};

// RCCE_SUCCESS if `bytes` may be copied between `other` and the place of `ue` that `own` names.
int check_transfer(t_vcharp own, t_vcharp other, int bytes, int ue, TransferErrors errors);

// One byte, for flags, without checks.
int put_char(t_vcharp target, t_vcharp source, int ue);
int get_char(t_vcharp target, t_vcharp source, int ue);

// RCCE_SUCCESS, or `missing` if there are bytes to move and no memory for them.
inline int check_data(const char* data, size_t size, int missing) {
  return data == nullptr && size != 0 ? missing : RCCE_SUCCESS;
}

// Returns `error`; prints it first if RCCE_debug_set switched its group on.
int fail(int group, int error);

// The value of a flag, from the byte at its address.
inline RCCE_FLAG_STATUS flag_value([[maybe_unused]] const RCCE_FLAG& flag, unsigned char byte) {
#ifdef SINGLEBITFLAGS
  return byte >> flag.location % 8 & 1;
#else
  return byte;
#endif
}

// Writes a flag of `ue`, without checks, and pushes it out of the write-combine buffer.
int flag_store(const RCCE_FLAG& flag, RCCE_FLAG_STATUS value, int ue);

// For libraries above this one, which copy lines themselves. Flags of a line can carry a size when
// they are set.
extern const bool flags_carry_size;
void flag_set(const RCCE_FLAG& flag, int ue, size_t size);
void flag_clear(const RCCE_FLAG& flag);   // of this UE
size_t flag_size(const RCCE_FLAG& flag);  // of this UE; 0 if it carries none

// The AIR barriers use the last atomic counters of the system interface.
constexpr int kBarrierCounters = 2;

// For libraries above this one: RCCE_finalize calls it first and returns its error.
extern int (*at_finalize)();

void memory_init();

#ifdef ANY_GEOMETRY
// The size of the buffers is the machine's.
[[gnu::noinline]] void any_geometry();
#endif

#ifdef GORY
// Bytes from there to the end of its block, or to the end of the buffer if it lies in none.
size_t room_at(t_vcharp place);
#endif

#ifndef GORY
// The rest of the buffer behind the flags, for messages: the same in all UEs at the same call.
struct Payload {
  t_vcharp buffer;
  size_t chunk;
};
Payload payload();

// Flags of the basic send and recv: one pair for each other UE.
int send_recv_init();
struct Channel;
Channel channel_to(int dest);
Channel channel_from(int source);
#endif

// Allocates a communicator's flags; the caller has set its members.
int communicator_init(RCCE_COMM& comm);

}  // namespace rcce
