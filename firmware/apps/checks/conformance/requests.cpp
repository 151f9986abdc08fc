// SPDX-License-Identifier: Apache-2.0
// RCCE 1.0.13's messages, called by RCCE's names alone.
#include <string.h>

#include "RCCE_lib.h"
#include "chapters.h"
#include "suite.h"

using suite::expect;

namespace {

constexpr size_t kLargest = 20'000;
char out[kLargest], in[kLargest];

bool ok(int status) {
  return status == RCCE_SUCCESS || status == RCCE_PENDING || status == RCCE_RESERVED;
}

// Everyone sends to the next UE without waiting, which synchronous messages could not.
void check_ring(size_t size) {
  const int n = RCCE_num_ues(), me = RCCE_ue(), next = (me + 1) % n, before = (me + n - 1) % n;
  RCCE_SEND_REQUEST send;
  RCCE_RECV_REQUEST recv;
  suite::fill(out, size, me);
  memset(in, 0, size);
  expect(ok(RCCE_isend(out, size, next, &send)), "isend");
  expect(ok(RCCE_irecv(in, size, before, &recv)), "irecv");
  int sent = 0, received = 0;
  while (sent == 0 || received == 0) {
    expect(ok(RCCE_isend_test(&send, &sent)), "isend_test");
    expect(ok(RCCE_irecv_test(&recv, &received)), "irecv_test");
  }
  expect(RCCE_isend_wait(&send) == RCCE_SUCCESS, "isend_wait");
  expect(RCCE_irecv_wait(&recv) == RCCE_SUCCESS, "irecv_wait");
  expect(RCCE_isend_push(next) == RCCE_SUCCESS, "isend_push of nothing");
  expect(RCCE_irecv_push(before) == RCCE_SUCCESS, "irecv_push of nothing");
  expect(suite::is_filled(in, size, before), "damaged", before, static_cast<int>(size));
}

void check_refusals() {
  const int n = RCCE_num_ues(), me = RCCE_ue();
  RCCE_SEND_REQUEST send;
  RCCE_RECV_REQUEST recv;
  for (const int nobody : {-2, n, me}) {
    expect(RCCE_isend(out, 1, nobody, &send) == RCCE_ERROR_ID, "isend to", nobody);
    expect(RCCE_irecv(in, 1, nobody, &recv) == RCCE_ERROR_ID, "irecv from", nobody);
  }
  if (n < 2) return;
  const int peer = (me + 1) % n;
  const auto negative = static_cast<size_t>(-5);
  expect(RCCE_isend(out, negative, peer, &send) == RCCE_ERROR_MESSAGE_LENGTH, "isend of -5");
  expect(RCCE_irecv(in, negative, peer, &recv) == RCCE_ERROR_MESSAGE_LENGTH, "irecv of -5");
}

}  // namespace

void chapters::requests() {
  check_refusals();
  if (RCCE_num_ues() < 2) return;
  for (const size_t size : {size_t{0}, size_t{1}, size_t{33}, kLargest}) check_ring(size);
}

