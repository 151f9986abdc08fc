// SPDX-License-Identifier: Apache-2.0
// Which time a core's cycles have, also where the program changes its clock.
#pragma once

#include <vector>

#include "hw_model/kernel/time.h"

namespace rc::sim::observe {

class CoreClock {
 public:
  /// From this cycle on, which is at `time`, cycles are `period` apart.
  struct Piece {
    kernel::Cycle cycle = 0;
    kernel::Picos time{0}, period{0};
  };

  explicit CoreClock(kernel::Picos period) : pieces_{{0, {0}, period}} {}

  /// `clock` is what the core has from `at` on.
  void changed(kernel::Picos at, const kernel::ClockDomain& clock);
  kernel::Picos time_of(kernel::Cycle cycle) const;
  /// In order, the first one from cycle 0 on.
  const std::vector<Piece>& pieces() const { return pieces_; }

 private:
  std::vector<Piece> pieces_;
};

}  // namespace rc::sim::observe
