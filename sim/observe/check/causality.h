// SPDX-License-Identifier: Apache-2.0
// What each core knows of the others: vector clocks. A core's clock counts its stores to memory
// that others can reach. A store is ordered before whatever a core does once it has learned, by any
// chain of flags and locks, of that store or a later one.
#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include "hw_model/arch/scc_map.h"

namespace rc::sim::observe {

using Clocks = std::array<std::uint32_t, SCC_CORES>;

class Causality {
 public:
  Causality();

  // The core stores; the number of that store.
  std::uint32_t store(unsigned core) { return ++known_[core][core]; }
  std::uint32_t clock(unsigned core) const { return known_[core][core]; }
  // Whether `core` has learned of store number `clock` of `writer`.
  bool knows(unsigned core, unsigned writer, std::uint32_t clock) const {
    return known_[core][writer] >= clock;
  }
  // `core` read what `writer` stored as its store number `clock`: it learns what that one knew.
  void learn(unsigned core, unsigned writer, std::uint32_t clock);
  // The same from something that keeps what several writers knew, such as a lock.
  void learn(unsigned core, const Clocks& clocks);
  // What `core` knew as it made its store number `clock`. Of long ago: what it knew later.
  Clocks at(unsigned core, std::uint32_t clock) const;

 private:
  static constexpr std::size_t kLongest = 2048;
  struct Past {
    std::uint32_t clock;  // after this store of its own ...
    Clocks known;         // ... the core knew this
  };
  std::array<Clocks, SCC_CORES> known_{};
  std::array<std::deque<Past>, SCC_CORES> past_;
};

// The later of both, core by core.
void join(Clocks& to, const Clocks& from);

}  // namespace rc::sim::observe
