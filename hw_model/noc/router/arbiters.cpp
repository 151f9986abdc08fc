// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/router/arbiters.h"

#include "hw_model/kernel/error.h"

namespace rc::noc {

Arbiters::Arbiters(ArbiterKind kind, std::size_t arbiters, unsigned requesters)
    : kind_(kind), requesters_(requesters), clock_(requesters) {
  constexpr std::size_t kMaxWords = std::size_t{1} << 27;  // a gigabyte
  if (kind == ArbiterKind::round_robin) next_.resize(arbiters);
  if (kind != ArbiterKind::least_recently_served) return;
  if (arbiters * requesters > kMaxWords) {
    throw kernel::InputError("router: " + std::to_string(arbiters) + " arbiters over " +
                             std::to_string(requesters) +
                             " requesters are too many to know who was served when: expected "
                             "round-robin arbiters");
  }
  served_at_.resize(arbiters * requesters);
  for (std::size_t i = 0; i < served_at_.size(); ++i) served_at_[i] = i % requesters;
}

}  // namespace rc::noc
