// SPDX-License-Identifier: Apache-2.0
// Shared memory off the chip.
#include "RCCE_lib.h"
#include "chapters.h"
#include "suite.h"

using suite::expect;

namespace {

volatile int* ints(t_vcharp block) { return reinterpret_cast<volatile int*>(block); }

// Everyone writes a line of its own and reads all; twice, with other values, so that what was read
// first would show if it were old.
void check_visible(t_vcharp block) {
  constexpr int kIntsPerLine = RCCE_LINE_SIZE / static_cast<int>(sizeof(int));
  for (int round = 1; round <= 2; ++round) {
    ints(block)[RCCE_ue() * kIntsPerLine] = 1000 * round + RCCE_ue();
    RCCE_shflush();
    RCCE_barrier(&RCCE_COMM_WORLD);
    for (int ue = 0; ue < RCCE_num_ues(); ++ue) {
      const int found = ints(block)[ue * kIntsPerLine];
      expect(found == 1000 * round + ue, "shared integer of", ue, found);
    }
    RCCE_shflush();
    RCCE_barrier(&RCCE_COMM_WORLD);
  }
}

}  // namespace

void chapters::shared_memory() {
  constexpr size_t kLine = RCCE_LINE_SIZE;
  const size_t lines = static_cast<size_t>(RCCE_num_ues()) * kLine;
  const t_vcharp a = RCCE_shmalloc(lines);
  const t_vcharp b = RCCE_shmalloc(1);
  const t_vcharp c = RCCE_shmalloc(33);
  expect(a != nullptr && b == a + lines && c == b + kLine, "blocks in a row");
  expect(a >= RC_SHM_BUFFER_START() && a < RC_SHM_BUFFER_START() + RCCE_SHM_SIZE_MAX, "in range");
  check_visible(a);
  RCCE_shfree(b);
  expect(RCCE_shmalloc(kLine + 1) == c + 2 * kLine, "too large for the gap");
  expect(RCCE_shmalloc(kLine) == b, "the gap again");
  RCCE_shfree(c + 2 * kLine);

  ints(c)[0] = 77;
  RCCE_shflush();
  RCCE_barrier(&RCCE_COMM_WORLD);
  expect(RCCE_shrealloc(c, 200) == c, "grown in place");
  const t_vcharp behind = RCCE_shmalloc(kLine);
  const t_vcharp moved = RCCE_shrealloc(c, 1000);
  expect(moved == behind + kLine && ints(moved)[0] == 77, "moved with its contents",
         ints(moved)[0]);
  expect(RCCE_shrealloc(nullptr, kLine) == c, "of nothing: a new block, where the old one was");

  expect(RCCE_shmalloc(0) == nullptr, "of no bytes");
  expect(RCCE_shmalloc(RCCE_SHM_SIZE_MAX) == nullptr, "all, though some are taken");
  expect(RCCE_shmalloc(static_cast<size_t>(-1)) == nullptr, "more than there is");
  RCCE_shfree(nullptr);
  for (const t_vcharp block : {a, b, c, behind, moved}) RCCE_shfree(block);
  expect(RCCE_shmalloc(RCCE_SHM_SIZE_MAX - 4096) == a, "nearly all, from the start");
  RCCE_shfree(a);
}
