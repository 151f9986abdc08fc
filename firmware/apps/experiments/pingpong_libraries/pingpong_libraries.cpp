// SPDX-License-Identifier: Apache-2.0
// The ping-pong of the iRCCE manual: ranks 0 and 1 send one buffer back and forth.
//   pingpong_libraries LIBRARY SEED ROUNDS BYTES...
// LIBRARY is rcce (blocking send and receive), ircce (isend and irecv, each waited for at once) or
// ircce_pipelined (blocking, through two halves of the buffer). One round warms up, the mean of
// ROUNDS counts. Reported as LIBRARY/BYTES: half a round, in microseconds. What is received is what
// is sent next, from the same buffer, as in the manual's program; nothing else touches it. SEED
// decides where its physical pages lie; 0 leaves them in a row.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "RCCE.h"
#include "firmware/hal/host.h"
#include "firmware/hal/page_placement.h"
#include "iRCCE.h"

namespace {

constexpr int kLargest = 1 << 20;
alignas(4096) char buffer[kLargest];

struct Library {
  const char* name;
  void (*send)(size_t bytes, int to);
  void (*receive)(size_t bytes, int from);
};

constexpr Library kLibraries[] = {
    {"rcce", [](size_t bytes, int to) { RCCE_send(buffer, bytes, to); },
     [](size_t bytes, int from) { RCCE_recv(buffer, bytes, from); }},
    {"ircce",
     [](size_t bytes, int to) { iRCCE_isend(buffer, static_cast<ssize_t>(bytes), to, nullptr); },
     [](size_t bytes, int from) {
       iRCCE_irecv(buffer, static_cast<ssize_t>(bytes), from, nullptr);
     }},
    {"ircce_pipelined",
     [](size_t bytes, int to) { iRCCE_send(buffer, static_cast<ssize_t>(bytes), to); },
     [](size_t bytes, int from) { iRCCE_recv(buffer, static_cast<ssize_t>(bytes), from); }},
};

const Library* find_library(const char* name) {
  for (const Library& library : kLibraries) {
    if (strcmp(library.name, name) == 0) return &library;
  }
  return nullptr;
}

void play(const Library& library, size_t bytes, int me) {
  if (me == 0) library.send(bytes, 1);
  library.receive(bytes, 1 - me);
  if (me == 1) library.send(bytes, 0);
}

double half_round_us(const Library& library, size_t bytes, int rounds) {
  const int me = RCCE_ue();
  RCCE_barrier(&RCCE_COMM_WORLD);
  play(library, bytes, me);
  const double start = RCCE_wtime();
  for (int round = 0; round < rounds; ++round) play(library, bytes, me);
  return (RCCE_wtime() - start) * 1e6 / (2 * rounds);
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  iRCCE_init();
  const Library* library = argc > 4 ? find_library(argv[1]) : nullptr;
  const int seed = argc > 4 ? atoi(argv[2]) : 0;
  const int rounds = argc > 4 ? atoi(argv[3]) : 0;
  if (library == nullptr || rounds < 1 || RCCE_num_ues() != 2) {
    fprintf(stderr, "usage, on two cores: pingpong_libraries LIBRARY SEED ROUNDS BYTES...\n");
    return 1;
  }
  if (seed != 0 && !hal::scatter_pages(buffer, sizeof buffer, static_cast<uint32_t>(seed))) {
    fprintf(stderr, "pingpong_libraries: no frames to scatter the buffer to\n");
    return 1;
  }
  for (int i = 4; i < argc; ++i) {
    const int bytes = atoi(argv[i]);
    if (bytes < 1 || bytes > kLargest) {
      fprintf(stderr, "pingpong_libraries: %s bytes: expected 1 to %d\n", argv[i], kLargest);
      return 1;
    }
    const double us = half_round_us(*library, static_cast<size_t>(bytes), rounds);
    if (RCCE_ue() != 0) continue;
    printf("%8d %10.2f us %8.2f MB/s\n", bytes, us, bytes / us * 1e6 / (1 << 20));
    char name[48];
    snprintf(name, sizeof name, "%s/%d", library->name, bytes);
    hal::report(name, us);
  }
  return RCCE_finalize();
}