void chapters::pipes() {
  const int n = RCCE_num_ues(), me = RCCE_ue(), peer = me ^ 1;
  for (const int nobody : {-1, n, me}) {
    expect(RCCE_send_pipe(out, 1, nobody) == RCCE_ERROR_ID, "send_pipe to", nobody);
    expect(RCCE_recv_pipe(in, 1, nobody) == RCCE_ERROR_ID, "recv_pipe from", nobody);
    expect(RCCE_recv_mcast(in, 1, nobody) == RCCE_ERROR_ID, "recv_mcast from", nobody);
  }
  for (const size_t size : {size_t{1}, size_t{100}, size_t{9000}, kLargest}) {
    if (peer >= n) break;
    suite::fill(out, size, me);
    for (const int sender : {me & ~1, me | 1}) {
      if (me == sender) {
        expect(RCCE_send_pipe(out, size, peer) == RCCE_SUCCESS, "send_pipe");
      } else {
        expect(RCCE_recv_pipe(in, size, peer) == RCCE_SUCCESS, "recv_pipe");
        expect(suite::is_filled(in, size, peer), "pipe damaged", peer, static_cast<int>(size));
      }
    }
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  for (const size_t size : {size_t{1}, size_t{9000}}) {
    const int root = n - 1;
    if (me == root) suite::fill(in, size, root);
    const int status = me == root ? RCCE_send_mcast(in, size) : RCCE_recv_mcast(in, size, root);
    expect(status == RCCE_SUCCESS, "mcast");
    expect(suite::is_filled(in, size, root), "mcast damaged", static_cast<int>(size));
  }
  char copy[100];
  suite::fill(out, sizeof copy, 1);
  expect(RCCE_memcpy_put(in, out, sizeof copy) == in && suite::is_filled(in, sizeof copy, 1),
         "memcpy_put");
  expect(RCCE_memcpy_get(copy, in, sizeof copy) == copy && suite::is_filled(copy, sizeof copy, 1),
         "memcpy_get");
}

// The even UEs send; the odd ones probe, look at the message in place, and receive or cancel it.
void chapters::probes() {
  const int n = RCCE_num_ues(), me = RCCE_ue(), peer = me ^ 1;
  int test = -1;
  for (const int nobody : {-1, n, me}) {
    expect(RCCE_recv_probe(nobody, &test, nullptr) == RCCE_ERROR_ID, "recv_probe", nobody);
    expect(RCCE_recv_cancel(1, nobody) == RCCE_ERROR_ID, "recv_cancel", nobody);
  }
  if (peer >= n) return;
  constexpr size_t kSizes[] = {1, 40, 9000};
  if (me % 2 == 0) {
    expect(RCCE_recv_probe(peer, &test, nullptr) == RCCE_SUCCESS && test == 0, "nothing there");
    for (const size_t size : kSizes) {
      suite::fill(out, size, 1);
      RCCE_send(out, size, peer);
      suite::fill(out, size, 2);
      RCCE_send(out, size, peer);
    }
    return;
  }
  for (const size_t size : kSizes) {
    t_vcharp place = nullptr;
    expect(RCCE_recv_probe(peer, nullptr, &place) == RCCE_SUCCESS, "recv_probe waits");
    expect(place != nullptr && static_cast<char>(*place) == suite::byte_of(1, 0), "where it lies");
    expect(RCCE_recv_cancel(size, peer) == RCCE_SUCCESS, "recv_cancel");
    do {
      RCCE_recv_probe(peer, &test, &place);
    } while (test == 0);
    RCCE_recv(in, size, peer);
    expect(suite::is_filled(in, size, 2), "the one behind it", static_cast<int>(size));
  }
}

void chapters::tags() {
  const int n = RCCE_num_ues(), me = RCCE_ue(), peer = me ^ 1;
  char tag[28];
  RCCE_FLAG flag;
  RCCE_flag_alloc(&flag);
  RCCE_barrier(&RCCE_COMM_WORLD);
  suite::fill(tag, sizeof tag, me);
  const int status = RCCE_flag_write_tagged(&flag, RCCE_FLAG_SET, me, tag, sizeof tag);
#ifndef BIGFLAGS
  expect(status == RCCE_ERROR_FLAG_UNDEFINED, "tags need a line");
  expect(RCCE_send_tagged(out, 1, peer, tag, 4) == RCCE_ERROR_FLAG_UNDEFINED, "send_tagged");
  expect(RCCE_recv_tagged(in, 1, peer, tag, 4) == RCCE_ERROR_FLAG_UNDEFINED, "recv_tagged");
  (void)n;
#else
  expect(status == RCCE_SUCCESS, "flag_write_tagged");
  memset(tag, 0, sizeof tag);
  int test = 0;
  RCCE_FLAG_STATUS value = 7;
  expect(RCCE_test_tagged(flag, RCCE_FLAG_SET, &test, tag, sizeof tag) == RCCE_SUCCESS && test == 1,
         "test_tagged");
  expect(suite::is_filled(tag, sizeof tag, me), "its tag");
  expect(RCCE_wait_tagged(flag, RCCE_FLAG_SET, nullptr, 0) == RCCE_SUCCESS, "wait_tagged");
  expect(RCCE_flag_read_tagged(flag, &value, me, tag, 4) == RCCE_SUCCESS && value == 1,
         "read_tagged");
  expect(RCCE_flag_write_tagged(&flag, 1, me, tag, 29) == RCCE_ERROR_MESSAGE_LENGTH, "29 bytes");
  expect(RCCE_flag_write_tagged(&flag, 1, n, tag, 4) == RCCE_ERROR_ID, "write_tagged to nobody");
  expect(RCCE_send_tagged(out, 1, me, tag, 4) == RCCE_ERROR_ID, "send_tagged to itself");
  expect(RCCE_recv_tagged(in, 1, n, tag, 4) == RCCE_ERROR_ID, "recv_tagged from nobody");
  for (const size_t size : {0, 1, 32, 100, 9000}) {
    if (peer >= n) break;
    if (me % 2 == 0) {
      suite::fill(out, size, 5);
      suite::fill(tag, sizeof tag, static_cast<int>(size));
      RCCE_send_tagged(out, size, peer, tag, sizeof tag);
      RCCE_send_tagged(out, size, peer, tag, 4);
      continue;
    }
    char seen[28];
    RCCE_recv_probe_tagged(peer, nullptr, nullptr, seen, sizeof seen);
    expect(suite::is_filled(seen, sizeof seen, static_cast<int>(size)), "probe's tag");
    for (const int bytes : {28, 4}) {
      memset(tag, 0, sizeof tag);
      expect(RCCE_recv_tagged(in, size, peer, tag, bytes) == RCCE_SUCCESS, "recv_tagged");
      expect(suite::is_filled(tag, static_cast<size_t>(bytes), static_cast<int>(size)), "tag",
             bytes);
      expect(suite::is_filled(in, size, 5), "damaged", static_cast<int>(size));
    }
  }
#endif
  RCCE_barrier(&RCCE_COMM_WORLD);
  RCCE_flag_free(&flag);
}
