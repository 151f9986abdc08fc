// SPDX-License-Identifier: Apache-2.0
// Who goes first where packets have ranks.
#pragma once

#include <bit>
#include <cstdint>

namespace rc::noc {

// Of the set bits of `those`, the ones whose rank, `rank_of(number)`, is the least.
template <class RankOf>
constexpr std::uint64_t least_ranked(std::uint64_t those, RankOf rank_of) {
  std::uint64_t least = ~std::uint64_t{0}, found = 0;
  for (; those != 0; those &= those - 1) {
    const std::uint64_t rank = rank_of(static_cast<unsigned>(std::countr_zero(those)));
    if (rank > least) continue;
    if (rank < least) found = 0;
    least = rank;
    found |= those & -those;
  }
  return found;
}

}  // namespace rc::noc
