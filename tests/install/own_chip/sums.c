/* SPDX-License-Identifier: Apache-2.0 */
/* Adds up 1,000 lines of shared memory: by this core, and by the adder if it is there. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "RCCE.h"
#include "adder_registers.h"

#define LINES 1000u
#define REGISTER(offset) (*(volatile uint32_t *)(0xE0000000u + 0x01000000u * ADDER_TILE + (offset)))

static uint32_t lut_entry(uint32_t slot) { return *(volatile uint32_t *)(0xF8000800u + 8u * slot); }

static uint64_t cycles(void) {
  uint64_t value;
  __asm__ volatile("rdtsc" : "=A"(value));
  return value;
}

static int has(int argc, char **argv, const char *word) {
  while (argc-- > 1)
    if (strcmp(argv[argc], word) == 0) return 1;
  return 0;
}

int RCCE_APP(int argc, char **argv) {
  RCCE_init(&argc, &argv);
  volatile uint32_t *data = (volatile uint32_t *)RCCE_shmalloc(LINES * 32);
  uint32_t sum = 0;
  if (RCCE_ue() == 0) {
    for (uint32_t i = 0; i < LINES * 8; ++i) data[i] = i * i;

    uint64_t start = cycles();
    for (uint32_t i = 0; i < LINES * 8; ++i) sum += data[i];
    printf("core: sum %u, %u cycles\n", (unsigned)sum, (unsigned)(cycles() - start));

    if (has(argc, argv, "adder")) {
      start = cycles();
      REGISTER(ADDER_SLOT) = lut_entry((uint32_t)data >> 24);
      REGISTER(ADDER_OFFSET) = (uint32_t)data & 0xFFFFFFu;
      REGISTER(ADDER_LINES) = LINES;
      while (REGISTER(ADDER_LINES) != 0) {
      }
      const uint32_t other = REGISTER(ADDER_SUM);
      printf("adder: sum %u, %u cycles\n", (unsigned)other, (unsigned)(cycles() - start));
      if (other != sum) return 1;
    }
  }
  RCCE_barrier(&RCCE_COMM_WORLD);
  RCCE_finalize();
  return 0;
}
