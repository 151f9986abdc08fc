#include "hw_model/chip/clocks.h"

#include <cmath>

#include "hw_model/kernel/frequency.h"

namespace rc::chip {

kernel::Picos memory_period(const ClockParams& clocks) {
  const double thirds = std::round(clocks.memory_mts * 3.0 / 400.0) * 400.0;
  return kernel::period_of(thirds / 6.0);
}

}  // namespace rc::chip
