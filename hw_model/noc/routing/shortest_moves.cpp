// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/shortest_moves.h"

#include <algorithm>
#include <bit>

namespace rc::noc {

ShortestMoves::ShortestMoves(const Moves& moves,
                             const std::vector<std::vector<std::uint32_t>>& targets)
    : states_(moves.size()), first_(states_ + 1), before_first_(states_ + 1) {
  for (std::size_t state = 0; state < states_; ++state) {
    moves_.insert(moves_.end(), moves[state].begin(), moves[state].end());
    first_[state + 1] = static_cast<std::uint32_t>(moves_.size());
    for (const Move& move : moves[state]) ++before_first_[move.to + 1];
  }
  for (std::size_t state = 0; state < states_; ++state) {
    before_first_[state + 1] += before_first_[state];
  }
  before_.resize(moves_.size());
  std::vector<std::uint32_t> free(before_first_.begin(), before_first_.end() - 1);
  for (std::uint32_t state = 0; state < states_; ++state) {
    for (const Move& move : moves[state]) before_[free[move.to]++] = state;
  }
  if (fill(targets, narrow_)) return;
  narrow_ = {};
  fill(targets, wide_);
}

// Breadth first from 64 targets at a time, a bit each: states that several of them reach in the
// same round cost once.
template <class Distance>
bool ShortestMoves::fill(const std::vector<std::vector<std::uint32_t>>& targets,
                         std::vector<Distance>& distances) const {
  distances.assign(targets.size() * states_, kFar<Distance>);
  std::vector<std::uint64_t> reached(states_), now(states_), then(states_);
  std::vector<std::uint32_t> active, next;
  for (std::size_t block = 0; block < targets.size(); block += 64) {
    std::fill(reached.begin(), reached.end(), 0);
    active.clear();
    const auto reach = [&](std::uint32_t state, std::uint64_t bits, unsigned distance) {
      now[state] |= bits;
      reached[state] |= bits;
      for (; bits != 0; bits &= bits - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(bits));
        distances[(block + bit) * states_ + state] = static_cast<Distance>(distance);
      }
    };
    for (std::size_t i = block; i < std::min(block + 64, targets.size()); ++i) {
      for (const std::uint32_t state : targets[i]) {
        if (now[state] == 0) active.push_back(state);
        reach(state, std::uint64_t{1} << (i - block), 0);
      }
    }
    for (unsigned distance = 1; !active.empty(); ++distance) {
      next.clear();
      for (const std::uint32_t state : active) {
        for (std::uint32_t i = before_first_[state]; i < before_first_[state + 1]; ++i) {
          const std::uint64_t bits = now[state] & ~reached[before_[i]];
          if (bits == 0) continue;
          if (then[before_[i]] == 0) next.push_back(before_[i]);
          then[before_[i]] |= bits;
        }
        now[state] = 0;
      }
      if (distance >= kFar<Distance> && !next.empty()) return false;
      for (const std::uint32_t state : next) {
        reach(state, then[state], distance);
        then[state] = 0;
      }
      active.swap(next);
    }
  }
  return true;
}

}  // namespace rc::noc
