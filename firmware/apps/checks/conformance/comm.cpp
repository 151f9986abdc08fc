// SPDX-License-Identifier: Apache-2.0
// RCCE_comm: every share of every member arrives where it belongs, from every root.
#include <stdlib.h>

#include "RCCE_comm.h"
#include "RCCE_lib.h"
#include "chapters.h"
#include "suite.h"

using suite::expect;

namespace {

constexpr size_t kLargest = 1000;
constexpr size_t kSizes[] = {0, 1, 40, kLargest};

// Large shares among many take long and show nothing new.
bool too_much(size_t size, int members) { return size == kLargest && members > 12; }

// What `from` has for `to`.
int key(int from, int to) { return from * 64 + to; }

// Room for one share of each member, twice.
class Shares {
 public:
  explicit Shares(int members) {
    const size_t half = static_cast<size_t>(members) * kLargest;
    data_ = static_cast<char*>(malloc(2 * half));
    if (data_ == nullptr) abort();
    out_ = data_ + half;
  }
  ~Shares() { free(data_); }
  Shares(const Shares&) = delete;
  Shares& operator=(const Shares&) = delete;
  char* in() { return data_; }
  char* out() { return out_; }

 private:
  char* data_;
  char* out_;
};

// Shares of `from` for everyone, and of everyone for `to`.
void fill_all(char* shares, size_t size, int members, int from) {
  for (int to = 0; to < members; ++to) {
    suite::fill(shares + static_cast<size_t>(to) * size, size, key(from, to));
  }
}
bool are_for(const char* shares, size_t size, int members, int to) {
  for (int from = 0; from < members; ++from) {
    if (!suite::is_filled(shares + static_cast<size_t>(from) * size, size, key(from, to)))
      return false;
  }
  return true;
}

void check_rooted(const RCCE_COMM& comm, int root) {
  Shares shares(comm.size);
  const int me = comm.my_rank;
  for (const size_t size : kSizes) {
    if (too_much(size, comm.size)) continue;
    suite::fill(shares.in(), size, me == root ? root : -1);
    expect(RCCE_comm_bcast(shares.in(), size, root, comm) == RCCE_SUCCESS, "comm_bcast");
    expect(suite::is_filled(shares.in(), size, root), "comm_bcast from", root,
           static_cast<int>(size));
    if (me == root) fill_all(shares.in(), size, comm.size, root);
    expect(RCCE_scatter(shares.in(), shares.out(), size, root, comm) == RCCE_SUCCESS, "scatter");
    expect(suite::is_filled(shares.out(), size, key(root, me)), "scatter from", root,
           static_cast<int>(size));
    suite::fill(shares.in(), size, key(me, root));
    expect(RCCE_gather(shares.in(), shares.out(), size, root, comm) == RCCE_SUCCESS, "gather");
    if (me == root) {
      expect(are_for(shares.out(), size, comm.size, root), "gather at", root,
             static_cast<int>(size));
    }
  }
}

int parity(int ue, void*) { return ue % 2; }

template <class Check>
void on_world_and_halves(Check check) {
  check(RCCE_COMM_WORLD);
  RCCE_COMM half;
  half.initialized = RCCE_COMM_NOT_INITIALIZED;
  RCCE_comm_split(parity, nullptr, &half);
  check(half);
  RCCE_barrier(&RCCE_COMM_WORLD);
  RCCE_comm_free(&half);
}

}  // namespace

