// What the chapters of the library share. Functions that are public only under GORY are used by the
// other face too, hence declared here for both.
#pragma once

#include "RCCE.h"
#include "RCCE_lib.h"

extern "C" {
t_vcharp RCCE_malloc(size_t size);
void RCCE_free(t_vcharp block);
int RCCE_put(t_vcharp target, t_vcharp source, int bytes, int ue);
int RCCE_get(t_vcharp target, t_vcharp source, int bytes, int ue);
int RCCE_put_char(t_vcharp target, t_vcharp source, int ue);
int RCCE_get_char(t_vcharp target, t_vcharp source, int ue);
int RCCE_flag_alloc(RCCE_FLAG* flag);
int RCCE_flag_free(RCCE_FLAG* flag);
int RCCE_flag_write(RCCE_FLAG* flag, RCCE_FLAG_STATUS value, int ue);
int RCCE_flag_read(RCCE_FLAG flag, RCCE_FLAG_STATUS* value, int ue);
int RCCE_wait_until(RCCE_FLAG flag, RCCE_FLAG_STATUS value);
}

namespace rcce {

// Line 0 of every buffer is nobody's: a store to it pushes the write-combine buffer out.
inline t_vcharp dummy_line(int ue) { return RCCE_comm_buffer[ue]; }

inline bool is_ue(int id) { return id >= 0 && id < RCCE_NP; }
inline bool in_own_buffer(t_vcharp p) {
  return p >= RCCE_comm_buffer[RCCE_IAM] && p < RCCE_comm_buffer[RCCE_IAM] + RCCE_BUFF_SIZE;
}

// The byte of `ue` at the place that `own` has in this UE's buffer.
inline t_vcharp translate(t_vcharp own, int ue) {
  return RCCE_comm_buffer[ue] + (own - RCCE_comm_buffer[RCCE_IAM]);
}

// Returns `error`, told on the console first if its group is being debugged.
int fail(int group, int error);

// Writes a flag of `ue` that has been checked, and sees to it that it gets there.
int flag_store(const RCCE_FLAG& flag, RCCE_FLAG_STATUS value, int ue);

// For libraries on top, whose copies are better than RCCE_put's. A flag of some kinds can carry a
// size as it is set.
extern const bool flags_carry_size;
void flag_set(const RCCE_FLAG& flag, int ue, size_t size);
void flag_clear(const RCCE_FLAG& flag);   // of this UE
size_t flag_size(const RCCE_FLAG& flag);  // of this UE; 0 if it carries none

// What RCCE_finalize asks before all else; an error is what it returns. For libraries on top.
extern int (*at_finalize)();

void memory_init();

#ifndef GORY
// What the flags have left of the buffer, for payload: the same in all UEs at any one call.
struct Payload {
  t_vcharp buffer;
  size_t chunk;
};
Payload payload();

// The flags of the basic send and recv: one pair for each UE on the other side.
int send_recv_init();
struct Channel;
Channel channel_to(int dest);
Channel channel_from(int source);
#endif

// Fills in a communicator: its flags are allocated, its members set by the caller.
int communicator_init(RCCE_COMM& comm);

}  // namespace rcce
