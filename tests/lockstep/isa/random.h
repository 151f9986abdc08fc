// SPDX-License-Identifier: Apache-2.0
// Seeded random numbers for random cases: the same seed gives the same cases everywhere.
#pragma once

#include <cstdint>

#include "hw_model/kernel/random.h"

namespace rc::lockstep {

class Random : public kernel::Random {
 public:
  using kernel::Random::Random;

  bool chance(std::uint32_t percent) { return below(100) < percent; }

  // An integer that is often a corner case: small, one bit, all ones up to some bit, or any.
  std::uint32_t edge() {
    switch (below(5)) {
      case 0:
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(below(9)) - 4);
      case 1:
        return std::uint32_t{1} << below(32);
      case 2:
        return (std::uint32_t{2} << below(31)) - 1 - below(2);
      default:
        return word();
    }
  }
};

}  // namespace rc::lockstep
