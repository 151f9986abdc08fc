// SPDX-License-Identifier: Apache-2.0
// Programs with a defect each that `run --check` must find, in the functions that are named for it:
//   races DEFECT
// Without an argument: the same steps done right.
#include <stdio.h>
#include <string.h>

#include "RCCE.h"
#include "RCCE_lib.h"
#include "firmware/hal/boot_block.h"
#include "firmware/hal/mpb.h"
#include "firmware/hal/processor.h"
#include "firmware/hal/test_and_set.h"

namespace {

constexpr int kLine = RCCE_LINE_SIZE;

t_vcharp buffer;          // two lines, at the same place of every UE
RCCE_FLAG filled, taken;  // a line has been written, has been read
unsigned char line[kLine] __attribute__((aligned(kLine)));

t_vcharp buffer_of(int ue) { return RCCE_comm_buffer[ue]; }

volatile uint32_t* words(t_vcharp own, int ue) {
  return reinterpret_cast<volatile uint32_t*>(buffer_of(ue) + (own - buffer_of(RCCE_ue())));
}

void wait(int cycles) {
  for (const uint64_t end = hal::cycles() + static_cast<uint64_t>(cycles); hal::cycles() < end;) {
  }
}

void set(RCCE_FLAG& flag, int ue) { RCCE_flag_write(&flag, RCCE_FLAG_SET, ue); }
void await(RCCE_FLAG& flag) {
  RCCE_wait_until(flag, RCCE_FLAG_SET);
  RCCE_flag_write(&flag, RCCE_FLAG_UNSET, RCCE_ue());
}

// Accesses that the checker names.
[[gnu::noinline]] void write_word(t_vcharp own, int ue, uint32_t value) {
  *words(own, ue) = value;
  RCCE_fence();
}
[[gnu::noinline]] uint32_t read_word(t_vcharp own, int ue) {
  hal::cl1invmb();
  return *words(own, ue);
}
[[gnu::noinline]] uint32_t read_without_invalidate(t_vcharp own, int ue) { return *words(own, ue); }
[[gnu::noinline]] void count_up(t_vcharp own, int ue) {
  hal::cl1invmb();
  volatile uint32_t* const counter = words(own, ue);
  *counter = *counter + 1;
  RCCE_fence();
}
[[gnu::noinline]] uint32_t poll_without_invalidate(t_vcharp own, int ue) {
  uint32_t value = 0;
  for (int i = 0; i < 5000 && value == 0; ++i) value = *words(own, ue);
  return value;
}
[[gnu::noinline]] void store_without_fence(t_vcharp own, int ue) { *words(own, ue) = 1; }
[[gnu::noinline]] void poll(t_vcharp own) {
  while (read_word(own, RCCE_ue()) == 0) {
  }
}
[[gnu::noinline]] void release_lock(int ue) { RCCE_release_lock(ue); }

void right(int me) {
  if (me == 0) {
    RCCE_put(buffer, line, kLine, 1);
    set(filled, 1);
    await(taken);
    RCCE_put(buffer, line, kLine, 1);
    set(filled, 1);
  } else if (me == 1) {
    for (int round = 0; round < 2; ++round) {
      await(filled);
      RCCE_get(line, buffer, kLine, 1);
      set(taken, 0);
    }
  }
}

// The reader trusts that the writer was faster.
void no_flag(int me) {
  if (me == 0) write_word(buffer, 1, 7);
  if (me == 1) {
    wait(20000);
    read_word(buffer, 1);
  }
}

void flag_before_data(int me) {
  if (me == 0) {
    set(filled, 1);
    write_word(buffer, 1, 7);
  }
  if (me == 1) {
    await(filled);
    read_word(buffer, 1);
  }
}

// UE 1 still has the line in its L1 when it acquires the lock after UE 0 has written.
void no_invalidate(int me) {
  if (me == 1) {
    RCCE_acquire_lock(0);
    read_word(buffer, 1);
    RCCE_release_lock(0);
    wait(30000);
    RCCE_acquire_lock(0);
    read_without_invalidate(buffer, 1);
    RCCE_release_lock(0);
  }
  if (me == 0) {
    wait(10000);
    RCCE_acquire_lock(0);
    write_word(buffer, 1, 7);
    RCCE_release_lock(0);
  }
}

void poll_stale(int me) {
  if (me == 1) poll_without_invalidate(buffer, 1);
  if (me == 0) {
    wait(5000);
    write_word(buffer, 1, 1);
  }
}

void never_written(int me) {
  if (me == 1) read_word(buffer_of(1) + RCCE_BUFF_SIZE_MAX - kLine, 1);
}

// Each waits for the other for ever.
void no_fence(int me) {
  if (me == 0) {
    store_without_fence(buffer, 1);
    await(taken);
  }
  if (me == 1) {
    poll(buffer);
    set(taken, 0);
  }
}

void two_writers(int me) {
  if (me == 0) write_word(buffer, 2, 7);
  if (me == 1) {
    wait(20000);
    write_word(buffer, 2, 8);
  }
}

// UE 0 does not wait until UE 1 has read the first word.
void overwritten(int me) {
  if (me == 0) {
    write_word(buffer, 1, 7);
    set(filled, 1);
    wait(20000);
    write_word(buffer, 1, 8);
  }
  if (me == 1) {
    await(filled);
    read_word(buffer, 1);
  }
}

void foreign_lock(int me) {
  if (me == 0) {
    RCCE_acquire_lock(0);
    wait(20000);
    RCCE_release_lock(0);
  }
  if (me == 1) {
    wait(5000);
    release_lock(0);
  }
}

// The same, and UE 2 has taken the lock when UE 0 releases it.
void foreign_lock_taken(int me) {
  foreign_lock(me);
  if (me == 2) {
    wait(8000);
    RCCE_acquire_lock(0);
    wait(20000);
    RCCE_release_lock(0);
  }
}

// UE 1 forgot the lock.
void lock_not_taken(int me) {
  if (me == 0) {
    RCCE_acquire_lock(0);
    count_up(buffer, 2);
    RCCE_release_lock(0);
  }
  if (me == 1) {
    wait(20000);
    count_up(buffer, 2);
  }
}

const struct {
  const char* name;
  void (*run)(int me);
} kDefects[] = {{"no_flag", no_flag},
                {"flag_before_data", flag_before_data},
                {"no_invalidate", no_invalidate},
                {"poll_stale", poll_stale},
                {"never_written", never_written},
                {"no_fence", no_fence},
                {"two_writers", two_writers},
                {"overwritten", overwritten},
                {"foreign_lock", foreign_lock},
                {"foreign_lock_taken", foreign_lock_taken},
                {"lock_not_taken", lock_not_taken}};

}  // namespace

int RCCE_APP(int argc, char** argv) {
  RCCE_init(&argc, &argv);
  buffer = RCCE_malloc(2 * kLine);
  RCCE_flag_alloc(&filled);
  RCCE_flag_alloc(&taken);
  if (RCCE_ue() < 3) RCCE_put(buffer, line, kLine, RCCE_ue());
  RCCE_barrier(&RCCE_COMM_WORLD);
  void (*run)(int) = argc > 1 ? nullptr : right;
  for (const auto& defect : kDefects) {
    if (argc > 1 && strcmp(argv[1], defect.name) == 0) run = defect.run;
  }
  if (run == nullptr) {
    printf("races: no defect %s\n", argv[1]);
    return 1;
  }
  run(RCCE_ue());
  return RCCE_finalize();
}
