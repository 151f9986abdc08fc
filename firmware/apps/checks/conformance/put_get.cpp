// SPDX-License-Identifier: Apache-2.0
// Chapter 4, gory: one-sided transfers.
#include "RCCE_lib.h"
#include "chapters.h"
#include "suite.h"

using suite::expect;

namespace {

t_vcharp bytes_of(char* data) { return reinterpret_cast<t_vcharp>(data); }

// Everyone puts to every UE within reach of its turn, and everyone reads that from there.
void check_transfers(t_vcharp block, int bytes) {
  static char out[8192], in[8192];
  const int n = RCCE_num_ues(), me = RCCE_ue();
  const auto size = static_cast<size_t>(bytes);
  for (const int distance : {0, 1, n - 1, n / 2}) {
    suite::fill(out, size, me);
    expect(RCCE_put(block, bytes_of(out), bytes, (me + distance) % n) == RCCE_SUCCESS, "put");
    RCCE_fence();
    RCCE_barrier(&RCCE_COMM_WORLD);
    const int from = (me + 2 * distance + 1) % n;
    expect(RCCE_get(bytes_of(in), block, bytes, from) == RCCE_SUCCESS, "get");
    const int writer = (from - distance + 2 * n) % n;
    expect(suite::is_filled(in, size, writer), "got other bytes than put", writer, from);
    RCCE_barrier(&RCCE_COMM_WORLD);
  }
}

void check_bytes(t_vcharp block) {
  const int n = RCCE_num_ues(), me = RCCE_ue(), next = (me + 1) % n;
  const auto written = static_cast<unsigned char>(me + 5);  // of 256 and more UEs not each its own
  unsigned char byte = written;
  expect(RCCE_put_char(block + me, &byte, next) == RCCE_SUCCESS, "put_char");
  RCCE_fence();
  RCCE_barrier(&RCCE_COMM_WORLD);
  byte = 0;
  expect(RCCE_get_char(&byte, block + me, next) == RCCE_SUCCESS && byte == written, "get_char",
         byte);
  expect(RCCE_put_char(block, &byte, n) == RCCE_ERROR_ID, "put_char to nobody");
  expect(RCCE_get_char(&byte, block, -1) == RCCE_ERROR_ID, "get_char from nobody");
  expect(RCCE_put_char(&byte, &byte, me) == RCCE_ERROR_TARGET, "put_char to private memory");
  expect(RCCE_get_char(&byte, &byte, me) == RCCE_ERROR_SOURCE, "get_char from private memory");
  expect(RCCE_put_char(block, nullptr, me) == RCCE_ERROR_SOURCE, "put_char from nowhere");
  expect(RCCE_get_char(nullptr, block, me) == RCCE_ERROR_TARGET, "get_char to nowhere");
}

void check_refusals(t_vcharp block) {
  char data[64];
  const t_vcharp own = bytes_of(data);
  const t_vcharp end = RCCE_comm_buffer[RCCE_ue()] + RCCE_BUFF_SIZE;
  const int n = RCCE_num_ues(), me = RCCE_ue();
  struct Case {
    t_vcharp block;
    int bytes, ue, error;
  };
  for (const Case& c : {Case{block, 32, -1, RCCE_ERROR_ID}, Case{block, 32, n, RCCE_ERROR_ID},
                        Case{block, -32, me, RCCE_ERROR_MESSAGE_LENGTH},
                        Case{block, 31, me, RCCE_ERROR_MESSAGE_LENGTH},
                        Case{block, 33, me, RCCE_ERROR_MESSAGE_LENGTH},
                        Case{block + 1, 32, me, RCCE_ERROR_ALIGNMENT},
                        Case{block + 16, 32, me, RCCE_ERROR_ALIGNMENT},
                        Case{end - 32, 64, me, RCCE_ERROR_MESSAGE_LENGTH},
                        Case{block, 0, me, RCCE_SUCCESS}, Case{end - 32, 32, me, RCCE_SUCCESS}}) {
    const int get = RCCE_get(own, c.block, c.bytes, c.ue);
    expect(get == c.error, "get", c.error, get);
    const int put = RCCE_put(c.block, own, c.bytes, c.ue);
    expect(put == c.error, "put", c.error, put);
  }
  expect(RCCE_put(end, own, 32, me) == RCCE_ERROR_TARGET, "put behind the buffer");
  expect(RCCE_get(own, end, 32, me) == RCCE_ERROR_SOURCE, "get from behind the buffer");
  expect(RCCE_put(nullptr, own, 32, me) == RCCE_ERROR_TARGET, "put to nowhere");
  expect(RCCE_get(own, nullptr, 32, me) == RCCE_ERROR_SOURCE, "get from nowhere");
  for (const int ue : {0, me, n - 1}) {
    expect(RCCE_put(block, nullptr, 32, ue) == RCCE_ERROR_SOURCE, "put from nowhere", ue);
    expect(RCCE_get(nullptr, block, 32, ue) == RCCE_ERROR_TARGET, "get to nowhere", ue);
  }
}

// Within one buffer the two sides may touch but not overlap; what is refused moves nothing.
void check_overlap(t_vcharp block) {
  const int n = RCCE_num_ues(), me = RCCE_ue(), next = (me + 1) % n;
  for (int i = 0; i < 128; ++i) block[i] = static_cast<unsigned char>(i / 32);
  RCCE_fence();
  RCCE_barrier(&RCCE_COMM_WORLD);
  for (const int distance : {0, 32}) {
    const t_vcharp other = block + distance;
    expect(RCCE_put(block, other, 64, me) == RCCE_ERROR_DATA_OVERLAP, "put down", distance);
    expect(RCCE_put(other, block, 64, me) == RCCE_ERROR_DATA_OVERLAP, "put up", distance);
    expect(RCCE_get(block, other, 64, me) == RCCE_ERROR_DATA_OVERLAP, "get down", distance);
    expect(RCCE_get(other, block, 64, me) == RCCE_ERROR_DATA_OVERLAP, "get up", distance);
    expect(RCCE_put(block, other, 0, me) == RCCE_SUCCESS, "put of no bytes", distance);
  }
  // The place in another's buffer, given by that in the own one, is another place. One UE at a
  // time: it reads where the other would write.
  if (n > 1 && me == 0) {
    expect(RCCE_get(block + 32, block, 64, next) == RCCE_SUCCESS, "get from the next UE's");
    const t_vcharp theirs = RCCE_comm_buffer[next] + (block - RCCE_comm_buffer[me]);
    expect(RCCE_get(theirs, block + 32, 64, next) == RCCE_ERROR_DATA_OVERLAP, "get within theirs");
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  for (int i = 0; i < 128; ++i) block[i] = static_cast<unsigned char>(i / 32);
  RCCE_fence();
  expect(RCCE_put(block, block + 64, 64, me) == RCCE_SUCCESS, "put beside");
  RCCE_fence();
  RC_cache_invalidate();
  expect(block[0] == 2 && block[63] == 3 && block[64] == 2, "what was put beside", block[0]);
}

}  // namespace

void chapters::put_get() {
  const t_vcharp block = RCCE_malloc(2048);
  expect(block != nullptr, "malloc");
  for (const int bytes : {32, 64, 2048}) check_transfers(block, bytes);
  check_bytes(block);
  RCCE_barrier(&RCCE_COMM_WORLD);
  check_refusals(block);
  RCCE_barrier(&RCCE_COMM_WORLD);
  check_overlap(block);
  RCCE_barrier(&RCCE_COMM_WORLD);
  char line[32];
  suite::fill(line, sizeof line, 3);
  RCCE_put_flag(block, bytes_of(line), 32, RCCE_ue());
  suite::fill(line, sizeof line, 4);
  RCCE_fence();
  RCCE_get_flag(bytes_of(line), block, 32, RCCE_ue());
  expect(suite::is_filled(line, sizeof line, 3), "put_flag, get_flag");
  RCCE_barrier(&RCCE_COMM_WORLD);
  RCCE_free(block);
}
