// SPDX-License-Identifier: Apache-2.0
// Messages that start at one instant on several pairs of nodes, as in ICASE 91-4 section 2.3.
// Arguments: the number of pairs, source and destination of each, then lengths in bytes. For each
// length all pairs send one FORCED message at once; reports "BYTES", the time until the last one is
// there, in us.
#include <stdlib.h>

#include "firmware/hal/host.h"
#include "nx.h"

namespace {

constexpr long kLargest = 8192;
constexpr long kType = NX_FORCED_FIRST + 1;
constexpr int kTurns = 2;      // the first one warms the caches
constexpr long kLead = 50000;  // ticks until all nodes know the start and no message is under way
constexpr double kMicrosPerTick = 0.1;

unsigned char out[kLargest], in[kLargest];

long ticks() {
  esize_t now;
  hwclock(&now);
  return static_cast<long>(now.slow);  // far from wrapping in what an experiment lasts
}

// All nodes have come here; the same instant, some time ahead, for all of them.
long agree_on_start() {
  long start = ticks() + kLead, work;
  gihigh(&start, 1, &work);
  return start;
}

struct Part {
  long destination = -1;
  bool receives = false;
};

// The time until this node has its message, in ticks; 0 if it gets none.
long take_part(const Part& part, long length) {
  const long id = part.receives ? irecv(kType, in, length) : 0;
  const long start = agree_on_start();
  if (part.destination >= 0) {
    while (ticks() < start) {
    }
    csend(kType, out, length, part.destination, 0);
  }
  if (!part.receives) return 0;
  msgwait(id);
  return ticks() - start;
}

}  // namespace

int main(int argc, char** argv) {
  const int pairs = atoi(argv[1]);
  Part part;
  for (int p = 0; p < pairs; ++p) {
    if (atol(argv[2 + 2 * p]) == mynode()) part.destination = atol(argv[3 + 2 * p]);
    if (atol(argv[3 + 2 * p]) == mynode()) part.receives = true;
  }
  for (int a = 2 + 2 * pairs; a < argc; ++a) {
    long longest = 0, work;
    for (int turn = 0; turn < kTurns; ++turn) {
      longest = take_part(part, atol(argv[a]));
      gihigh(&longest, 1, &work);
    }
    if (mynode() == 0) hal::report(argv[a], static_cast<double>(longest) * kMicrosPerTick);
  }
  return 0;
}
