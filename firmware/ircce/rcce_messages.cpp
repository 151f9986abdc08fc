// SPDX-License-Identifier: Apache-2.0
// RWTH's RCCE 1.0.13: pipelined and multicast messages, probing, cancelling, messages with a tag.
#include <limits.h>
#include <string.h>

#include "firmware/hal/waiting.h"
#include "firmware/rcce/internal.h"
#include "firmware/rcce/messages/channel.h"
#include "iRCCE.h"
#include "transfer.h"

namespace {

int check(size_t size, int other) {
  if (!rcce::is_ue(other) || other == RCCE_IAM) return RCCE_ERROR_ID;
  return size > INT_MAX ? RCCE_ERROR_MESSAGE_LENGTH : RCCE_SUCCESS;
}

int check_tagged(size_t size, int other, const void* tag, int bytes) {
  if (!rcce::flags_carry_size) return RCCE_ERROR_FLAG_UNDEFINED;
  if (tag != nullptr && (bytes < 0 || bytes > iRCCE_MAX_TAGGED_LEN)) {
    return RCCE_ERROR_MESSAGE_LENGTH;
  }
  return check(size, other);
}

// What RCCE_send puts into the buffer first: a chunk, or whole lines, or less than one.
size_t first_piece(size_t size, size_t chunk) {
  if (size >= chunk) return chunk;
  return size >= RCCE_LINE_SIZE ? size / RCCE_LINE_SIZE * RCCE_LINE_SIZE : size;
}

void await(RCCE_FLAG* flag) {
  RCCE_wait_until(*flag, RCCE_FLAG_SET);
  RCCE_flag_write(flag, RCCE_FLAG_UNSET, RCCE_IAM);
}

t_vcharp bytes_of(char* data) { return reinterpret_cast<t_vcharp>(data); }

// A piece of less than a line travels in a line of its own.
void put_piece(char* data, size_t bytes, const rcce::Channel& channel) {
  alignas(RCCE_LINE_SIZE) char line[RCCE_LINE_SIZE];
  if (bytes % RCCE_LINE_SIZE != 0) data = static_cast<char*>(memcpy(line, data, bytes));
  RCCE_put(channel.buffer, bytes_of(data), PAD32byte(static_cast<int>(bytes)), RCCE_IAM);
}

void get_piece(char* data, size_t bytes, int source, const rcce::Channel& channel) {
  alignas(RCCE_LINE_SIZE) char line[RCCE_LINE_SIZE];
  const bool whole = bytes % RCCE_LINE_SIZE == 0;
  RCCE_get(bytes_of(whole ? data : line), channel.buffer, PAD32byte(static_cast<int>(bytes)),
           source);
  if (!whole) memcpy(data, line, bytes);
}

// Tests once if `test` is given, else waits for a message.
int probe(int source, int* test, t_vcharp* combuf) {
  bool found = ircce::has_piece(source);
  for (hal::Waiting waiting; test == nullptr && !found; waiting.again()) {
    found = ircce::has_piece(source);
  }
  if (test != nullptr) *test = found ? 1 : 0;
  if (found && combuf != nullptr) {
    *combuf = rcce::translate(rcce::channel_from(source).buffer, source);
  }
  return found ? 1 : 0;
}

}  // namespace

int RCCE_send_pipe(char* data, size_t size, int dest) {
  if (const int error = check(size, dest)) return rcce::fail(RCCE_DEBUG_COMM, error);
  return iRCCE_ssend(data, static_cast<ssize_t>(size), dest);
}

int RCCE_recv_pipe(char* data, size_t size, int source) {
  if (const int error = check(size, source)) return rcce::fail(RCCE_DEBUG_COMM, error);
  return iRCCE_srecv(data, static_cast<ssize_t>(size), source);
}

int RCCE_send_mcast(char* data, size_t size) {
  if (size > INT_MAX) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_MESSAGE_LENGTH);
  return iRCCE_msend(data, static_cast<ssize_t>(size));
}

