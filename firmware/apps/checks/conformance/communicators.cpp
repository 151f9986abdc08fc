// SPDX-License-Identifier: Apache-2.0
// Communicators, their barrier, and what is refused.
#include "RCCE_lib.h"
#include "chapters.h"
#include "suite.h"

using suite::expect;

namespace {

int same(int, void*) { return 7; }
int own(int ue, void*) { return ue; }
int parity(int ue, void*) { return ue % 2; }
int reversed(int ue, void* groups) { return -ue / *static_cast<int*>(groups); }

void check_group(int (*color)(int, void*), void* aux) {
  RCCE_COMM comm;
  comm.initialized = RCCE_COMM_NOT_INITIALIZED;
  expect(RCCE_comm_split(color, aux, &comm) == RCCE_SUCCESS, "comm_split");
  int members = 0, my_rank = -1;
  for (int ue = 0; ue < RCCE_num_ues(); ++ue) {
    if (color(ue, aux) != color(RCCE_ue(), aux)) continue;
    if (ue == RCCE_ue()) my_rank = members;
    expect(comm.member[members] == ue, "member", ue, comm.member[members]);
    ++members;
  }
  int size = -1, rank = -1;
  expect(RCCE_comm_size(comm, &size) == RCCE_SUCCESS && size == members, "comm_size", size);
  expect(RCCE_comm_rank(comm, &rank) == RCCE_SUCCESS && rank == my_rank, "comm_rank", rank);
  for (int i = 0; i < 3; ++i) expect(RCCE_barrier(&comm) == RCCE_SUCCESS, "barrier", i);
  expect(RCCE_comm_split(color, aux, &comm) == RCCE_ERROR_COMM_INITIALIZED, "split twice");
  expect(RCCE_comm_free(&comm) == RCCE_SUCCESS, "comm_free");
  expect(RCCE_comm_free(&comm) == RCCE_ERROR_COMM_UNDEFINED, "comm_free twice");
  expect(RCCE_barrier(&comm) == RCCE_ERROR_COMM_UNDEFINED, "barrier of a freed one");
  expect(RCCE_comm_size(comm, &size) == RCCE_ERROR_COMM_UNDEFINED, "size of a freed one");
  expect(RCCE_comm_rank(comm, &rank) == RCCE_ERROR_COMM_UNDEFINED, "rank in a freed one");
}

}  // namespace

void chapters::communicators() {
  int third = 3;
  check_group(same, nullptr);
  check_group(own, nullptr);
  check_group(parity, nullptr);
  check_group(reversed, &third);
  expect(RCCE_comm_split(same, nullptr, nullptr) == RCCE_ERROR_COMM_UNDEFINED, "split to nowhere");
  RCCE_COMM none;
  none.initialized = RCCE_COMM_NOT_INITIALIZED;
  expect(RCCE_comm_split(nullptr, nullptr, &none) == RCCE_ERROR_VAL_UNDEFINED, "split by nothing");
  expect(RCCE_comm_size(RCCE_COMM_WORLD, nullptr) == RCCE_ERROR_VAL_UNDEFINED, "size to nowhere");
  expect(RCCE_comm_rank(RCCE_COMM_WORLD, nullptr) == RCCE_ERROR_VAL_UNDEFINED, "rank to nowhere");
  expect(RCCE_comm_free(nullptr) == RCCE_ERROR_COMM_UNDEFINED, "free of nothing");
  expect(RCCE_barrier(nullptr) == RCCE_ERROR_COMM_UNDEFINED, "barrier of nobody");
  int size = -1;
  expect(RCCE_comm_size(RCCE_COMM_WORLD, &size) == RCCE_SUCCESS && size == RCCE_num_ues(), "world");
}
