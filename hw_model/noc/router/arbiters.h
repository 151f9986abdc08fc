// SPDX-License-Identifier: Apache-2.0
// Many arbiters of one kind: of all that request, the one with the least key wins.
//
//   least_recently_served  the one that was served longest ago; at first the lowest number
//   round_robin            the next one after the last that was served
//   oldest                 the lowest number: those who ask are the oldest ones (Ask::rank)
//
// Asking changes nothing; only served() does. So a router whose allocation granted nothing may be
// left alone until something comes.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "hw_model/noc/router/router_params.h"

namespace rc::noc {

class Arbiters {
 public:
  // kernel::InputError for more state than a host has: least recently served needs a word for each
  // pair of arbiter and requester.
  Arbiters(ArbiterKind kind, std::size_t arbiters, unsigned requesters);

  std::uint64_t key(std::size_t arbiter, unsigned requester) const {
    switch (kind_) {
      case ArbiterKind::round_robin: {
        const unsigned next = next_[arbiter];
        return requester >= next ? requester - next : requester + requesters_ - next;
      }
      case ArbiterKind::oldest:
        return requester;
      default:
        return served_at_[arbiter * requesters_ + requester];
    }
  }

  // Of requesters that are bits of `requests`, which is not 0: requester `base` and those after it.
  unsigned first(std::size_t arbiter, std::uint64_t requests, unsigned base = 0) const {
    auto best = static_cast<unsigned>(std::countr_zero(requests));
    if ((requests & (requests - 1)) == 0 || kind_ == ArbiterKind::oldest) return best;
    if (kind_ == ArbiterKind::round_robin) {
      const unsigned next = next_[arbiter] - base;  // far beyond the last one if it is before base
      const std::uint64_t ahead = next < 64 ? requests >> next << next : 0;
      return ahead == 0 ? best : static_cast<unsigned>(std::countr_zero(ahead));
    }
    const std::uint64_t* served = &served_at_[arbiter * requesters_ + base];
    for (requests &= requests - 1; requests != 0; requests &= requests - 1) {
      const auto requester = static_cast<unsigned>(std::countr_zero(requests));
      if (served[requester] < served[best]) best = requester;
    }
    return best;
  }

  void served(std::size_t arbiter, unsigned requester) {
    if (kind_ == ArbiterKind::round_robin) {
      next_[arbiter] = static_cast<std::uint16_t>(requester + 1 == requesters_ ? 0 : requester + 1);
    } else if (kind_ == ArbiterKind::least_recently_served) {
      served_at_[arbiter * requesters_ + requester] = clock_++;
    }
  }

  template <class Archive>
  void archive(Archive& archive) {
    archive.fixed(next_);
    archive.fixed(served_at_);
    archive(clock_);
    for (const std::uint16_t next : next_) archive.expect(next < requesters_);
  }

 private:
  ArbiterKind kind_;
  unsigned requesters_;
  std::vector<std::uint16_t> next_;       // round robin, by arbiter
  std::vector<std::uint64_t> served_at_;  // least recently served, by arbiter and requester
  std::uint64_t clock_;                   // of all grants: only the order of two counts
};

}  // namespace rc::noc
