// SPDX-License-Identifier: Apache-2.0
// Chapter 5, basic: messages of every kind of length between neighbours and over the longest path.
#include <string.h>

#include "RCCE_lib.h"
#include "chapters.h"
#include "suite.h"

using suite::expect;

namespace {

constexpr size_t kMargin = 32;
char data[20'000 + kMargin];

void pass(size_t size, int source, int dest) {
  const int key = source * 50 + dest + static_cast<int>(size);
  if (RCCE_ue() == source) {
    suite::fill(data, size, key);
    expect(RCCE_send(data, size, dest) == RCCE_SUCCESS, "send", dest, static_cast<int>(size));
  } else if (RCCE_ue() == dest) {
    memset(data, 0, size + kMargin);
    expect(RCCE_recv(data, size, source) == RCCE_SUCCESS, "recv", source, static_cast<int>(size));
    expect(suite::is_filled(data, size, key), "damaged", source, static_cast<int>(size));
    for (size_t i = 0; i < kMargin; ++i) expect(data[size + i] == 0, "written behind", source);
  }
}

// Half of the UEs send; the others test, receive and send back.
void check_recv_test(int peer) {
  char byte = 1;
  int test = -1;
  if (RCCE_ue() % 2 == 0) {
    expect(RCCE_recv_test(&byte, 1, peer, &test) == RCCE_SUCCESS && test == 0, "nothing there");
    expect(RCCE_recv_test(&byte, 0, peer, &test) == RCCE_SUCCESS && test == 1, "no bytes");
    RCCE_send(&byte, 1, peer);
    return;
  }
  while (test != 1) expect(RCCE_recv_test(&byte, 1, peer, &test) == RCCE_SUCCESS, "recv_test");
}

}  // namespace

void chapters::messages() {
  const int n = RCCE_num_ues(), me = RCCE_ue();
  int test = 0;
  for (const int nobody : {-1, me, n, n + 1000}) {
    expect(RCCE_send(data, 1, nobody) == RCCE_ERROR_ID, "send to", nobody);
    expect(RCCE_recv(data, 1, nobody) == RCCE_ERROR_ID, "recv from", nobody);
    expect(RCCE_recv_test(data, 1, nobody, &test) == RCCE_ERROR_ID, "recv_test from", nobody);
  }
  for (const int nobody : {-1, n, n + 1000}) {
    expect(RCCE_bcast(data, 1, nobody, RCCE_COMM_WORLD) == RCCE_ERROR_ID, "bcast from", nobody);
  }
  const auto negative = static_cast<size_t>(-5);
  expect(RCCE_send(data, negative, 0) == RCCE_ERROR_MESSAGE_LENGTH, "send of -5");
  expect(RCCE_recv(data, negative, 0) == RCCE_ERROR_MESSAGE_LENGTH, "recv of -5");
  expect(RCCE_recv_test(data, negative, 0, &test) == RCCE_ERROR_MESSAGE_LENGTH, "recv_test of -5");
  expect(RCCE_bcast(data, negative, 0, RCCE_COMM_WORLD) == RCCE_ERROR_MESSAGE_LENGTH,
         "bcast of -5");
  RCCE_COMM undefined = RCCE_COMM_WORLD;
  undefined.initialized = 0;
  expect(RCCE_bcast(data, 1, 0, undefined) == RCCE_ERROR_COMM_UNDEFINED, "bcast to nobody");
  if (n < 2) return;
  const int peer = me ^ 1;
  const int next = (me + 1) % n;
  expect(RCCE_send(nullptr, 4, next) == RCCE_ERROR_SOURCE, "send from nowhere");
  expect(RCCE_recv(nullptr, 4, next) == RCCE_ERROR_TARGET, "recv to nowhere");
  expect(RCCE_recv_test(nullptr, 4, next, &test) == RCCE_ERROR_TARGET, "recv_test to nowhere");
  expect(RCCE_recv_test(data, 4, next, nullptr) == RCCE_ERROR_VAL_UNDEFINED, "no answer");
  expect(RCCE_send(nullptr, 0, next) == RCCE_SUCCESS, "no bytes from nowhere");
  char* const chunk = reinterpret_cast<char*>(
      const_cast<unsigned char*>(RCCE_comm_buffer[me] + RCCE_BUFF_SIZE - 32));
  expect(RCCE_send(chunk, 4, next) == RCCE_ERROR_DATA_OVERLAP, "send from the message buffer");
  const RCCE_COMM world = RCCE_COMM_WORLD;
  char* const out = data + 8;
  expect(RCCE_reduce(nullptr, out, 1, RCCE_INT, RCCE_SUM, next, world) == RCCE_ERROR_SOURCE,
         "reduce of nothing");
  expect(RCCE_reduce(data, nullptr, 1, RCCE_INT, RCCE_SUM, me, world) == RCCE_ERROR_TARGET,
         "reduce to nowhere");
  for (const size_t size :
       {0, 1, 31, 32, 33, 96, 5055, 5056, 5057, 8031, 8032, 8033, 8192, 20'000}) {
    const bool few = n <= 12 || size <= 33 || size == 8033;  // many UEs take long
    if (peer < n && few) {
      pass(size, me & ~1, me | 1);
      pass(size, me | 1, me & ~1);
    }
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  for (const size_t size : {1, 33, 8193}) {
    pass(size, 0, n - 1);
    pass(size, n - 1, 0);
  }
  for (const int root : {0, n - 1}) {
    for (const size_t size : {0, 1, 100}) {
      suite::fill(data, size, me == root ? root : -1);
      expect(RCCE_bcast(data, size, root, RCCE_COMM_WORLD) == RCCE_SUCCESS, "bcast", root);
      expect(suite::is_filled(data, size, root), "bcast damaged", root, static_cast<int>(size));
    }
  }
  if (peer < n) check_recv_test(peer);
}
