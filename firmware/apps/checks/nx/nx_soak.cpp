// SPDX-License-Identifier: Apache-2.0
// A random program of the nodes of an iPSC/860, for tests of the simulator. Every node draws the
// same steps from the seed and computes for a time of its own before each: messages, posted and
// not, of both kinds, to pairs and to all, with handlers, and global operations. What arrives is
// checked.
//   nx_soak SEED ROUNDS
#include <stdint.h>
#include <stdlib.h>

#include "firmware/apps/checks/soak/random.h"
#include "nx.h"

namespace {

constexpr long kMostBytes = 5000;
constexpr long kMostNodes = 128;
constexpr int kMostMessages = 4;  // that a node sends in a round

int g_failures = 0;
void expect(bool holds) { g_failures += !holds; }

void compute(uint32_t turns) {
  volatile double x = 1;
  for (uint32_t i = 0; i < turns; ++i) x = x * 1.0000001 + 0.5;
}

unsigned char content(long type, long source, long at) {
  return static_cast<unsigned char>(type * 31 + source * 7 + at);
}
void fill(unsigned char* data, long type, long source, long bytes) {
  for (long i = 0; i < bytes; ++i) data[i] = content(type, source, i);
}
void verify(const unsigned char* data, long type, long source, long bytes) {
  bool same = true;
  for (long i = 0; i < bytes; ++i) same = same && data[i] == content(type, source, i);
  expect(same);
}

// Around 100 bytes, where the protocol changes, or any.
long bytes_of(Random& common) {
  const uint32_t most[] = {16, 120, 800, static_cast<uint32_t>(kMostBytes)};
  return static_cast<long>(common.below(most[common.below(4)] + 1));
}

unsigned char g_out[kMostMessages][kMostBytes], g_in[kMostMessages][kMostBytes];

// Every node sends `count` messages to the node at a distance, and gets as many.
void shift(Random& common, Random& own, long round, long me, long n) {
  const auto distance = static_cast<long>(common.below(static_cast<uint32_t>(n)));
  const auto count = static_cast<int>(1 + common.below(kMostMessages));
  const long to = me ^ distance, from = me ^ distance;
  const bool posted = common.below(2) == 0, forced = posted && common.below(2) == 0;
  long bytes[kMostMessages], sends[kMostMessages], receives[kMostMessages];
  const long first = (forced ? NX_FORCED_FIRST : 0) + round * kMostMessages;
  for (int i = 0; i < count; ++i) {
    bytes[i] = bytes_of(common);
    if (posted) receives[i] = irecv(first + i, g_in[i], kMostBytes);
  }
  if (forced) gsync();  // what finds no receive is lost
  for (int i = 0; i < count; ++i) {
    fill(g_out[i], first + i, me, bytes[i]);
    sends[i] = isend(first + i, g_out[i], bytes[i], to, 0);
    compute(own.below(40));
  }
  for (int i = count; i-- > 0;) {
    if (!posted) {
      crecv(first + i, g_in[i], kMostBytes);
    } else if (own.below(2) == 0) {
      msgwait(receives[i]);
    } else {
      while (msgdone(receives[i]) == 0) compute(own.below(30));
    }
    expect(infocount() == bytes[i] && infonode() == from);
    verify(g_in[i], first + i, from, bytes[i]);
  }
  for (int i = 0; i < count; ++i) msgwait(sends[i]);
}

void broadcast(Random& common, long round, long me, long n) {
  const auto root = static_cast<long>(common.below(static_cast<uint32_t>(n)));
  const long bytes = bytes_of(common), type = round * kMostMessages;
  if (me == root) {
    fill(g_out[0], type, root, bytes);
    if (n > 1) csend(type, g_out[0], bytes, -1, 0);
  } else {
    crecv(type, g_in[0], kMostBytes);
    expect(infocount() == bytes);
    verify(g_in[0], type, root, bytes);
  }
}

volatile long g_handled;
void handle(long type, long count, long node, long) {
  verify(g_in[0], type, node, count);
  g_handled = g_handled + 1;
}

void handled(Random& common, Random& own, long round, long me, long n) {
  const long bytes = bytes_of(common), type = round * kMostMessages;
  g_handled = 0;
  hrecv(type, g_in[0], kMostBytes, reinterpret_cast<nx_handler_t>(handle));
  fill(g_out[0], type, me, bytes);
  csend(type, g_out[0], bytes, (me + 1) % n, 0);
  while (g_handled == 0) compute(own.below(30));
}

void global(Random& common, long me, long n) {
  long sums[8], highs[8], work[8];
  const auto count = static_cast<long>(1 + common.below(8));
  for (long i = 0; i < count; ++i) {
    sums[i] = me + i;
    highs[i] = me * (i + 1);
  }
  gisum(sums, count, work);
  gihigh(highs, count, work);
  for (long i = 0; i < count; ++i)
    expect(sums[i] == n * (n - 1) / 2 + n * i && highs[i] == (n - 1) * (i + 1));
  double product = 2;
  double other = 0;
  gdsum(&product, 1, &other);
  expect(product == 2.0 * static_cast<double>(n));
  static long all[kMostNodes];
  long total = 0;
  gcol(&me, sizeof me, all, sizeof all, &total);
  expect(total == n * static_cast<long>(sizeof me));
  for (long i = 0; i < n; ++i) expect(all[i] == i);
}

}  // namespace

int main(int argc, char** argv) {
  const long me = mynode(), n = numnodes();
  const auto seed = static_cast<uint32_t>(argc > 1 ? strtoul(argv[1], nullptr, 10) : 1);
  const long rounds = argc > 2 ? atol(argv[2]) : 10;
  Random common(seed), own(seed + 977u * static_cast<uint32_t>(me + 1));
  for (long round = 0; round < rounds; ++round) {
    compute(own.below(own.below(4) == 0 ? 3000 : 50));
    switch (common.below(6)) {
      case 0:
      case 1:
        shift(common, own, round, me, n);
        break;
      case 2:
        broadcast(common, round, me, n);
        break;
      case 3:
        handled(common, own, round, me, n);
        break;
      case 4:
        global(common, me, n);
        break;
      default:
        gsync();
    }
  }
  gsync();
  return g_failures != 0;
}
