// SPDX-License-Identifier: Apache-2.0
// Messages and little else, among all UEs.
//   bench_messages exchange [BYTES [ROUNDS]]      RCCE_alltoall with blocks of BYTES
//   bench_messages broadcast [BYTES [ROUNDS]]     RCCE_comm_bcast, every round from another root
// default 64 bytes, 2 rounds. Verified: the first and last word of whatever arrives.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "RCCE.h"
#include "RCCE_comm.h"

namespace {

// Marks both ends of a block, so that no two blocks of a run are alike.
void mark(char* block, size_t bytes, uint32_t word) {
  memcpy(block, &word, sizeof word);
  memcpy(block + bytes - sizeof word, &word, sizeof word);
}
bool marked(const char* block, size_t bytes, uint32_t word) {
  return memcmp(block, &word, sizeof word) == 0 &&
         memcmp(block + bytes - sizeof word, &word, sizeof word) == 0;
}
uint32_t word_of(int round, int from, int to) {
  return static_cast<uint32_t>(round << 16 | from << 8 | to);
}

char* room(size_t bytes) {
  auto* const memory = static_cast<char*>(calloc(bytes, 1));
  if (memory == nullptr) abort();
  return memory;
}

int exchange(size_t bytes, int rounds) {
  const int ues = RCCE_num_ues(), me = RCCE_ue();
  char *const out = room(ues * bytes), *const in = room(ues * bytes);
  int wrong = 0;
  for (int round = 0; round < rounds; ++round) {
    for (int to = 0; to < ues; ++to) mark(out + to * bytes, bytes, word_of(round, me, to));
    RCCE_alltoall(out, in, bytes, RCCE_COMM_WORLD);
    for (int from = 0; from < ues; ++from) {
      wrong += !marked(in + from * bytes, bytes, word_of(round, from, me));
    }
  }
  return wrong;
}

int broadcast(size_t bytes, int rounds) {
  char* const data = room(bytes);
  int wrong = 0;
  for (int round = 0; round < rounds; ++round) {
    const int root = round * 7 % RCCE_num_ues();
    if (RCCE_ue() == root) mark(data, bytes, word_of(round, root, 0));
    RCCE_comm_bcast(data, bytes, root, RCCE_COMM_WORLD);
    wrong += !marked(data, bytes, word_of(round, root, 0));
  }
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  const char* const what = argc > 1 ? argv[1] : "";
  const int bytes = argc > 2 ? atoi(argv[2]) : 64;
  const int rounds = argc > 3 ? atoi(argv[3]) : 2;
  const bool exchanges = strcmp(what, "exchange") == 0;
  if ((!exchanges && strcmp(what, "broadcast") != 0) || bytes < 4 || rounds < 1) {
    fprintf(stderr, "bench_messages: expected exchange or broadcast, 4 bytes or more, a round\n");
    return 1;
  }
  const auto size = static_cast<size_t>(bytes);
  const int wrong = exchanges ? exchange(size, rounds) : broadcast(size, rounds);
  if (wrong != 0) printf("bench_messages: %d blocks at UE %d are WRONG\n", wrong, RCCE_ue());
  RCCE_finalize();
  return wrong == 0 ? 0 : 1;
}
