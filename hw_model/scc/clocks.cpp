// SPDX-License-Identifier: Apache-2.0
#include "hw_model/scc/clocks.h"

#include <cmath>

#include "hw_model/kernel/frequency.h"

namespace rc::scc {

kernel::Picos memory_period(const ClockParams& clocks) {
  const double thirds = std::round(clocks.memory_mts * 3.0 / 400.0) * 400.0;
  return kernel::period_of(thirds / 6.0);
}

}  // namespace rc::scc
