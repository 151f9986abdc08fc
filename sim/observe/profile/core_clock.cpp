// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/profile/core_clock.h"

#include <algorithm>
#include <iterator>

namespace rc::sim::observe {

using kernel::Cycle;
using kernel::Picos;

void CoreClock::changed(Picos at, const kernel::ClockDomain& clock) {
  const Cycle cycle = clock.cycle_at(at);
  while (pieces_.back().cycle >= cycle && pieces_.size() > 1) pieces_.pop_back();
  if (pieces_.back().cycle == cycle) pieces_.pop_back();
  pieces_.push_back({cycle, clock.time_of(cycle), clock.period()});
}

Picos CoreClock::time_of(Cycle cycle) const {
  const auto above = std::ranges::upper_bound(pieces_, cycle, {}, &Piece::cycle);
  const Piece& piece = *std::prev(above);
  return {piece.time.value + (cycle - piece.cycle) * piece.period.value};
}

}  // namespace rc::sim::observe