void chapters::comm_trees() {
  char byte;
  const int n = RCCE_num_ues();
  for (const int nobody : {-1, n}) {
    expect(RCCE_comm_bcast(&byte, 1, nobody, RCCE_COMM_WORLD) == RCCE_ERROR_ID, "bcast", nobody);
    expect(RCCE_scatter(&byte, &byte, 1, nobody, RCCE_COMM_WORLD) == RCCE_ERROR_ID, "scatter");
    expect(RCCE_gather(&byte, &byte, 1, nobody, RCCE_COMM_WORLD) == RCCE_ERROR_ID, "gather");
  }
  constexpr auto kNegative = static_cast<size_t>(-5);
  expect(RCCE_comm_bcast(&byte, kNegative, 0, RCCE_COMM_WORLD) == RCCE_ERROR_MESSAGE_LENGTH,
         "bcast");
  expect(RCCE_scatter(&byte, &byte, kNegative, 0, RCCE_COMM_WORLD) == RCCE_ERROR_MESSAGE_LENGTH,
         "scatter of -5");
  expect(RCCE_gather(&byte, &byte, kNegative, 0, RCCE_COMM_WORLD) == RCCE_ERROR_MESSAGE_LENGTH,
         "gather of -5");
  on_world_and_halves([](const RCCE_COMM& comm) {
    for (const int root : {0, comm.size / 3, comm.size - 1}) check_rooted(comm, root);
  });
}

void chapters::comm_exchange() {
  char byte;
  RCCE_COMM undefined = RCCE_COMM_WORLD;
  undefined.initialized = 0;
  expect(RCCE_allgather(&byte, &byte, 1, undefined) == RCCE_ERROR_COMM_UNDEFINED, "allgather");
  expect(RCCE_alltoall(&byte, &byte, 1, undefined) == RCCE_ERROR_COMM_UNDEFINED, "alltoall");
  constexpr auto kNegative = static_cast<size_t>(-5);
  // All UEs get an error, so none waits.
  const RCCE_COMM world = RCCE_COMM_WORLD;
  const int me = RCCE_ue();
  expect(RCCE_comm_bcast(nullptr, 1, 0, world) == RCCE_ERROR_SOURCE, "bcast from nowhere");
  expect(RCCE_comm_reduce(nullptr, &byte, 1, RCCE_INT, RCCE_SUM, 0, world) == RCCE_ERROR_SOURCE,
         "reduce of nothing");
  expect(RCCE_comm_reduce(&byte, nullptr, 1, RCCE_INT, RCCE_SUM, me, world) == RCCE_ERROR_TARGET,
         "reduce to nowhere");
  expect(RCCE_scatter(&byte, nullptr, 1, me, world) == RCCE_ERROR_TARGET, "scatter to nowhere");
  expect(RCCE_scatter(nullptr, &byte, 1, me, world) == RCCE_ERROR_SOURCE, "scatter of nothing");
  expect(RCCE_gather(nullptr, &byte, 1, me, world) == RCCE_ERROR_SOURCE, "gather of nothing");
  expect(RCCE_gather(&byte, nullptr, 1, me, world) == RCCE_ERROR_TARGET, "gather to nowhere");
  expect(RCCE_allgather(nullptr, &byte, 1, world) == RCCE_ERROR_SOURCE, "allgather of nothing");
  expect(RCCE_alltoall(&byte, nullptr, 1, world) == RCCE_ERROR_TARGET, "alltoall to nowhere");
  expect(RCCE_allgather(&byte, &byte, kNegative, RCCE_COMM_WORLD) == RCCE_ERROR_MESSAGE_LENGTH,
         "allgather of -5");
  expect(RCCE_alltoall(&byte, &byte, kNegative, RCCE_COMM_WORLD) == RCCE_ERROR_MESSAGE_LENGTH,
         "alltoall of -5");
  on_world_and_halves([](const RCCE_COMM& comm) {
    Shares shares(comm.size);
    const int rank = comm.my_rank;
    for (const size_t size : kSizes) {
      if (too_much(size, comm.size)) continue;
      suite::fill(shares.in(), size, key(rank, 0));
      expect(RCCE_allgather(shares.in(), shares.out(), size, comm) == RCCE_SUCCESS, "allgather");
      expect(are_for(shares.out(), size, comm.size, 0), "allgather of", static_cast<int>(size));
      fill_all(shares.in(), size, comm.size, rank);
      expect(RCCE_alltoall(shares.in(), shares.out(), size, comm) == RCCE_SUCCESS, "alltoall");
      expect(are_for(shares.out(), size, comm.size, rank), "alltoall of", static_cast<int>(size));
    }
    RCCE_COMM copy = comm;
    expect(RCCE_comm_barrier(&copy) == RCCE_SUCCESS, "comm_barrier");
  });
}
