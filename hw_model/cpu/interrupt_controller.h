// SPDX-License-Identifier: Apache-2.0
// Who asks a core for interrupts by vector: its local APIC, or whatever stands in its place. The
// core asks it; nothing is pushed. So a controller that knows when its timer will run out says so
// once, and the interrupt is taken at the same cycle whatever the limits of Core::run().
//
// Cycles are those of the core (core.h). The answers may change between two calls of Core::run()
// and through acknowledge(), and at no other time. Core::skip() does not reach the controller: who
// calls it moves the controller's times, too.
#pragma once

#include <cstdint>
#include <limits>

#include "hw_model/kernel/time.h"

namespace rc::cpu {

class InterruptController {
 public:
  static constexpr kernel::Cycle kNone = std::numeric_limits<kernel::Cycle>::max();

  virtual ~InterruptController() = default;
  // From which cycle on an interrupt waits that the core may take: it may lie in the future. kNone:
  // none, as things stand.
  virtual kernel::Cycle waits_from() const = 0;
  // The core takes the interrupt at `cycle` >= waits_from(). Its vector, 0 to 255.
  virtual std::uint8_t acknowledge(kernel::Cycle cycle) = 0;
};

}  // namespace rc::cpu