int RCCE_recv_mcast(char* data, size_t size, int source) {
  if (const int error = check(size, source)) return rcce::fail(RCCE_DEBUG_COMM, error);
  return iRCCE_mrecv(data, static_cast<ssize_t>(size), source);
}

int RCCE_recv_probe(int source, int* test, t_vcharp* combuf) {
  if (const int error = check(0, source)) return rcce::fail(RCCE_DEBUG_COMM, error);
  probe(source, test, combuf);
  return RCCE_SUCCESS;
}

// Answers for every piece and fetches none.
int RCCE_recv_cancel(size_t size, int source) {
  if (const int error = check(size, source)) return rcce::fail(RCCE_DEBUG_COMM, error);
  const rcce::Channel channel = rcce::channel_from(source);
  while (size != 0) {
    await(channel.sent);
    RCCE_flag_write(channel.ready, RCCE_FLAG_SET, source);
    size -= first_piece(size, channel.chunk);
  }
  return RCCE_SUCCESS;
}

// The first piece goes with the tag, or the tag alone; the rest is an ordinary message.
int RCCE_send_tagged(char* data, size_t size, int dest, void* tag, int bytes) {
  if (const int error = check_tagged(size, dest, tag, bytes)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  if (const int error = rcce::check_data(data, size, RCCE_ERROR_SOURCE)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  const rcce::Channel channel = rcce::channel_to(dest);
  const size_t first = first_piece(size, channel.chunk);
  if (first != 0) put_piece(data, first, channel);
  iRCCE_flag_write_tagged(channel.sent, RCCE_FLAG_SET, dest, tag, bytes);
  await(channel.ready);
  return RCCE_send(data + first, size - first, dest);
}

int RCCE_recv_tagged(char* data, size_t size, int source, void* tag, int bytes) {
  if (const int error = check_tagged(size, source, tag, bytes)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  if (const int error = rcce::check_data(data, size, RCCE_ERROR_TARGET)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  const rcce::Channel channel = rcce::channel_from(source);
  const size_t first = first_piece(size, channel.chunk);
  iRCCE_wait_tagged(*channel.sent, RCCE_FLAG_SET, tag, bytes);
  RCCE_flag_write(channel.sent, RCCE_FLAG_UNSET, RCCE_IAM);
  if (first != 0) get_piece(data, first, source, channel);
  RCCE_flag_write(channel.ready, RCCE_FLAG_SET, source);
  return RCCE_recv(data + first, size - first, source);
}

int RCCE_recv_probe_tagged(int source, int* test, t_vcharp* combuf, void* tag, int bytes) {
  if (const int error = check_tagged(0, source, tag, bytes)) {
    return rcce::fail(RCCE_DEBUG_COMM, error);
  }
  if (probe(source, test, combuf) == 0) return RCCE_SUCCESS;
  return iRCCE_wait_tagged(*rcce::channel_from(source).sent, RCCE_FLAG_SET, tag, bytes);
}

int RCCE_flag_write_tagged(RCCE_FLAG* flag, RCCE_FLAG_STATUS value, int ue, void* tag, int bytes) {
  return iRCCE_flag_write_tagged(flag, value, ue, tag, bytes);
}
int RCCE_flag_read_tagged(RCCE_FLAG flag, RCCE_FLAG_STATUS* value, int ue, void* tag, int bytes) {
  return iRCCE_flag_read_tagged(flag, value, ue, tag, bytes);
}
int RCCE_wait_tagged(RCCE_FLAG flag, RCCE_FLAG_STATUS value, void* tag, int bytes) {
  return iRCCE_wait_tagged(flag, value, tag, bytes);
}
int RCCE_test_tagged(RCCE_FLAG flag, RCCE_FLAG_STATUS value, int* test, void* tag, int bytes) {
  return iRCCE_test_tagged(flag, value, test, tag, bytes);
}

void* RCCE_memcpy_put(void* target, const void* source, size_t bytes) {
  return iRCCE_memcpy_put(target, source, bytes);
}
void* RCCE_memcpy_get(void* target, const void* source, size_t bytes) {
  return iRCCE_memcpy_get(target, source, bytes);
}
