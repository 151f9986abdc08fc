// SPDX-License-Identifier: Apache-2.0
// Barriers of all UEs.
//   barriers rcce|test_and_set|centralized|dissemination ROUNDS
// rcce and test_and_set are the library's, RCCE_barrier and RCCE_TNS_barrier; with single-bit flags,
// which need the test-and-set registers themselves, the latter is the former.
// centralized: a counter and a sense flag in UE 0's buffer, the counter under its test-and-set
// register; all poll the flag. dissemination: a line for each flag, two sets in turn (parity) and
// two values (sense). Reported by UE 0 as barrier: core cycles, the mean of ROUNDS after one.
// Sources: Mellor-Crummey and Scott, ACM TOCS 1991, algorithms 7 and 9.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "RCCE_lib.h"
#include "firmware/hal/host.h"
#include "firmware/hal/mpb.h"
#include "firmware/hal/processor.h"

namespace {

constexpr int kLevels = 6;  // of 48 UEs

// Offsets in a UE's buffer, whose first lines are RCCE's flags.
constexpr int kLine = SCC_LINE, kCounter = 4096, kSense = kCounter + kLine, kDummy = kSense + kLine,
              kFlags = kDummy + kLine;

volatile uint32_t* word(int ue, int offset) {
  return reinterpret_cast<volatile uint32_t*>(RCCE_comm_buffer[ue] + offset);
}

uint32_t read(int ue, int offset) {
  hal::cl1invmb();
  return *word(ue, offset);
}

void write(int ue, int offset, uint32_t value) {
  *word(ue, offset) = value;
  hal::flush_write_combine(RCCE_comm_buffer[RCCE_ue()] + kDummy);
}

void write_line(int ue, int offset, uint32_t value) {
  hal::store_line(RCCE_comm_buffer[ue] + offset, [value](int) { return value; });
}

void centralized() {
  static uint32_t sense = 0;
  sense = 1 - sense;
  const int owner = 0;
  RCCE_acquire_lock(owner);
  const uint32_t arrived = read(owner, kCounter) + 1;
  const bool last = arrived == static_cast<uint32_t>(RCCE_num_ues());
  write(owner, kCounter, last ? 0 : arrived);
  RCCE_release_lock(owner);
  if (last) {
    write(owner, kSense, sense);
  } else {
    while (read(owner, kSense) != sense) {
    }
  }
}

void dissemination() {
  static uint32_t parity = 0, sense = 1;
  const int me = RCCE_ue(), ues = RCCE_num_ues();
  for (int level = 0; 1 << level < ues; ++level) {
    const int flag = kFlags + (static_cast<int>(parity) * kLevels + level) * kLine;
    write_line((me + (1 << level)) % ues, flag, sense);
    while (read(me, flag) != sense) {
    }
  }
  if (parity == 1) sense = 1 - sense;
  parity = 1 - parity;
}

struct Barrier {
  const char* name;
  void (*enter)();
};

constexpr Barrier kBarriers[] = {
    {"rcce", [] { RCCE_barrier(&RCCE_COMM_WORLD); }},
    {"test_and_set", [] { RCCE_TNS_barrier(&RCCE_COMM_WORLD); }},
    {"centralized", centralized},
    {"dissemination", dissemination},
};

}  // namespace

int main(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  const int rounds = argc == 3 ? atoi(argv[2]) : 0;
  const Barrier* barrier = nullptr;
  for (const Barrier& one : kBarriers) {
    if (rounds > 0 && strcmp(argv[1], one.name) == 0) barrier = &one;
  }
  if (barrier == nullptr) {
    fprintf(stderr, "usage: barriers rcce|test_and_set|centralized|dissemination ROUNDS\n");
    return 1;
  }
  const int me = RCCE_ue();
  for (int offset = kCounter; offset < kFlags + 2 * kLevels * kLine; offset += kLine)
    write_line(me, offset, 0);
  hal::flush_write_combine(RCCE_comm_buffer[me] + kDummy);
  RCCE_barrier(&RCCE_COMM_WORLD);
  barrier->enter();
  const uint64_t start = hal::cycles();
  for (int round = 0; round < rounds; ++round) barrier->enter();
  const double cycles = static_cast<double>(hal::cycles() - start) / rounds;
  if (RCCE_ue() == 0) {
    printf("%s of %d: %.0f cycles\n", barrier->name, RCCE_num_ues(), cycles);
    hal::report("barrier", cycles);
  }
  return RCCE_finalize();
}
