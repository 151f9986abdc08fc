// SPDX-License-Identifier: Apache-2.0
// This UE's rank and the number of ranks, for messengers of blocking.h over RCCE.
#pragma once

#include "RCCE.h"

namespace collectives {

struct RcceRanks {
  int rank() const { return RCCE_ue(); }
  int ranks() const { return RCCE_num_ues(); }
  size_t line_bytes() const { return RCCE_LINE_SIZE; }
};

}  // namespace collectives
