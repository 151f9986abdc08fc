// SPDX-License-Identifier: Apache-2.0
#include "sim/observe/check/causality.h"

#include <algorithm>

namespace rc::sim::observe {

void join(Clocks& to, const Clocks& from) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = std::max(to[i], from[i]);
}

Causality::Causality() {
  for (auto& past : past_) past.push_back({0, {}});
}

void Causality::learn(unsigned core, unsigned writer, std::uint32_t clock) {
  if (core != writer && !knows(core, writer, clock)) learn(core, at(writer, clock));
}

void Causality::learn(unsigned core, const Clocks& clocks) {
  Clocks& known = known_[core];
  const std::uint32_t own = known[core];
  const Clocks before = known;
  join(known, clocks);
  known[core] = own;
  if (known == before) return;
  auto& past = past_[core];
  if (past.back().clock == own) {
    past.back().known = known;
    return;
  }
  past.push_back({own, known});
  if (past.size() > kLongest) past.pop_front();
}

Clocks Causality::at(unsigned core, std::uint32_t clock) const {
  const auto& past = past_[core];
  const auto later = std::ranges::lower_bound(past, clock, {}, &Past::clock);
  Clocks known = (later == past.begin() ? later : std::prev(later))->known;
  known[core] = clock;
  return known;
}

}  // namespace rc::sim::observe
