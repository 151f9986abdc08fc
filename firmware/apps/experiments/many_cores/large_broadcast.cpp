// SPDX-License-Identifier: Apache-2.0
// A broadcast of many bytes from UE 0 to all others.
//   large_broadcast rcce|rcce_comm|ircce BYTES
// rcce is RCCE_bcast, a message to each in turn; rcce_comm RCCE_comm's, along a tree; ircce is
// iRCCE_mcast. After one to warm up, reported by UE 0 as rate: MB/s (2^20 bytes) of a ping-pong, so
// over half of the time from the root's call until all have all.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "RCCE.h"
#include "RCCE_comm.h"
#include "firmware/hal/host.h"
#include "iRCCE.h"

namespace {

constexpr int kMost = 256 * 1024;
alignas(4096) char buffer[kMost];

struct Broadcast {
  const char* name;
  void (*send)(size_t bytes);
};

constexpr Broadcast kBroadcasts[] = {
    {"rcce", [](size_t bytes) { RCCE_bcast(buffer, bytes, 0, RCCE_COMM_WORLD); }},
    {"rcce_comm", [](size_t bytes) { RCCE_comm_bcast(buffer, bytes, 0, RCCE_COMM_WORLD); }},
    {"ircce", [](size_t bytes) { iRCCE_mcast(buffer, bytes, 0); }},
};

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  iRCCE_init();
  const int bytes = argc == 3 ? atoi(argv[2]) : 0;
  const Broadcast* broadcast = nullptr;
  for (const Broadcast& one : kBroadcasts) {
    if (bytes > 0 && bytes <= kMost && strcmp(argv[1], one.name) == 0) broadcast = &one;
  }
  if (broadcast == nullptr) {
    fprintf(stderr, "usage: large_broadcast rcce|rcce_comm|ircce BYTES, 1 to %d\n", kMost);
    return 1;
  }
  const auto size = static_cast<size_t>(bytes);
  double seconds = 0;
  for (int round = 0; round < 2; ++round) {
    if (RCCE_ue() == 0) memset(buffer, 'a' + round, size);
    RCCE_barrier(&RCCE_COMM_WORLD);
    const double start = RCCE_wtime();
    broadcast->send(size);
    RCCE_barrier(&RCCE_COMM_WORLD);
    seconds = RCCE_wtime() - start;
    for (size_t i = 0; i < size; ++i) {
      if (buffer[i] != 'a' + round) {
        fprintf(stderr, "large_broadcast: byte %u is wrong\n", static_cast<unsigned>(i));
        return 1;
      }
    }
  }
  if (RCCE_ue() == 0) {
    const double rate = bytes / (seconds / 2) / (1 << 20);
    printf("%s: %.1f MB/s\n", broadcast->name, rate);
    hal::report("rate", rate);
  }
  return RCCE_finalize();
}
