// SPDX-License-Identifier: Apache-2.0
// The synchronous protocol of messages, for either interface of RCCE: the sender puts a piece into
// its own buffer and sets a flag of the receiver, which gets the piece and sets a flag of the
// sender.
//
// A message is cut into full chunks, then the whole lines of the rest, then one line padded with
// the last bytes; each piece is one handshake. A message of no bytes has no handshake.
//
// Either interface compiles its own copy of this, in the one source that includes it. Calls stay
// calls (noinline), so that a message takes the same time wherever it is sent from.
#pragma once

#include <string.h>

#include "channel.h"
#include "firmware/rcce/internal.h"

namespace {

// A size that is negative as an int is a mistake: no core has 2 GB. A message to oneself would
// never be received. `bad_data`: the error if `data` is missing.
int check(const char* data, int bad_data, size_t size, int ue) {
  if (static_cast<int>(size) < 0) return RCCE_ERROR_MESSAGE_LENGTH;
  if (!rcce::is_ue(ue) || ue == RCCE_IAM) return RCCE_ERROR_ID;
  return rcce::check_data(data, size, bad_data);
}

t_vcharp bytes_of(char* data) { return reinterpret_cast<t_vcharp>(data); }
t_vcharp bytes_of(const char* data) {
  return reinterpret_cast<t_vcharp>(const_cast<char*>(data));  // put only reads it
}

// Calls piece(offset, bytes) for every piece of whole lines; returns how many bytes they have.
template <class Piece>
size_t for_whole_lines(size_t size, size_t chunk, Piece piece) {
  size_t done = 0;
  for (; size - done >= chunk; done += chunk) piece(done, chunk);
  if (const size_t lines = (size - done) / RCCE_LINE_SIZE * RCCE_LINE_SIZE) {
    piece(done, lines);
    done += lines;
  }
  return done;
}

void hand_over(t_vcharp data, size_t bytes, int dest, const rcce::Channel& channel) {
  RCCE_put(channel.buffer, data, static_cast<int>(bytes), RCCE_IAM);
  RCCE_flag_write(channel.sent, RCCE_FLAG_SET, dest);
  RCCE_wait_until(*channel.ready, RCCE_FLAG_SET);
  RCCE_flag_write(channel.ready, RCCE_FLAG_UNSET, RCCE_IAM);
}

void take_over(t_vcharp data, size_t bytes, int source, const rcce::Channel& channel) {
  RCCE_wait_until(*channel.sent, RCCE_FLAG_SET);
  RCCE_flag_write(channel.sent, RCCE_FLAG_UNSET, RCCE_IAM);
  RCCE_get(data, channel.buffer, static_cast<int>(bytes), source);
  RCCE_flag_write(channel.ready, RCCE_FLAG_SET, source);
}

}  // namespace

namespace rcce {

[[gnu::noinline]] inline int send(const char* data, size_t size, int dest, const Channel& channel) {
  if (overlap(bytes_of(data), size, channel.buffer, channel.chunk)) {
    return fail(RCCE_DEBUG_COMM, RCCE_ERROR_DATA_OVERLAP);
  }
  const size_t done = for_whole_lines(size, channel.chunk, [&](size_t offset, size_t bytes) {
    hand_over(bytes_of(data + offset), bytes, dest, channel);
  });
  if (const size_t rest = size - done) {
    char line[RCCE_LINE_SIZE];
    memcpy(line, data + done, rest);
    hand_over(bytes_of(line), sizeof line, dest, channel);
  }
  return RCCE_SUCCESS;
}

[[gnu::noinline]] inline int receive(char* data, size_t size, int source, const Channel& channel) {
  if (overlap(bytes_of(data), size, translate(channel.buffer, source), channel.chunk)) {
    return fail(RCCE_DEBUG_COMM, RCCE_ERROR_DATA_OVERLAP);
  }
  const size_t done = for_whole_lines(size, channel.chunk, [&](size_t offset, size_t bytes) {
    take_over(bytes_of(data + offset), bytes, source, channel);
  });
  if (const size_t rest = size - done) {
    char line[RCCE_LINE_SIZE];
    take_over(bytes_of(line), sizeof line, source, channel);
    memcpy(data + done, line, rest);
  }
  return RCCE_SUCCESS;
}

// Receives if the sender has a piece ready; *test: 1 if so.
[[gnu::noinline]] inline int receive_test(char* data, size_t size, int source,
                                          const Channel& channel, int* test) {
  if (test == nullptr) return fail(RCCE_DEBUG_COMM, RCCE_ERROR_VAL_UNDEFINED);
  *test = size == 0 || RCCE_probe(*channel.sent) == RCCE_FLAG_SET ? 1 : 0;
  return *test != 0 ? receive(data, size, source, channel) : RCCE_SUCCESS;
}

}  // namespace rcce
