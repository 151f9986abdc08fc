// SPDX-License-Identifier: Apache-2.0
// Checks RCCE's gory interface: buffer space, put and get, flags, and messages through a buffer and
// flags of the program. Exit status 0 when all of it is right.
#include <stdio.h>
#include <string.h>

#include <initializer_list>

#include "RCCE.h"
#include "RCCE_lib.h"

namespace {

int failures = 0;

void expect(bool ok, const char* what, int a = 0, int b = 0) {
  if (ok) return;
  ++failures;
  printf("UE %d: %s (%d, %d)\n", RCCE_ue(), what, a, b);
}

t_vcharp bytes_of(char* data) { return reinterpret_cast<t_vcharp>(data); }

// First fit, merging of what is freed, and the limit: all but the dummy line and one line of flags.
void check_malloc() {
  constexpr size_t kAll = RCCE_BUFF_SIZE_MAX - 2 * RCCE_LINE_SIZE;
  const t_vcharp a = RCCE_malloc(100);
  const t_vcharp b = RCCE_malloc(32);
  const t_vcharp c = RCCE_malloc(1000);
  expect(a != nullptr && b == a + 128 && c == b + 32, "malloc: blocks in a row");
  RCCE_free(a);
  RCCE_free(b);
  expect(RCCE_malloc(160) == a, "malloc: gap of two freed blocks");
  RCCE_free(a);
  RCCE_free(c);
  expect(RCCE_malloc(kAll + 1) == nullptr, "malloc: more than there is");
  size_t allocated = 0;
  const t_vcharp all = RCCE_malloc_request(1 << 20, &allocated);
  expect(all == a && allocated == kAll, "malloc_request: all there is",
         static_cast<int>(allocated));
  expect(RCCE_malloc(1) == nullptr, "malloc: nothing left");
  RCCE_free(all);
}

// Each UE puts a block into the next one's buffer, then reads the block of the one before last
// from where it lies.
void check_put_get() {
  constexpr int kBytes = 256;
  const int n = RCCE_num_ues();
  const int me = RCCE_ue();
  const t_vcharp block = RCCE_malloc(kBytes);
  char out[kBytes];
  char in[kBytes];
  memset(out, me + 1, sizeof out);
  expect(RCCE_put(block, bytes_of(out), kBytes, (me + 1) % n) == RCCE_SUCCESS, "put");
  RCCE_fence();
  RCCE_barrier(&RCCE_COMM_WORLD);
  for (const int from : {me, (me + 1) % n, (me + n / 2) % n}) {
    memset(in, 0, sizeof in);
    expect(RCCE_get(bytes_of(in), block, kBytes, from) == RCCE_SUCCESS, "get");
    const int writer = (from + n - 1) % n;
    bool same = true;
    for (const char c : in) same = same && c == writer + 1;
    expect(same, "get: block of, from", writer, from);
  }
  expect(RCCE_put(block, bytes_of(out), 33, me) == RCCE_ERROR_MESSAGE_LENGTH, "put: broken line");
  expect(RCCE_put(block + 4, bytes_of(out), 32, me) == RCCE_ERROR_ALIGNMENT, "put: alignment");
  expect(RCCE_put(bytes_of(out), bytes_of(out), 32, me) == RCCE_ERROR_TARGET, "put: no buffer");
  expect(RCCE_get(bytes_of(in), bytes_of(out), 32, me) == RCCE_ERROR_SOURCE, "get: no buffer");
  expect(RCCE_get(bytes_of(in), block, 32, n) == RCCE_ERROR_ID, "get: from nobody");
  RCCE_barrier(&RCCE_COMM_WORLD);
  RCCE_free(block);
}

// A token goes round through one flag; neighbours of that flag in its line stay as they are.
void check_flags() {
  const int n = RCCE_num_ues();
  const int me = RCCE_ue();
  RCCE_FLAG before;
  RCCE_FLAG token;
  RCCE_FLAG after;
  RCCE_flag_alloc(&before);
  RCCE_flag_alloc(&token);
  RCCE_flag_alloc(&after);
  RCCE_barrier(&RCCE_COMM_WORLD);
  RCCE_flag_write(&before, RCCE_FLAG_SET, me);
  for (int round = 0; round < 3; ++round) {
    if (me == 0) RCCE_flag_write(&token, RCCE_FLAG_SET, (me + 1) % n);
    RCCE_wait_until(token, RCCE_FLAG_SET);
    RCCE_flag_write(&token, RCCE_FLAG_UNSET, me);
    if (me != 0) RCCE_flag_write(&token, RCCE_FLAG_SET, (me + 1) % n);
  }
  RCCE_FLAG_STATUS status = -1;
  RCCE_flag_read(before, &status, me);
  expect(status == RCCE_FLAG_SET, "flag before", status);
  RCCE_flag_read(after, &status, me);
  expect(status == RCCE_FLAG_UNSET, "flag after", status);
  RCCE_barrier(&RCCE_COMM_WORLD);
  RCCE_flag_read(before, &status, (me + 1) % n);
  expect(status == RCCE_FLAG_SET, "flag of the neighbour", status);
  RCCE_barrier(&RCCE_COMM_WORLD);
  for (RCCE_FLAG* flag : {&before, &token, &after}) {
    expect(RCCE_flag_free(flag) == RCCE_SUCCESS, "flag_free");
  }
  expect(RCCE_flag_free(&token) == RCCE_ERROR_FLAG_NOT_ALLOCATED, "flag_free twice");
  RCCE_barrier(&RCCE_COMM_WORLD);
}

// From every UE to the next, through a small buffer.
void check_send() {
  constexpr size_t kChunk = 96;
  const int n = RCCE_num_ues();
  const int me = RCCE_ue();
  if (n < 2) return;
  const t_vcharp buffer = RCCE_malloc(kChunk);
  RCCE_FLAG ready;
  RCCE_FLAG sent;
  RCCE_flag_alloc(&ready);
  RCCE_flag_alloc(&sent);
  RCCE_barrier(&RCCE_COMM_WORLD);
  char out[500];
  char in[sizeof out];
  for (const size_t size : {size_t{1}, size_t{96}, size_t{97}, sizeof out}) {
    memset(out, me + 1, sizeof out);
    memset(in, 0, sizeof in);
    const int dest = (me + 1) % n;
    const int source = (me + n - 1) % n;
    for (int turn = 0; turn < n; ++turn) {
      if (turn == me) RCCE_send(out, buffer, kChunk, &ready, &sent, size, dest);
      if (turn == source) RCCE_recv(in, buffer, kChunk, &ready, &sent, size, source);
    }
    size_t right = 0;
    while (right < size && in[right] == source + 1) ++right;
    expect(right == size, "gory message: right bytes, size", static_cast<int>(right),
           static_cast<int>(size));
    expect(size == sizeof in || in[size] == 0, "gory message: written behind");
    RCCE_barrier(&RCCE_COMM_WORLD);
  }
  expect(RCCE_send(out, buffer, 33, &ready, &sent, 1, me) == RCCE_ERROR_ALIGNMENT,
         "send: chunk of broken lines");
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  check_malloc();
  RCCE_barrier(&RCCE_COMM_WORLD);
  check_put_get();
  check_flags();
  check_send();
  RCCE_barrier(&RCCE_COMM_WORLD);
  printf("UE %d: %d failures\n", RCCE_ue(), failures);
  RCCE_finalize();
  return failures == 0 ? 0 : 1;
}
