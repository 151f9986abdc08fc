// SPDX-License-Identifier: Apache-2.0
// Core 1 raises core 0's two interrupt pins in turn; core 0 sleeps, counts and answers. Then core 0
// is interrupted while it computes, and the sum must come out as if nothing had happened.
//   interrupts [COUNT]    default 20; exit status 0 when all arrived
#include <stdio.h>
#include <stdlib.h>

#include "firmware/hal/boot_block.h"
#include "firmware/hal/interrupt.h"
#include "firmware/hal/mpb.h"
#include "firmware/hal/processor.h"

namespace {

constexpr int kSleeper = 0;
constexpr int kCaller = 1;

// Words in core 0's message passing buffer, each in a line of its own.
enum Line { kDummy, kReady, kGo, kStopCalling, kStopped };

volatile uint32_t& word(Line line) {
  return *reinterpret_cast<volatile uint32_t*>(hal::mpb(kSleeper) + line * SCC_LINE);
}

uint32_t read(Line line) {
  hal::cl1invmb();
  return word(line);
}

void write(Line line, uint32_t value) {
  word(line) = value;
  hal::flush_write_combine(hal::mpb(kSleeper));
}

volatile uint32_t lint0_count = 0;
volatile uint32_t lint1_count = 0;

void on_lint0() {
  hal::clear_pin(kSleeper, SCC_GLCFG_INTR);
  lint0_count = lint0_count + 1;
}

void on_lint1() {
  hal::clear_pin(kSleeper, SCC_GLCFG_NMI);
  lint1_count = lint1_count + 1;
}

// A pin is lowered by its handler before the next change.
void call(uint32_t pin) {
  hal::raise_pin(kSleeper, pin);
  while ((hal::pin_register(kSleeper) & pin) != 0) {
  }
}

// Some arithmetic with a result that is known.
uint32_t fibonacci_sum(int terms) {
  uint32_t a = 0;
  uint32_t b = 1;
  uint32_t sum = 0;
  for (int i = 0; i < terms; ++i) {
    sum += a;
    const uint32_t next = a + b;
    a = b;
    b = next;
  }
  return sum;
}

// Calls while the other one computes, at distances that drift through its loop.
void call_until_told() {
  while (read(kGo) == 0) {
  }
  while (read(kStopCalling) == 0) call(SCC_GLCFG_INTR);
  write(kStopped, 1);
}

int sleeper(uint32_t count) {
  hal::set_handler(hal::kLint0Vector, on_lint0);
  hal::set_handler(hal::kLint1Vector, on_lint1);
  write(kReady, 1);
  while (lint0_count < count || lint1_count < count) hal::wait_for_interrupt();
  const bool counted = lint0_count == count && lint1_count == count;

  constexpr int kTerms = 20'000;
  const uint32_t undisturbed = fibonacci_sum(kTerms);
  hal::enable_interrupts();
  write(kGo, 1);
  const uint32_t before = lint0_count;
  const uint32_t disturbed = fibonacci_sum(kTerms);
  const uint32_t during = lint0_count - before;
  write(kStopCalling, 1);
  while (read(kStopped) == 0) {
  }
  hal::disable_interrupts();

  const bool ok = counted && during > 0 && disturbed == undisturbed;
  printf("LINT0 %u, LINT1 %u of %u, %u more while computing: %s\n", static_cast<unsigned>(before),
         static_cast<unsigned>(lint1_count), static_cast<unsigned>(count),
         static_cast<unsigned>(during), ok ? "ok" : "WRONG");
  return ok ? 0 : 1;
}

int caller(uint32_t count) {
  while (read(kReady) == 0) {
  }
  for (uint32_t i = 0; i < count; ++i) {
    call(SCC_GLCFG_INTR);
    call(SCC_GLCFG_NMI);
  }
  call_until_told();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto count = static_cast<uint32_t>(argc > 1 ? atoi(argv[1]) : 20);
  switch (hal::core_id()) {
    case kSleeper:
      return sleeper(count);
    case kCaller:
      return caller(count);
    default:
      return 0;
  }
}
