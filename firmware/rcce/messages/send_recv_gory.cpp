// SPDX-License-Identifier: Apache-2.0
// Chapter 5: two-sided messages, gory interface: the program gives buffer and flags.
#include "pieces.h"

namespace {

int check_flag(const RCCE_FLAG* flag) {
  if (flag == nullptr) return RCCE_ERROR_FLAG_UNDEFINED;
  if (!rcce::in_own_buffer(flag->flag_addr)) return RCCE_ERROR_FLAG_NOT_IN_COMM_BUFFER;
  return RCCE_SUCCESS;
}

// Everything is checked before the first piece: once a message has begun, the other side waits.
int check(const rcce::Channel& channel, int bad_buffer) {
  if (channel.chunk == 0 || channel.chunk % RCCE_LINE_SIZE != 0) return RCCE_ERROR_ALIGNMENT;
  if (!rcce::in_own_buffer(channel.buffer)) return bad_buffer;
  if (!rcce::on_line(channel.buffer)) return RCCE_ERROR_ALIGNMENT;
  if (channel.chunk > rcce::room_at(channel.buffer)) return RCCE_ERROR_MESSAGE_LENGTH;
  if (const int error = check_flag(channel.ready)) return error;
  return check_flag(channel.sent);
}

int check_send(const char* data, size_t size, int dest, const rcce::Channel& channel) {
  int error = check(channel, RCCE_ERROR_TARGET);
  if (error == RCCE_SUCCESS) error = check(data, RCCE_ERROR_SOURCE, size, dest);
  return rcce::fail(RCCE_DEBUG_COMM, error);
}

int check_recv(const char* data, size_t size, int source, const rcce::Channel& channel) {
  int error = check(channel, RCCE_ERROR_SOURCE);
  if (error == RCCE_SUCCESS) error = check(data, RCCE_ERROR_TARGET, size, source);
  return rcce::fail(RCCE_DEBUG_COMM, error);
}

}  // namespace

int RCCE_send(char* data, t_vcharp combuf, size_t chunk, RCCE_FLAG* ready, RCCE_FLAG* sent,
              size_t size, int dest) {
  const rcce::Channel channel{combuf, chunk, ready, sent};
  if (const int error = check_send(data, size, dest, channel)) return error;
  return rcce::send(data, size, dest, channel);
}

int RCCE_recv(char* data, t_vcharp combuf, size_t chunk, RCCE_FLAG* ready, RCCE_FLAG* sent,
              size_t size, int source) {
  const rcce::Channel channel{combuf, chunk, ready, sent};
  if (const int error = check_recv(data, size, source, channel)) return error;
  return rcce::receive(data, size, source, channel);
}

int RCCE_recv_test(char* data, t_vcharp combuf, size_t chunk, RCCE_FLAG* ready, RCCE_FLAG* sent,
                   size_t size, int source, int* test) {
  const rcce::Channel channel{combuf, chunk, ready, sent};
  if (const int error = check_recv(data, size, source, channel)) return error;
  return rcce::receive_test(data, size, source, channel, test);
}
