// SPDX-License-Identifier: Apache-2.0
// The mesh's clock changed at run time: how long the register of a far tile takes to read follows
// it, hop by hop. Without arguments, on one core of a tile at the global clock over 3.
#include <limits.h>
#include <stdio.h>

#include "RCCE.h"
#include "firmware/hal/power.h"
#include "firmware/hal/processor.h"

namespace {

constexpr int kNear = 1, kFar = SCC_TILES - 1;  // tiles, seen from tile 0
constexpr int kCyclesPerHop = 4;
constexpr int kDividers[] = {2, 1, 16, 3, 7};

// Core cycles of one read: the least of four, since code must come into L1 and branches be learnt.
int read_cycles(int tile) {
  int least = INT_MAX;
  for (int i = 0; i < 4; ++i) {
    const uint64_t begin = hal::cycles();
    (void)static_cast<uint32_t>(hal::tile_register(tile, SCC_CRB_TILEID));
    const int cycles = static_cast<int>(hal::cycles() - begin);
    if (cycles < least) least = cycles;
  }
  return least;
}

// The difference of two distances is that of their hops, there and back, give or take the edges at
// which both begin and end.
bool follows_the_clock(int mesh, int tile) {
  const auto here = hal::coordinates(0);
  const int hops =
      hal::hops(here, hal::coordinates(kFar)) - hal::hops(here, hal::coordinates(kNear));
  const int expected = 2 * kCyclesPerHop * hops * mesh / tile;
  const int found = read_cycles(kFar) - read_cycles(kNear);
  const int slack = 2 * mesh / tile + 2;
  printf("mesh at 1600 / %d MHz: %d hops more take %d core cycles, expected %d\n", mesh, hops,
         found, expected);
  return found >= expected - slack && found <= expected + slack;
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  int failures = 0;
  bool took_a_while = false;  // seen where the code that looks has come into L1 before
  for (const int divider : kDividers) {
    if (hal::mesh_divider() != divider) {
      hal::set_mesh_divider(divider);
      if (hal::mesh_divider() != divider) took_a_while = true;
      while (hal::mesh_divider() != divider) {
      }
    }
    if (!follows_the_clock(divider, hal::tile_divider(0))) ++failures;
  }
  RCCE_finalize();
  return failures + (took_a_while ? 0 : 1);
}
