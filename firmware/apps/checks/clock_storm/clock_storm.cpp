// SPDX-License-Identifier: Apache-2.0
// Tiles change each other's clocks at random, and with a second argument the mesh's, while they
// poll, pass messages and take locks: for tests of the simulator, whose shortcuts must not show.
//   clock_storm ROUNDS [mesh]
#include <stdlib.h>

#include "RCCE.h"
#include "firmware/hal/power.h"
#include "firmware/hal/time.h"

namespace {

uint32_t random_below(uint32_t limit) {
  static uint32_t state = 12345u + 977u * static_cast<uint32_t>(RCCE_ue());
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % limit;
}

int computed(uint32_t turns) {
  volatile int sum = 0;
  for (uint32_t i = 0; i < turns; ++i) sum = sum + static_cast<int>(i);
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  const int me = RCCE_ue(), n = RCCE_num_ues();
  const int rounds = argc > 1 ? atoi(argv[1]) : 10;
  const bool mesh = argc > 2;
  int failures = 0;
  for (int round = 0; round < rounds; ++round) {
    // 2 to 9: at 1.1 V all are legal.
    const auto tile = static_cast<int>(random_below((static_cast<uint32_t>(n) + 1) / 2));
    hal::set_tile_divider(tile, static_cast<int>(2 + random_below(8)));
    computed(random_below(300));
    if (random_below(4) == 0) hal::set_tile_divider(me / 2, static_cast<int>(2 + random_below(8)));
    if (mesh && random_below(2) == 0) {
      hal::set_mesh_divider(static_cast<int>(1 + random_below(16)));
    }
    RCCE_acquire_lock(0);
    computed(20);
    RCCE_release_lock(0);
    // Round the ring, from even to odd UEs and on.
    int sent = me * 1000 + round, received = -1;
    const int next = (me + 1) % n, previous = (me + n - 1) % n;
    for (int phase = 0; phase < 2 && n % 2 == 0; ++phase) {
      if (me % 2 == phase) RCCE_send(reinterpret_cast<char*>(&sent), sizeof sent, next);
      if (me % 2 != phase) {
        RCCE_recv(reinterpret_cast<char*>(&received), sizeof received, previous);
      }
    }
    if (n % 2 == 0 && received != previous * 1000 + round) ++failures;
    if (random_below(3) == 0) hal::global_timestamp();
    RCCE_barrier(&RCCE_COMM_WORLD);
  }
  RCCE_finalize();
  return failures;
}
