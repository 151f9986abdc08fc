// SPDX-License-Identifier: Apache-2.0
#include "firmware/apps/kernel/ring.h"

#include "firmware/apps/kernel/console.h"
#include "firmware/apps/kernel/layout.h"
#include "firmware/apps/kernel/processor.h"
#include "hw_model/arch/geometry_map.h"
#include "hw_model/arch/scc_map.h"
#include "hw_model/arch/system_interface_map.h"

namespace kernel {
namespace {

uint32_t cores = 1, rank = 0, own = 0;
uint32_t ids[SCC_CORES];
bool all_began_at_once = true;  // so that time stamp counters agree
uint32_t left[2] = {kRounds, kRounds};
uint32_t sent_at = 0, begun_at = 0, delivered = 0;
RingTimes times;

volatile uint32_t& tile_word(uint32_t core, uint32_t offset) {
  return word(SCC_CRB_ADDR(core / SCC_CORES_PER_TILE) + offset);
}
volatile uint32_t& system_word(uint32_t offset) { return word(SCC_GRB_BASE + offset); }
// Where a core writes down when its last interrupt came.
volatile uint32_t& arrival(uint32_t core) { return word(SCC_SHARED_BASE + SCC_LINE * core); }

// A decimal number behind "cores=" in the command line, which a host may have put into memory.
uint32_t cores_of_command_line() {
  const char* text = reinterpret_cast<const char*>(K_COMMAND_LINE);
  const char* key = "cores=";
  while (*key != '\0' && *text == *key) ++text, ++key;
  uint32_t value = 0;
  if (*key == '\0')
    for (; *text >= '0' && *text <= '9'; ++text)
      value = 10 * value + static_cast<uint32_t>(*text - '0');
  return value >= 1 && value <= SCC_CORES ? value : 1;
}

// From the boot block of an ELF loader, or else from the command line: cores 0, 1, 2 ...
void find_cores() {
  const uint32_t tile = word(SCC_CRB_OWN + SCC_CRB_TILEID);
  own = SCC_CORE_ID(SCC_TILEID_X(tile), SCC_TILEID_Y(tile), SCC_TILEID_CORE(tile));
  const auto* block = reinterpret_cast<const volatile uint32_t*>(SCC_BOOT_BLOCK);
  const bool loaded = block[SCC_BOOT_WORD_MAGIC] == SCC_BOOT_MAGIC;
  cores = loaded ? block[SCC_BOOT_WORD_UES] : cores_of_command_line();
  for (uint32_t i = 0; i < cores; ++i) {
    ids[i] = loaded ? block[SCC_BOOT_WORD_COREIDS + i] : i;
    if (ids[i] == own) rank = i;
  }
}

void release_held_cores() {
  for (uint32_t i = 1; i < cores; ++i) {
    const uint32_t z = ids[i] % SCC_CORES_PER_TILE;
    const uint32_t bits = RC_GCBCFG_RESET(z) | RC_GCBCFG_RESET_L2(z);
    volatile uint32_t& config = tile_word(ids[i], SCC_CRB_GCBCFG);
    const uint32_t old = config;
    if ((old & bits) == 0) continue;
    all_began_at_once = false;
    config = old & ~bits;
  }
}

void send(unsigned lint) {
  const uint32_t next = ids[rank + 1 < cores ? rank + 1 : 0];
  if (lint == 0) {
    volatile uint32_t& pins = tile_word(next, RC_CRB_GLCFG(next % SCC_CORES_PER_TILE));
    const uint32_t old = pins;
    sent_at = cycles();
    pins = old | SCC_GLCFG_INTR;
  } else {
    sent_at = cycles();
    system_word(SCC_GRB_IRQ_REQUEST + 8 * own + next / 32 * 4) = 1u << next % 32;
  }
}

void begin(unsigned lint) {
  delivered = 0;
  send(lint);
  begun_at = sent_at;
}

// The first core has the interrupt back.
void count_round(unsigned lint, uint32_t now) {
  if (cores > 1) delivered += arrival(ids[1]) - sent_at;
  if (left[lint] != 0) return send(lint);
  times.hop[lint] = (now - begun_at) / (kRounds * cores);
  if (all_began_at_once) times.delivery[lint] = delivered / kRounds;
  if (lint == 0) begin(1);
}

}  // namespace

void join_ring() {
  find_cores();
  if (rank == 0) release_held_cores();
  // Interrupts by the system interface come by LINT1, none is masked.
  system_word(SCC_GRB_IRQ_CONFIG + 4 * own) = 1;
  for (uint32_t half = 0; half < 2; ++half) {
    system_word(SCC_GRB_IRQ_RESET + 8 * own + 4 * half) = ~0u;
    system_word(SCC_GRB_IRQ_MASK + 8 * own + 4 * half) = 0;
  }
}

void start_ring() {
  const uint32_t joined = system_word(SCC_GRB_ATOMIC0);  // reading counts
  asm volatile("" ::"r"(joined));
  if (rank != 0) return;
  while (system_word(SCC_GRB_ATOMIC0 + 4) != cores) {
  }
  begin(0);
}

void ring_interrupt(unsigned lint, uint32_t now) {
  const uint32_t pin = lint == 0 ? SCC_GLCFG_INTR : SCC_GLCFG_NMI;
  volatile uint32_t& pins = word(SCC_CRB_OWN + RC_CRB_GLCFG(own % SCC_CORES_PER_TILE));
  arrival(own) = now;
  pins = pins & ~pin;
  if (lint == 1) {
    for (uint32_t half = 0; half < 2; ++half) {
      const uint32_t from = system_word(SCC_GRB_IRQ_STATUS + 8 * own + 4 * half);
      if (from != 0) system_word(SCC_GRB_IRQ_RESET + 8 * own + 4 * half) = from;
    }
  }
  ++times.interrupts;
  --left[lint];
  rank == 0 ? count_round(lint, now) : send(lint);
}

bool ring_ended() { return left[0] == 0 && left[1] == 0; }
const RingTimes& ring_times() { return times; }
uint32_t own_core() { return own; }
bool is_first() { return rank == 0; }

}  // namespace kernel
