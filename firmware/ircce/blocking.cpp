// SPDX-License-Identifier: Apache-2.0
// Blocking pipelined messages. What was sent without blocking before goes first. A message that
// nothing else waits for takes no request: it is handed over piece by piece as RCCE's are.
#include <string.h>

#include "firmware/hal/waiting.h"
#include "firmware/rcce/internal.h"
#include "firmware/rcce/messages/channel.h"
#include "requests.h"
#include "transfer.h"

namespace {

t_vcharp bytes_of(char* data) { return reinterpret_cast<t_vcharp>(data); }

// `size`: of the message, which any-length receives ask for.
void hand_over(size_t at, char* data, size_t bytes, size_t size, int dest,
               const rcce::Channel& channel) {
  iRCCE_put(channel.buffer + at, bytes_of(data), static_cast<int>(bytes), RCCE_IAM);
  rcce::flag_set(*channel.sent, dest, size);
  RCCE_wait_until(*channel.ready, RCCE_FLAG_SET);
  rcce::flag_clear(*channel.ready);
}

void await_piece(const rcce::Channel& channel) {
  RCCE_wait_until(*channel.sent, RCCE_FLAG_SET);
  RCCE_flag_write(channel.sent, RCCE_FLAG_UNSET, RCCE_IAM);
}

void take_over(size_t at, char* data, size_t bytes, int source, const rcce::Channel& channel) {
  await_piece(channel);
  iRCCE_get(bytes_of(data), channel.buffer + at, static_cast<int>(bytes), source);
  RCCE_flag_write(channel.ready, RCCE_FLAG_SET, source);
}

// Answers before it fetches: the next piece goes elsewhere.
void take_over_early(size_t at, char* data, size_t bytes, int source,
                     const rcce::Channel& channel) {
  await_piece(channel);
  RCCE_flag_write(channel.ready, RCCE_FLAG_SET, source);
  iRCCE_get(bytes_of(data), channel.buffer + at, static_cast<int>(bytes), source);
}

size_t whole_lines(size_t bytes) { return bytes / RCCE_LINE_SIZE * RCCE_LINE_SIZE; }

void send(char* data, size_t size, int dest, const rcce::Channel& channel) {
  const size_t chunk = channel.chunk, half = ircce::first_half(chunk);
  size_t done = 0;
  for (; size - done >= chunk; done += chunk) {
    hand_over(0, data + done, half, size, dest, channel);
    hand_over(half, data + done + half, chunk - half, size, dest, channel);
  }
  if (const size_t lines = whole_lines(size - done)) {
    hand_over(0, data + done, lines, size, dest, channel);
    done += lines;
  }
  // A message of no bytes synchronises: a line travels.
  if (done == size && size != 0) return;
  alignas(RCCE_LINE_SIZE) char line[RCCE_LINE_SIZE];
  memcpy(line, data + done, size - done);
  hand_over(0, line, sizeof line, size, dest, channel);
}

void receive(char* data, size_t size, int source, const rcce::Channel& channel) {
  const size_t chunk = channel.chunk, half = ircce::first_half(chunk);
  size_t done = 0;
  for (; size - done >= chunk; done += chunk) {
    const bool last = size - done < 2 * chunk;
    take_over_early(0, data + done, half, source, channel);
    (last ? take_over : take_over_early)(half, data + done + half, chunk - half, source, channel);
  }
  if (const size_t lines = whole_lines(size - done)) {
    take_over(0, data + done, lines, source, channel);
    done += lines;
  }
  if (done == size && size != 0) return;
  alignas(RCCE_LINE_SIZE) char line[RCCE_LINE_SIZE];
  take_over(0, line, sizeof line, source, channel);
  memcpy(data + done, line, size - done);
}

}  // namespace

int iRCCE_ssend(char* data, ssize_t size, int dest) {
  if (const int error = ircce::check_send(data, size, dest, nullptr)) return error;
  for (hal::Waiting waiting; ircce::sends_pending(); waiting.again()) ircce::push_all();
  send(data, static_cast<size_t>(size), dest, rcce::channel_to(dest));
  return iRCCE_SUCCESS;
}

// Requests under way must make progress meanwhile, or the sender may wait for them.
int iRCCE_srecv(char* data, ssize_t size, int source) {
  if (source == iRCCE_ANY_SOURCE || size == iRCCE_ANY_LENGTH || ircce::pending()) {
    return iRCCE_isrecv(data, size, source, nullptr);
  }
  if (const int error = ircce::check_recv(data, size, source, nullptr)) return error;
  receive(data, static_cast<size_t>(size), source, rcce::channel_from(source));
  ircce::last_received = {source, static_cast<size_t>(size)};
  return iRCCE_SUCCESS;
}

int iRCCE_srecv_test(char* data, ssize_t size, int source, int* test) {
  if (const int error = ircce::check_recv(data, size, source, nullptr)) return error;
  int found = source;
  if (const int error = iRCCE_iprobe(source, &found, test)) return error;
  return *test != 0 ? iRCCE_srecv(data, size, found) : iRCCE_SUCCESS;
}

int iRCCE_iprobe(int source, int* found, int* test) {
  if (test == nullptr) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_VAL_UNDEFINED);
  *test = 0;
  if (source != iRCCE_ANY_SOURCE) {
    if (!rcce::is_ue(source)) return rcce::fail(RCCE_DEBUG_COMM, RCCE_ERROR_ID);
    *test = ircce::has_piece(source) ? 1 : 0;
    if (*test != 0 && found != nullptr) *found = source;
    return iRCCE_SUCCESS;
  }
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    if (ue == RCCE_IAM || !ircce::has_piece(ue)) continue;
    *test = 1;
    if (found != nullptr) *found = ue;
    break;
  }
  return iRCCE_SUCCESS;
}

int iRCCE_probe(int source, int* found) {
  hal::Waiting waiting;
  for (int test = 0; test == 0; waiting.again()) {
    if (const int error = iRCCE_iprobe(source, found, &test)) return error;
  }
  return iRCCE_SUCCESS;
}
