// SPDX-License-Identifier: Apache-2.0
// Checks how RCCE's buffers and test-and-set registers lie in virtual memory: packed in rank order,
// the same memory as at the physical addresses, and so that the data TLB holds the first pages of 24
// buffers beside the program's own but not of 48. All 48 UEs; UE 0 reports.
#include <stdio.h>

#include "RCCE_lib.h"
#include "firmware/hal/mpb.h"
#include "firmware/hal/processor.h"
#include "firmware/hal/test_and_set.h"

namespace {

constexpr int kHeld = 24, kRounds = 50;
int g_failures;

void expect(bool holds, const char* what, int ue) {
  if (holds) return;
  ++g_failures;
  printf("wrong: %s of UE %d\n", what, ue);
}

void packed(int ues) {
  for (int ue = 1; ue < ues; ++ue) {
    expect(RCCE_comm_buffer[ue - 1] - RCCE_comm_buffer[ue] == RCCE_BUFF_SIZE_MAX, "distance", ue);
  }
}

// UE 0 writes the last byte of each buffer at one address and reads it at the other.
void same_memory(int ues) {
  for (int ue = 0; ue < ues; ++ue) {
    const auto value = static_cast<unsigned char>(ue + 1);
    RCCE_comm_buffer[ue][RCCE_BUFF_SIZE_MAX - 1] = value;
    RCCE_fence();
    hal::cl1invmb();
    expect(hal::mpb(RC_COREID[ue])[RCCE_BUFF_SIZE_MAX - 1] == value, "buffer", ue);
    RCCE_acquire_lock(ue);
    expect(!hal::test_and_set(RC_COREID[ue]), "register, taken,", ue);
    RCCE_release_lock(ue);
    expect(hal::test_and_set(RC_COREID[ue]), "register, free,", ue);
    RCCE_release_lock(ue);
  }
}

// A line of the first page of each buffer, which L1 holds after the first round: what remains is
// the time of page walks. Core cycles of a read, with the loop's own.
double read_cycles(int buffers) {
  uint64_t start = 0;
  for (int round = 0; round <= kRounds; ++round) {
    if (round == 1) start = hal::cycles();
    for (int ue = 0; ue < buffers; ++ue)
      static_cast<void>(RCCE_comm_buffer[ue][ue * RCCE_LINE_SIZE]);
  }
  return static_cast<double>(hal::cycles() - start) / (kRounds * buffers);
}

void tlb(int ues) {
  constexpr double kWalk = 10;  // a walk takes more, the loop less
  const double few = read_cycles(8), held = read_cycles(kHeld), all = read_cycles(ues);
  printf("cycles of a read: %.1f of 8 buffers, %.1f of %d, %.1f of %d\n", few, held, kHeld, all,
         ues);
  expect(held - few < 2, "24 buffers walk; time", 0);
  expect(all - held > kWalk, "48 buffers do not walk; time", 0);
}

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  const int ues = RCCE_num_ues();
  RCCE_barrier(&RCCE_COMM_WORLD);
  packed(ues);
  if (RCCE_ue() == 0) {
    same_memory(ues);
    if (ues > kHeld) tlb(ues);
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  RCCE_finalize();
  return g_failures == 0 ? 0 : 1;
}
