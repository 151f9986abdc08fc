// SPDX-License-Identifier: Apache-2.0
// Clock periods from frequencies in MHz, to the nearest picosecond.
#pragma once

#include <cmath>

#include "hw_model/kernel/time.h"

namespace rc::kernel {

inline Picos period_of(double mhz) { return {static_cast<std::uint64_t>(std::llround(1e6 / mhz))}; }

}  // namespace rc::kernel
