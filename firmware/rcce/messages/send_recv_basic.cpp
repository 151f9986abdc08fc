// SPDX-License-Identifier: Apache-2.0
// Chapter 5: two-sided messages, basic interface: buffer and flags are the library's.
#include "pieces.h"

namespace {

// sent_flag[ue]: `ue` has a piece for this UE. ready_flag[ue]: `ue` has taken this UE's piece. Each
// partner has its own pair, so that a message between two UEs does not wait for others.
RCCE_FLAG sent_flag[RCCE_MAXNP];
RCCE_FLAG ready_flag[RCCE_MAXNP];

}  // namespace

rcce::Channel rcce::channel_to(int dest) {
  const rcce::Payload payload = rcce::payload();
  return {payload.buffer, payload.chunk, &ready_flag[dest], &sent_flag[RCCE_IAM]};
}

rcce::Channel rcce::channel_from(int source) {
  const rcce::Payload payload = rcce::payload();
  return {payload.buffer, payload.chunk, &ready_flag[RCCE_IAM], &sent_flag[source]};
}

int rcce::send_recv_init() {
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    if (const int error = RCCE_flag_alloc(&sent_flag[ue])) return error;
  }
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    if (const int error = RCCE_flag_alloc(&ready_flag[ue])) return error;
  }
  return RCCE_SUCCESS;
}

int RCCE_send(char* data, size_t size, int dest) {
  if (const int error = check(data, RCCE_ERROR_SOURCE, size, dest)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  return rcce::send(data, size, dest, rcce::channel_to(dest));
}

int RCCE_recv(char* data, size_t size, int source) {
  if (const int error = check(data, RCCE_ERROR_TARGET, size, source)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  return rcce::receive(data, size, source, rcce::channel_from(source));
}

int RCCE_recv_test(char* data, size_t size, int source, int* test) {
  if (const int error = check(data, RCCE_ERROR_TARGET, size, source)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  return rcce::receive_test(data, size, source, rcce::channel_from(source), test);
}
