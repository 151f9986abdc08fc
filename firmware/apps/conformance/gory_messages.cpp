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
  RCCE_barrier(&RCCE_COMM_WORLD);
  RCCE_flag_free(&ready);
  RCCE_flag_free(&sent);
  RCCE_free(buffer);
}
