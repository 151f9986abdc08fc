// SPDX-License-Identifier: Apache-2.0
// The clocks of the chip from its parameters.
#pragma once

#include "hw_model/kernel/time.h"
#include "hw_model/scc/params.h"

namespace rc::scc {

// Of the memory bus. DDR3 moves data on both edges; 800 and 1066 stand for 2400/3 and 3200/3 MT/s.
kernel::Picos memory_period(const ClockParams& clocks);

}  // namespace rc::scc
