// SPDX-License-Identifier: Apache-2.0
// A random program of many UEs, for tests of the simulator, whose shortcuts must not show. Every UE
// draws the same steps from the seed and waits a time of its own before each: messages between
// pairs, broadcasts, sums, locks, barriers, and walks through private memory. What arrives is
// checked.
//   soak SEED ROUNDS
#include <stdint.h>
#include <stdlib.h>

#include "RCCE.h"
#include "firmware/apps/checks/soak/random.h"

namespace {

constexpr uint32_t kMaxBytes = 9000;  // more than an MPB
constexpr uint32_t kWalkBytes = 600 * 1024;
char g_message[kMaxBytes];
unsigned char g_walk[kWalkBytes];

int g_failures = 0;
void expect(bool holds) { g_failures += !holds; }

void compute(uint32_t turns) {
  volatile double x = 1;
  for (uint32_t i = 0; i < turns; ++i) x = x * 1.0000001 + 0.5;
}

char content(uint32_t round, int source, uint32_t at) {
  return static_cast<char>(round * 31 + static_cast<uint32_t>(source) * 7 + at);
}
void fill(uint32_t round, int source, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; ++i) g_message[i] = content(round, source, i);
}
void verify(uint32_t round, int source, uint32_t bytes) {
  bool same = true;
  for (uint32_t i = 0; i < bytes; ++i) same = same && g_message[i] == content(round, source, i);
  expect(same);
}

// Message sizes of one byte, a few lines, or more than a buffer.
uint32_t bytes_of(Random& common) {
  const uint32_t most[] = {32, 200, 1500, kMaxBytes};
  return 1 + common.below(most[common.below(4)]);
}

// A random matching of the UEs; one of each pair sends, sometimes the other answers.
void exchange(Random& common, uint32_t round, int me, int n) {
  int order[RCCE_MAXNP];
  for (int i = 0; i < n; ++i) order[i] = i;
  for (int i = n - 1; i > 0; --i) {
    const auto j = static_cast<int>(common.below(static_cast<uint32_t>(i) + 1));
    const int other = order[i];
    order[i] = order[j];
    order[j] = other;
  }
  const uint32_t bytes = bytes_of(common);
  const bool answered = common.below(2) == 0;
  for (int i = 0; i + 1 < n; i += 2) {
    const int from = order[i], to = order[i + 1];
    if (me == from) {
      fill(round, from, bytes);
      expect(RCCE_send(g_message, bytes, to) == RCCE_SUCCESS);
      if (!answered) continue;
      expect(RCCE_recv(g_message, bytes, to) == RCCE_SUCCESS);
      verify(round, to, bytes);
    } else if (me == to) {
      expect(RCCE_recv(g_message, bytes, from) == RCCE_SUCCESS);
      verify(round, from, bytes);
      if (!answered) continue;
      fill(round, to, bytes);
      expect(RCCE_send(g_message, bytes, from) == RCCE_SUCCESS);
    }
  }
}

void broadcast(Random& common, uint32_t round, int me, int n) {
  const auto root = static_cast<int>(common.below(static_cast<uint32_t>(n)));
  const uint32_t bytes = bytes_of(common);
  if (me == root) fill(round, root, bytes);
  expect(RCCE_bcast(g_message, bytes, root, RCCE_COMM_WORLD) == RCCE_SUCCESS);
  verify(round, root, bytes);
}

void sum(int me, int n) {
  int mine = me + 1, all = 0;
  expect(RCCE_allreduce(reinterpret_cast<char*>(&mine), reinterpret_cast<char*>(&all), 1, RCCE_INT,
                        RCCE_SUM, RCCE_COMM_WORLD) == RCCE_SUCCESS);
  expect(all == n * (n + 1) / 2);
}

// Writes and reads lines a stride apart: misses in every cache and TLB, dirty victims.
void walk(Random& own) {
  const uint32_t stride = 1 + own.below(own.below(2) == 0 ? 64 : 5000);
  uint32_t at = own.below(kWalkBytes);
  const auto before = static_cast<unsigned char>(own.below(256));
  for (uint32_t i = 0; i < 400; ++i) {
    g_walk[at] = static_cast<unsigned char>(before + i);
    expect(g_walk[at] == static_cast<unsigned char>(before + i));
    at = (at + stride) % kWalkBytes;
  }
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  const int me = RCCE_ue(), n = RCCE_num_ues();
  const auto seed = static_cast<uint32_t>(argc > 1 ? strtoul(argv[1], nullptr, 10) : 1);
  const auto rounds = static_cast<uint32_t>(argc > 2 ? atoi(argv[2]) : 10);
  Random common(seed), own(seed + 977u * static_cast<uint32_t>(me + 1));
  for (uint32_t round = 0; round < rounds; ++round) {
    compute(own.below(own.below(4) == 0 ? 3000 : 50));
    switch (common.below(6)) {
      case 0:
      case 1:
        exchange(common, round, me, n);
        break;
      case 2:
        broadcast(common, round, me, n);
        break;
      case 3:
        sum(me, n);
        break;
      case 4: {
        const auto lock = static_cast<int>(common.below(static_cast<uint32_t>(n)));
        RCCE_acquire_lock(lock);
        compute(own.below(60));
        RCCE_release_lock(lock);
        break;
      }
      default:
        RCCE_barrier(&RCCE_COMM_WORLD);
    }
    if (own.below(2) == 0) walk(own);
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  RCCE_finalize();
  return g_failures != 0;
}
