// SPDX-License-Identifier: Apache-2.0
// Interrupts between cores, in a ring: each core that gets one interrupts the next. First by the
// target's GLCFG (LINT0), then by the system interface's request registers (LINT1).
#pragma once

#include <stdint.h>

namespace kernel {

constexpr uint32_t kRounds = 20;  // of each kind

// Which cores there are; those that are held in reset are released by the first one.
void join_ring();
// After every core has joined, the first one sends the first interrupt.
void start_ring();
// An interrupt came by this pin at `now`: clears it and sends the next one.
void ring_interrupt(unsigned lint, uint32_t now);
bool ring_ended();

struct RingTimes {
  uint32_t interrupts = 0;   // that this core got
  uint32_t hop[2] = {0, 0};  // cycles from core to core on the mean, by kind; of the first core
  uint32_t delivery[2] = {0, 0};  // of them from the write to the next core's handler, on the mean
};
const RingTimes& ring_times();
uint32_t own_core();
bool is_first();

}  // namespace kernel
