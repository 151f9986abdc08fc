// SPDX-License-Identifier: Apache-2.0
// Chapter 5, gory: messages through a buffer and flags of the program.
#include <string.h>

#include "RCCE_lib.h"
#include "chapters.h"
#include "suite.h"

using suite::expect;

namespace {

char data[4096 + 32];

void pass(size_t size, size_t chunk, t_vcharp buffer, RCCE_FLAG* ready, RCCE_FLAG* sent) {
  const int me = RCCE_ue(), peer = me ^ 1, key = static_cast<int>(size);
  if (peer >= RCCE_num_ues()) return;
  if (me % 2 == 0) {
    suite::fill(data, size, key);
    expect(RCCE_send(data, buffer, chunk, ready, sent, size, peer) == RCCE_SUCCESS, "send");
    return;
  }
  memset(data, 0, sizeof data);
  if (size % 2 == 0) {
    expect(RCCE_recv(data, buffer, chunk, ready, sent, size, peer) == RCCE_SUCCESS, "recv");
  } else {
    for (int test = 0; test == 0;) {
      expect(RCCE_recv_test(data, buffer, chunk, ready, sent, size, peer, &test) == RCCE_SUCCESS,
             "recv_test");
    }
  }
  expect(suite::is_filled(data, size, key) && data[size] == 0, "damaged", static_cast<int>(size));
}

// What would have failed on the way is refused before it begins, on both sides alike.
void check_refusals(t_vcharp buffer, size_t room, RCCE_FLAG ready, RCCE_FLAG sent) {
  const int n = RCCE_num_ues(), me = RCCE_ue();
  if (n < 2) return;
  const int peer = (me + 1) % n;
  const t_vcharp end = RCCE_comm_buffer[me] + RCCE_BUFF_SIZE;
  alignas(32) static unsigned char own[512];
  RCCE_FLAG loose = {};
  struct Case {
    t_vcharp buffer;
    size_t chunk;
    RCCE_FLAG *ready, *sent;
    char* data;
    int ue, send, recv;
  };
  const auto bad_buffer = [&](t_vcharp place, size_t chunk, int send, int recv) {
    return Case{place, chunk, &ready, &sent, data, peer, send, recv};
  };
  const auto bad_flag = [&](RCCE_FLAG* of_ready, RCCE_FLAG* of_sent, int error) {
    return Case{buffer, 32, of_ready, of_sent, data, peer, error, error};
  };
  int i = 0;
  for (const Case& c : {
           bad_buffer(nullptr, 32, RCCE_ERROR_TARGET, RCCE_ERROR_SOURCE),
           bad_buffer(own, 32, RCCE_ERROR_TARGET, RCCE_ERROR_SOURCE),
           bad_buffer(end, 32, RCCE_ERROR_TARGET, RCCE_ERROR_SOURCE),
           bad_buffer(buffer + 1, 32, RCCE_ERROR_ALIGNMENT, RCCE_ERROR_ALIGNMENT),
           bad_buffer(buffer + 16, 32, RCCE_ERROR_ALIGNMENT, RCCE_ERROR_ALIGNMENT),
           // Beyond the block, from its middle, beyond the buffer.
           bad_buffer(buffer, room + 32, RCCE_ERROR_MESSAGE_LENGTH, RCCE_ERROR_MESSAGE_LENGTH),
           bad_buffer(buffer + 32, room, RCCE_ERROR_MESSAGE_LENGTH, RCCE_ERROR_MESSAGE_LENGTH),
           bad_buffer(end - 32, 64, RCCE_ERROR_MESSAGE_LENGTH, RCCE_ERROR_MESSAGE_LENGTH),
           bad_flag(nullptr, &sent, RCCE_ERROR_FLAG_UNDEFINED),
           bad_flag(&ready, nullptr, RCCE_ERROR_FLAG_UNDEFINED),
           bad_flag(&loose, &sent, RCCE_ERROR_FLAG_NOT_IN_COMM_BUFFER),
           bad_flag(&ready, &loose, RCCE_ERROR_FLAG_NOT_IN_COMM_BUFFER),
           Case{buffer, 32, &ready, &sent, nullptr, peer, RCCE_ERROR_SOURCE, RCCE_ERROR_TARGET},
           Case{buffer, 32, &ready, &sent, data, me, RCCE_ERROR_ID, RCCE_ERROR_ID},
       }) {
    int test = 0;
    const int send = RCCE_send(c.data, c.buffer, c.chunk, c.ready, c.sent, 64, c.ue);
    expect(send == c.send, "send refused", i, send);
    const int recv = RCCE_recv(c.data, c.buffer, c.chunk, c.ready, c.sent, 64, c.ue);
    expect(recv == c.recv, "recv refused", i, recv);
    const int tried = RCCE_recv_test(c.data, c.buffer, c.chunk, c.ready, c.sent, 64, c.ue, &test);
    expect(tried == c.recv, "recv_test refused", i, tried);
    ++i;
  }
  char* const within = reinterpret_cast<char*>(const_cast<unsigned char*>(buffer));
  expect(RCCE_send(within, buffer, 32, &ready, &sent, 64, peer) == RCCE_ERROR_DATA_OVERLAP,
         "send from the buffer itself");
  expect(
      RCCE_recv_test(data, buffer, 32, &ready, &sent, 1, peer, nullptr) == RCCE_ERROR_VAL_UNDEFINED,
      "recv_test without an answer");
}

}  // namespace

void chapters::gory_messages() {
  constexpr size_t kChunk = 256;
  const t_vcharp buffer = RCCE_malloc(kChunk);
  RCCE_FLAG ready, sent;
  RCCE_flag_alloc(&ready);
  RCCE_flag_alloc(&sent);
  RCCE_barrier(&RCCE_COMM_WORLD);
  for (const size_t chunk : {size_t{32}, kChunk}) {
    for (const size_t size : {0, 1, 31, 32, 33, 255, 256, 257, 4095, 4096}) {
      pass(size, chunk, buffer, &ready, &sent);
    }
  }
  const int n = RCCE_num_ues(), me = RCCE_ue();
  int test;
  expect(RCCE_send(data, buffer, 32, &ready, &sent, static_cast<size_t>(-5), 0) ==
             RCCE_ERROR_MESSAGE_LENGTH,
         "send of -5");
  for (const int nobody : {-1, n}) {
    expect(RCCE_send(data, buffer, 32, &ready, &sent, 1, nobody) == RCCE_ERROR_ID, "send", nobody);
    expect(RCCE_recv(data, buffer, 32, &ready, &sent, 1, nobody) == RCCE_ERROR_ID, "recv", nobody);
    expect(RCCE_recv_test(data, buffer, 32, &ready, &sent, 1, nobody, &test) == RCCE_ERROR_ID,
           "recv_test", nobody);
  }
  for (const size_t chunk : {0, 1, 33}) {
    expect(RCCE_send(data, buffer, chunk, &ready, &sent, 1, me) == RCCE_ERROR_ALIGNMENT, "chunk");
    expect(RCCE_recv(data, buffer, chunk, &ready, &sent, 1, me) == RCCE_ERROR_ALIGNMENT, "chunk");
  }
  check_refusals(buffer, kChunk, ready, sent);
  RCCE_barrier(&RCCE_COMM_WORLD);
  RCCE_flag_free(&ready);
  RCCE_flag_free(&sent);
  RCCE_free(buffer);
}
