// SPDX-License-Identifier: Apache-2.0
// Core cycles of single instructions, in a row of 64: op/xchg_memory, op/lock_cmpxchg, op/lock_dec on
// a word of private memory that is in the caches, op/rdtsc, op/cl1invmb. A loop without the row is
// subtracted.
#include <stdio.h>

#include "firmware/hal/host.h"
#include "firmware/hal/processor.h"
#include "hw_model/arch/scc_map.h"

namespace {

constexpr int kLoops = 100, kRow = 64;
alignas(SCC_LINE) volatile uint32_t word;

template <class Row>
__attribute__((noinline)) uint64_t cycles_of(Row row) {
  uint64_t cycles = 0;
  for (int pass = 0; pass < 2; ++pass) {  // the first one warms up
    static_cast<void>(word);              // a read fills the caches; a locked one would not
    const uint64_t start = hal::cycles();
    for (int i = 0; i < kLoops; ++i) row();
    cycles = hal::cycles() - start;
  }
  return cycles;
}

template <class Row>
void report(const char* name, Row row) {
  const uint64_t empty = cycles_of([] { asm volatile("" ::: "memory"); });
  const double cycles = static_cast<double>(cycles_of(row) - empty) / (kLoops * kRow);
  printf("%-18s %6.2f\n", name, cycles);
  hal::report(name, cycles);
}

}  // namespace

int main() {
  report("op/xchg_memory", [] {
    uint32_t value = 1;
    asm volatile(".rept 64\n\txchgl %0, %1\n\t.endr" : "+r"(value), "+m"(word)::"memory");
  });
  report("op/lock_cmpxchg", [] {
    uint32_t expected = 1;
    asm volatile(".rept 64\n\tlock cmpxchgl %2, %1\n\t.endr"
                 : "+a"(expected), "+m"(word)
                 : "r"(1)
                 : "cc", "memory");
  });
  report("op/lock_dec", [] {
    asm volatile(".rept 64\n\tlock decl %0\n\t.endr" : "+m"(word)::"cc", "memory");
  });
  report("op/rdtsc", [] { asm volatile(".rept 64\n\trdtsc\n\t.endr" ::: "eax", "edx", "memory"); });
  report("op/cl1invmb", [] { asm volatile(".rept 64\n\t.byte 0x0f, 0x0a\n\t.endr" ::: "memory"); });
  return 0;
}
