// SPDX-License-Identifier: Apache-2.0
// Every UE counts interrupts of its local APIC's timer, computing and sleeping by turns, and lets the
// next core of its tile interrupt it by pin. No timer interrupt may be lost.
//   apic [COUNT [PERIOD]]    default 200 interrupts, every 3000 cycles; exit status 0 when all came
#include "firmware/hal/apic.h"

#include <stdio.h>
#include <stdlib.h>

#include "firmware/hal/boot_block.h"
#include "firmware/hal/interrupt.h"
#include "firmware/hal/processor.h"

namespace {

constexpr uint8_t kTick = 0x60, kPin = 0x50;

volatile uint32_t ticks = 0, pins = 0;

void on_tick() {
  ticks = ticks + 1;
  hal::apic(hal::kApicEoi) = 0;
}

void on_pin() {
  hal::clear_pin(hal::core_id(), SCC_GLCFG_INTR);
  pins = pins + 1;
  hal::apic(hal::kApicEoi) = 0;
}

// Of what happens between two looks at the count.
void compute(uint32_t loops) {
  for (uint32_t i = 0; i < loops; ++i) asm volatile("" ::: "memory");
}

}  // namespace

int main(int argc, char** argv) {
  const auto count = static_cast<uint32_t>(argc > 1 ? atoi(argv[1]) : 200);
  const auto period = static_cast<uint32_t>(argc > 2 ? atoi(argv[2]) : 3000);
  hal::map_apic();
  hal::set_handler(kTick, on_tick);
  hal::set_handler(kPin, on_pin);
  hal::apic(hal::kApicSpurious) = hal::kApicEnable | 0xFF;
  hal::apic(hal::kApicLint0) = kPin;
  hal::apic(hal::kApicTimer) = hal::kApicPeriodic | kTick;
  hal::apic(hal::kApicDivider) = hal::kApicDivideByOne;
  const uint64_t begin = hal::cycles();
  hal::apic(hal::kApicInitialCount) = period;
  const uint32_t raised = count < 5 ? count : 5;
  for (uint32_t seen = 0; seen < count; seen = ticks) {
    if (seen % 2 == 0) {
      hal::wait_for_interrupt();
    } else {
      hal::enable_interrupts();
      compute(100 + seen % 7);
      hal::disable_interrupts();
    }
    if (pins < raised) {
      hal::raise_pin(hal::core_id(), SCC_GLCFG_INTR);
      hal::wait_for_interrupt();
    }
  }
  hal::apic(hal::kApicTimer) = hal::kApicMasked;
  const uint64_t passed = hal::cycles() - begin;
  // The timer counts the core's cycles: from here on no period fits in between.
  const bool ok = passed / period == ticks && pins == raised;
  printf("%u timer interrupts in %u periods, %u by pin: %s\n", static_cast<unsigned>(ticks),
         static_cast<unsigned>(passed / period), static_cast<unsigned>(pins), ok ? "ok" : "WRONG");
  return ok ? 0 : 1;
}
