// Chapter 4: one-sided transfers between private memory and any UE's message passing buffer.
#include <stdint.h>

#include "firmware/hal/processor.h"
#include "internal.h"

namespace {

// Byte by byte, three cycles each, and no destination line is read beforehand. That is what the
// chip ran, to judge by the published ping-pong: a kilobyte takes as long as such a loop and the
// two buffer accesses of each line together, and 64 KB as long as one store into L2 for every byte.
// A copy by words would be twice as fast at 1 KB and three times at 64 KB (docs/firmware.md).
void copy_lines(t_vcharp target, t_vcharp source, int bytes) {
#pragma GCC unroll 1
  for (int i = 0; i < bytes; ++i) target[i] = source[i];
}

bool on_line(t_vcharp p) { return reinterpret_cast<uintptr_t>(p) % RCCE_LINE_SIZE == 0; }

// `own` is the side that lies in a message passing buffer, given by its place in this UE's.
int check(t_vcharp own, int bad_buffer, int bytes, int ue) {
  if (!rcce::is_ue(ue)) return RCCE_ERROR_ID;
  if (bytes < 0 || bytes % RCCE_LINE_SIZE != 0) return RCCE_ERROR_MESSAGE_LENGTH;
  if (!rcce::in_own_buffer(own)) return bad_buffer;
  if (own + bytes > RCCE_comm_buffer[RCCE_IAM] + RCCE_BUFF_SIZE) return RCCE_ERROR_MESSAGE_LENGTH;
  if (!on_line(own)) return RCCE_ERROR_ALIGNMENT;
  return RCCE_SUCCESS;
}

}  // namespace

void RC_cache_invalidate() { hal::cl1invmb(); }

int RCCE_put(t_vcharp target, t_vcharp source, int bytes, int ue) {
  if (const int error = check(target, RCCE_ERROR_TARGET, bytes, ue)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  RC_cache_invalidate();
  copy_lines(rcce::translate(target, ue), source, bytes);
  return RCCE_SUCCESS;
}

int RCCE_get(t_vcharp target, t_vcharp source, int bytes, int ue) {
  if (const int error = check(source, RCCE_ERROR_SOURCE, bytes, ue)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  RC_cache_invalidate();
  copy_lines(target, rcce::translate(source, ue), bytes);
  return RCCE_SUCCESS;
}

int rcce::put_char(t_vcharp target, t_vcharp source, int ue) {
  RC_cache_invalidate();
  *rcce::translate(target, ue) = *source;
  return RCCE_SUCCESS;
}

int rcce::get_char(t_vcharp target, t_vcharp source, int ue) {
  RC_cache_invalidate();
  *target = *rcce::translate(source, ue);
  return RCCE_SUCCESS;
}

int RCCE_put_char(t_vcharp target, t_vcharp source, int ue) {
  if (!rcce::is_ue(ue)) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_ID);
  if (!rcce::in_own_buffer(target)) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_TARGET);
  return rcce::put_char(target, source, ue);
}

int RCCE_get_char(t_vcharp target, t_vcharp source, int ue) {
  if (!rcce::is_ue(ue)) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_ID);
  if (!rcce::in_own_buffer(source)) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_SOURCE);
  return rcce::get_char(target, source, ue);
}

int RCCE_put_flag(t_vcharp target, t_vcharp source, int bytes, int ue) {
  return RCCE_put(target, source, bytes, ue);
}

int RCCE_get_flag(t_vcharp target, t_vcharp source, int bytes, int ue) {
  return RCCE_get(target, source, bytes, ue);
}
