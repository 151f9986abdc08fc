// SPDX-License-Identifier: Apache-2.0
// The flags of RWTH's barriers, for communicators of all UEs: one for each UE that may report, one
// for the release, and for the dissemination barrier one for each round, twice, because its
// neighbours can be one barrier ahead. The first such barrier allocates them.
#pragma once

#include "firmware/hal/geometry.h"
#include "firmware/rcce/internal.h"

namespace rcce {

constexpr int kMaxRounds = hal::kAnyGeometry ? 10 : 6;
static_assert(1 << kMaxRounds >= RCCE_MAXNP);

struct BarrierFlags {
  RCCE_FLAG arrived[RCCE_MAXNP];  // by the UE that reports here
  RCCE_FLAG release;
  RCCE_FLAG round[2][kMaxRounds];
};

// Collective over all UEs. RCCE_SUCCESS, or why they could not be allocated.
int barrier_flags_init();
extern BarrierFlags barrier_flags;

// A communicator of all UEs: RCCE_COMM_WORLD or a copy.
inline bool is_world(const RCCE_COMM* comm) {
  return comm != nullptr && comm->initialized == RCCE_COMM_INITIALIZED && comm->size == RCCE_NP;
}

// Waits for a flag of this UE, and clears it.
inline void await(RCCE_FLAG& flag) {
  RCCE_wait_until(flag, RCCE_FLAG_SET);
  RCCE_flag_write(&flag, RCCE_FLAG_UNSET, RCCE_IAM);
}

}  // namespace rcce
