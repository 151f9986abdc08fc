// SPDX-License-Identifier: Apache-2.0
// Cycles of single memory operations by distance, on an otherwise quiet machine.
// Cases, in core cycles per operation (H = hops to the tile or memory controller):
//   mpb_read_word/H          a word of a line that is not cached, MPBT page
//   mpb_read_word/local_bypass   the same in the own tile without the mesh
//   mpb_write_line/H         eight stores that leave as one write-combined line
//   mpb_write_line/local_bypass  the same to the own tile without the mesh
//   ddr_read_word/H          a word, uncached
//   ddr_write_line/H         eight uncached stores
//   ddr_write_line_mpbt/H    eight stores that leave as one write-combined line
//   l1_hit, l2_hit           a word of private memory
// Each operation runs in a loop; a loop without it is subtracted. No core is at every distance from
// a memory controller, so three take turns; all others have finished, and the two that wait sleep
// until an interrupt hands them the turn.
#include <stdio.h>

#include "firmware/boot/memory_layout.h"
#include "firmware/hal/boot_block.h"
#include "firmware/hal/host.h"
#include "firmware/hal/interrupt.h"
#include "firmware/hal/mpb.h"
#include "firmware/hal/processor.h"
#include "firmware/hal/tile.h"

namespace {

// Tiles (0,0), (1,0) and (5,3): 0, 5, 2, 7 hops, then 1, 4, 3, 6, then 8 hops to some controller.
constexpr int kTurns[] = {SCC_CORE_ID(0, 0, 0), SCC_CORE_ID(1, 0, 0), SCC_CORE_ID(5, 3, 0)};
constexpr hal::Coordinates kControllers[SCC_CONTROLLERS] = {{0, 0}, {5, 0}, {0, 2}, {5, 2}};
constexpr int kOperations = 1000;

// Long enough for the other cores to finish starting or ending.
constexpr uint64_t kOthersHaltCycles = 500'000;

using Word = volatile uint32_t;
constexpr int kLineWords = SCC_LINE / sizeof(uint32_t);

Word* line_at(uint32_t base, int line) {
  return reinterpret_cast<Word*>(base + static_cast<uint32_t>(line) * SCC_LINE);
}

void load(Word* word) { asm volatile("movl %0, %%eax" ::"m"(*word) : "eax"); }

void store_line(Word* line) {
#pragma GCC unroll 8
  for (int i = 0; i < kLineWords; ++i) line[i] = 0;
}

// Average cycles of operation(i), a loop without it subtracted; before(i) runs in both loops.
template <class Before, class Operation>
__attribute__((noinline)) double cycles_per(Before before, Operation operation) {
  uint64_t empty = 0;
  uint64_t full = 0;
  for (int pass = 0; pass < 2; ++pass) {  // the first one warms up
    uint64_t start = hal::cycles();
    for (int i = 0; i < kOperations; ++i) before(i);
    empty = hal::cycles() - start;
    start = hal::cycles();
    for (int i = 0; i < kOperations; ++i) {
      before(i);
      operation(i);
    }
    full = hal::cycles() - start;
  }
  return static_cast<double>(full - empty) / kOperations;
}

void nothing(int) { asm volatile("" ::: "memory"); }
void invalidate(int) { hal::cl1invmb(); }

double read_mpb(uint32_t base) {
  return cycles_per(invalidate, [=](int) { load(line_at(base, 0)); });
}

double read_uncached(uint32_t base) {
  return cycles_per(nothing, [=](int) { load(line_at(base, 0)); });
}

// Two lines in turn: a store to one pushes the other out of the write-combine buffer.
double write_lines(uint32_t base) {
  return cycles_per(nothing, [=](int i) { store_line(line_at(base, i % 2)); });
}

// Loads in a row: all into one register, so that none runs beside another.
constexpr int kRow = 64;
alignas(SCC_LINE) char row_buffer[64 * 1024];  // four times L1, a quarter of L2

double read_l1() {
  return cycles_per(
             nothing,
             [](int) {
               asm volatile(".rept 64\n\tmovl (%0), %%eax\n\t.endr" ::"r"(row_buffer) : "eax");
             }) /
         kRow;
}

double read_l2() {
  return cycles_per(
             nothing,
             [](int i) {
               constexpr int kRowBytes = kRow * SCC_LINE;
               constexpr int kRows = sizeof row_buffer / kRowBytes;
               asm volatile(
                   ".set .Loffset, 0\n\t"
                   ".rept 64\n\tmovl .Loffset(%0), %%eax\n\t"
                   ".set .Loffset, .Loffset + 32\n\t.endr" ::"r"(row_buffer + i % kRows * kRowBytes)
                   : "eax");
             }) /
         kRow;
}

void report(const char* name, double cycles) {
  printf("%-32s %8.2f\n", name, cycles);
  hal::report(name, cycles);
}

void report(const char* name, int hops, double cycles) {
  char full_name[48];
  snprintf(full_name, sizeof full_name, "%s/%d", name, hops);
  report(full_name, cycles);
}

hal::Coordinates tile_of(int core) { return hal::coordinates(hal::tile_of_core(core)); }

// From tile (0,0) along the lower row, then up the last column.
int tile_at_distance(int hops) {
  const int x = hops < static_cast<int>(SCC_COLS) ? hops : static_cast<int>(SCC_COLS) - 1;
  return x + static_cast<int>(SCC_COLS) * (hops - x);
}

void measure_caches() {
  report("l1_hit", read_l1());
  report("l2_hit", read_l2());
}

void measure_mpbs() {
  report("mpb_read_word/local_bypass", read_mpb(SCC_MPB_OWN));
  report("mpb_write_line/local_bypass", write_lines(SCC_MPB_OWN));
  for (int hops = 0; hops <= SCC_MAX_HOPS; ++hops) {
    const uint32_t base = SCC_MPB_ADDR(static_cast<uint32_t>(tile_at_distance(hops)), 0u);
    report("mpb_read_word", hops, read_mpb(base));
    report("mpb_write_line", hops, write_lines(base));
  }
}

// Whether a core whose turn came before was at that distance from a controller already.
bool measured_before(int turn, int hops) {
  for (int earlier = 0; earlier < turn; ++earlier) {
    for (const auto& controller : kControllers) {
      if (hal::hops(tile_of(kTurns[earlier]), controller) == hops) return true;
    }
  }
  return false;
}

void measure_ddr(int turn) {
  for (uint32_t slot = 0; slot < SCC_CONTROLLERS; ++slot) {
    const int hops = hal::hops(tile_of(kTurns[turn]), kControllers[slot]);
    if (measured_before(turn, hops)) continue;
    const uint32_t uncached = SCC_SHARED_BASE + slot * SCC_SLOT_SIZE;
    report("ddr_read_word", hops, read_uncached(uncached));
    report("ddr_write_line", hops, write_lines(uncached));
    report("ddr_write_line_mpbt", hops,
           write_lines(FW_SHARED_MPBT_BASE + slot * FW_SHARED_MPBT_BYTES));
  }
}

volatile bool woken = false;

void wake_up() {
  hal::clear_pin(hal::core_id(), SCC_GLCFG_INTR);
  woken = true;
}

void sleep_until_woken() {
  hal::set_handler(hal::kLint0Vector, wake_up);
  while (!woken) hal::wait_for_interrupt();
}

void let_others_halt() {
  const uint64_t start = hal::cycles();
  while (hal::cycles() - start < kOthersHaltCycles) {
  }
}

}  // namespace

int main() {
  constexpr int kTurnCount = sizeof kTurns / sizeof *kTurns;
  for (int turn = 0; turn < kTurnCount; ++turn) {
    if (kTurns[turn] != hal::core_id()) continue;
    if (turn > 0) sleep_until_woken();
    let_others_halt();
    if (turn == 0) {
      measure_caches();
      measure_mpbs();
    }
    measure_ddr(turn);
    if (turn + 1 < kTurnCount) hal::raise_pin(kTurns[turn + 1], SCC_GLCFG_INTR);
  }
  return 0;
}
