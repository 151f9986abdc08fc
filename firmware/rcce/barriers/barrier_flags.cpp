// SPDX-License-Identifier: Apache-2.0
#include "barrier_flags.h"

rcce::BarrierFlags rcce::barrier_flags;

namespace {

bool allocated;

int allocate_all() {
  rcce::BarrierFlags& flags = rcce::barrier_flags;
  for (int ue = 0; ue < RCCE_NP; ++ue) {
    if (const int error = RCCE_flag_alloc(&flags.arrived[ue])) return error;
  }
  for (auto& rounds : flags.round) {
    for (RCCE_FLAG& round : rounds) {
      if (const int error = RCCE_flag_alloc(&round)) return error;
    }
  }
  return RCCE_flag_alloc(&flags.release);
}

}  // namespace

// New lines of flags were payload before: no message may be under way while they are cleared, and
// no flag may be used before all are.
int rcce::barrier_flags_init() {
  if (allocated) return RCCE_SUCCESS;
  RCCE_barrier(&RCCE_COMM_WORLD);
  if (const int error = allocate_all()) return error;
  allocated = true;
  return RCCE_barrier(&RCCE_COMM_WORLD);
}
