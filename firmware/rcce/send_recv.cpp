// Chapter 5: two-sided messages.
//
// A message is cut into full chunks, then the whole lines of the rest, then one line padded with
// the last bytes; each piece is one handshake. A message of no bytes is no handshake.
#include "send_recv.h"

#include <string.h>

#include "internal.h"

namespace {

// A size that is negative as an int is a mistake and no message of 2 GB: a core has not that much.
// Nobody would take a message to oneself.
int check(const char* data, int bad_data, size_t size, int ue) {
  if (static_cast<int>(size) < 0) return RCCE_ERROR_MESSAGE_LENGTH;
  if (!rcce::is_ue(ue) || ue == RCCE_IAM) return RCCE_ERROR_ID;
  return rcce::check_data(data, size, bad_data);
}

t_vcharp bytes_of(char* data) { return reinterpret_cast<t_vcharp>(data); }
t_vcharp bytes_of(const char* data) {
  return reinterpret_cast<t_vcharp>(const_cast<char*>(data));  // put only reads it
}

// Calls piece(offset, bytes) for what goes as whole lines; returns how much that was.
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

int rcce::send(const char* data, size_t size, int dest, const Channel& channel) {
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

int rcce::receive(char* data, size_t size, int source, const Channel& channel) {
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

int rcce::receive_test(char* data, size_t size, int source, const Channel& channel, int* test) {
  if (test == nullptr) return fail(RCCE_DEBUG_COMM, RCCE_ERROR_VAL_UNDEFINED);
  *test = size == 0 || RCCE_probe(*channel.sent) == RCCE_FLAG_SET ? 1 : 0;
  return *test != 0 ? receive(data, size, source, channel) : RCCE_SUCCESS;
}

#ifdef GORY

namespace {

int check_flag(const RCCE_FLAG* flag) {
  if (flag == nullptr) return RCCE_ERROR_FLAG_UNDEFINED;
  if (!rcce::in_own_buffer(flag->flag_addr)) return RCCE_ERROR_FLAG_NOT_IN_COMM_BUFFER;
  return RCCE_SUCCESS;
}

// All that could go wrong on the way has to be known before it begins: the other side waits.
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

#else

namespace {

// sent[ue]: `ue` has a piece for this UE. ready[ue]: `ue` has taken this UE's piece. A pair of
// flags for each partner, so that any two may meet while others wait.
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

#endif
