// SPDX-License-Identifier: Apache-2.0
// How long a word of another tile's message passing buffer takes, by the links in between: from the
// tile of UE 0 to every tile of the machine, whether or not anything runs there.
//   mpb_hops
// Reported as mpb_read_word/HOPS: core cycles, the clock's own reading included. Fails if two tiles
// at one distance differ by more than the two clocks' phases can explain.
#include <stdio.h>

#include "RCCE.h"
#include "firmware/hal/host.h"
#include "firmware/hal/mpb.h"
#include "firmware/hal/processor.h"
#include "firmware/hal/tile.h"

namespace {

constexpr int kReads = 32;
constexpr int kMaxHops = RC_MOST_COLS + RC_MOST_ROWS - 2;
constexpr int kPhases = 2;  // core cycles

int cycles_of_a_read(hal::MpbPointer word) {
  int shortest = 1 << 30;
  for (int i = 0; i < kReads; ++i) {
    hal::cl1invmb();
    const uint64_t start = hal::cycles();
    *word;
    const auto cycles = static_cast<int>(hal::cycles() - start);
    if (cycles < shortest) shortest = cycles;
  }
  return shortest;
}

struct Range {
  int least = 0, most = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (RCCE_init(&argc, &argv) != RCCE_SUCCESS) return 1;
  static Range found[kMaxHops + 1];
  const hal::Coordinates here = hal::coordinates(hal::tile_of_core(hal::core_id()));
  for (int tile = 0; RCCE_ue() == 0 && tile < hal::tiles(); ++tile) {
    const int hops = hal::hops(here, hal::coordinates(tile));
    const int cycles = cycles_of_a_read(hal::mpb(tile * hal::cores_per_tile()));
    Range& range = found[hops];
    if (range.most == 0) range = {cycles, cycles};
    if (cycles < range.least) range.least = cycles;
    if (cycles > range.most) range.most = cycles;
  }
  bool same = true;
  for (int hops = 0; hops <= kMaxHops; ++hops) {
    if (found[hops].most == 0) continue;
    char name[32];
    snprintf(name, sizeof name, "mpb_read_word/%d", hops);
    hal::report(name, found[hops].least);
    printf("%2d hops %4d cycles\n", hops, found[hops].least);
    same = same && found[hops].most - found[hops].least <= kPhases;
  }
  const int error = RCCE_finalize();
  return same && error == RCCE_SUCCESS ? 0 : 1;
}
