// SPDX-License-Identifier: Apache-2.0
// Chapter 3, gory: flags.
#include "RCCE_lib.h"
#include "chapters.h"
#include "suite.h"

using suite::expect;

namespace {

#ifdef BIGFLAGS
constexpr int kMax = 100;  // a line each
#else
constexpr int kMax = 300;  // more than a line of bits
#endif
RCCE_FLAG flags[kMax];

// Everyone sets some flags of the next UE at the same time as the one before that sets others of
// the same UE: neighbours in a line, even in a byte.
void check_neighbours() {
  const int n = RCCE_num_ues(), me = RCCE_ue();
  for (int i = 0; i < 16; ++i) {
    const int dest = (me + 1 + i % 2) % n;
    if (n == 1 || i / 2 % 2 == 0) RCCE_flag_write(&flags[i], RCCE_FLAG_SET, dest);
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  for (int i = 0; i < 16; ++i) {
    RCCE_FLAG_STATUS value = -1;
    int test = -1;
    const RCCE_FLAG_STATUS wanted = n == 1 || i / 2 % 2 == 0 ? RCCE_FLAG_SET : RCCE_FLAG_UNSET;
    expect(RCCE_flag_read(flags[i], &value, me) == RCCE_SUCCESS && value == wanted, "flag", i);
    expect(RCCE_test_flag(flags[i], wanted, &test) == RCCE_SUCCESS && test == 1, "test_flag", i);
    expect(RCCE_test_flag(flags[i], wanted == 0 ? 1 : 0, &test) == RCCE_SUCCESS && test == 0,
           "test_flag of the other value", i);
    expect(RCCE_flag_read(flags[i], &value, (me + 1) % n) == RCCE_SUCCESS && value == wanted,
           "flag of another", i);
    expect((RCCE_probe(flags[i]) != 0) == (wanted != 0), "probe", i);
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  for (int i = 0; i < 16; ++i) RCCE_flag_write(&flags[i], RCCE_FLAG_UNSET, me);
  RCCE_barrier(&RCCE_COMM_WORLD);
}

// A token goes round three times.
void check_token() {
  const int next = (RCCE_ue() + 1) % RCCE_num_ues();
  RCCE_FLAG& token = flags[17];
  for (int round = 0; round < 3; ++round) {
    if (RCCE_ue() == 0) RCCE_flag_write(&token, RCCE_FLAG_SET, next);
    RCCE_wait_until(token, RCCE_FLAG_SET);
    RCCE_flag_write(&token, RCCE_FLAG_UNSET, RCCE_ue());
    RCCE_wait_until(token, RCCE_FLAG_UNSET);
    if (RCCE_ue() != 0) RCCE_flag_write(&token, RCCE_FLAG_SET, next);
  }
}

void check_refusals() {
  const int n = RCCE_num_ues(), me = RCCE_ue();
  RCCE_FLAG nowhere = {};
  RCCE_FLAG_STATUS value;
  int test;
  RCCE_FLAG& flag = flags[0];
  for (const int nobody : {-1, n}) {
    expect(RCCE_flag_write(&flag, RCCE_FLAG_SET, nobody) == RCCE_ERROR_ID, "write", nobody);
    expect(RCCE_flag_read(flag, &value, nobody) == RCCE_ERROR_ID, "read", nobody);
  }
  for (const int status : {-1, 2}) {
    expect(RCCE_flag_write(&flag, status, me) == RCCE_ERROR_FLAG_STATUS_UNDEFINED, "write", status);
    expect(RCCE_wait_until(flag, status) == RCCE_ERROR_FLAG_STATUS_UNDEFINED, "wait", status);
    expect(RCCE_test_flag(flag, status, &test) == RCCE_ERROR_FLAG_STATUS_UNDEFINED, "test", status);
  }
  expect(RCCE_flag_alloc(nullptr) == RCCE_ERROR_FLAG_UNDEFINED, "alloc to nowhere");
  expect(RCCE_flag_write(nullptr, 1, me) == RCCE_ERROR_FLAG_UNDEFINED, "write to nowhere");
  expect(RCCE_flag_read(flag, nullptr, me) == RCCE_ERROR_VAL_UNDEFINED, "read to nowhere");
  expect(RCCE_test_flag(flag, 1, nullptr) == RCCE_ERROR_VAL_UNDEFINED, "test to nowhere");
  expect(RCCE_flag_write(&nowhere, 1, me) == RCCE_ERROR_FLAG_NOT_IN_COMM_BUFFER, "no flag: write");
  expect(RCCE_flag_read(nowhere, &value, me) == RCCE_ERROR_FLAG_NOT_IN_COMM_BUFFER,
         "no flag: read");
  expect(RCCE_wait_until(nowhere, 1) == RCCE_ERROR_FLAG_NOT_IN_COMM_BUFFER, "no flag: wait");
  expect(RCCE_test_flag(nowhere, 1, &test) == RCCE_ERROR_FLAG_NOT_IN_COMM_BUFFER, "no flag: test");
  expect(RCCE_flag_free(&nowhere) == RCCE_ERROR_FLAG_NOT_ALLOCATED, "no flag: free");
  expect(RCCE_flag_free(nullptr) == RCCE_ERROR_FLAG_NOT_ALLOCATED, "free of nothing");
}

// With the buffer taken there are flags for as long as the last line has room.
void check_exhaustion() {
  size_t all = 0;
  const t_vcharp rest = RCCE_malloc_request(1 << 20, &all);
  static RCCE_FLAG more[256];
  int count = 0;
  while (count < 256 && RCCE_flag_alloc(&more[count]) == RCCE_SUCCESS) ++count;
  expect(count < 256 && RCCE_flag_alloc(&more[count]) == RCCE_ERROR_FLAG_NOT_ALLOCATED,
         "flags without end", count);
  for (int i = 0; i < count; ++i) expect(RCCE_flag_free(&more[i]) == RCCE_SUCCESS, "free", i);
  RCCE_free(rest);
  expect(RCCE_flag_alloc(&more[0]) == RCCE_SUCCESS, "room again");
  RCCE_flag_free(&more[0]);
}

}  // namespace

void chapters::flags() {
  for (int i = 0; i < kMax; ++i) {
    expect(RCCE_flag_alloc(&::flags[i]) == RCCE_SUCCESS, "alloc", i);
    for (int k = i - 9 > 0 ? i - 9 : 0; k < i; ++k) {
      expect(::flags[i].flag_addr != ::flags[k].flag_addr ||
                 ::flags[i].location != ::flags[k].location,
             "two flags in one place", k, i);
    }
    RCCE_FLAG_STATUS value = -1;
    RCCE_flag_read(::flags[i], &value, RCCE_ue());
    expect(value == RCCE_FLAG_UNSET, "unset at first", i, value);
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  check_neighbours();
  check_token();
  check_refusals();
  RCCE_barrier(&RCCE_COMM_WORLD);
  check_exhaustion();
  for (RCCE_FLAG& flag : ::flags) expect(RCCE_flag_free(&flag) == RCCE_SUCCESS, "free");
  expect(RCCE_flag_free(&::flags[0]) == RCCE_ERROR_FLAG_NOT_ALLOCATED, "free twice");
}
