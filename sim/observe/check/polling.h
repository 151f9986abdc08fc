// SPDX-License-Identifier: Apache-2.0
// Distinguishes loads that synchronise from loads that fetch data, without annotations in the
// program.
//
// A load polls if its instruction reads the same place twice, fetched anew each time, and the core
// stored nothing that others can see in between: nothing but another core can have changed the
// place. An instruction that polled once synchronises wherever it reads, because a flag that is set
// already is read only once. Except in a copy: an instruction that takes part in reading 16 bytes
// in a row, from a line that was fetched once, synchronises only in lines that are polled
// themselves, such as iRCCE's tagged flags.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hw_model/arch/scc_map.h"
#include "hw_model/scc/tile/access_observer.h"

namespace rc::sim::observe {

class Polling {
 public:
  void loaded(unsigned core, scc::Place place, const cpu::CoreAccess& access);
  void stored(unsigned core) { cores_[core].read.clear(); }
  // As far as is known by now: whether a load by `eip` from `line` synchronises.
  bool polls(std::uint32_t eip, scc::Place line) const {
    return copies(eip) ? lines_.contains(line) : polls_.contains(eip);
  }
  bool copies(std::uint32_t eip) const { return copies_.contains(eip); }

 private:
  static constexpr unsigned kCopy = 16;  // bytes

  struct Core {
    scc::Place next = 0;              // behind the last load
    unsigned run = 0;                 // bytes loaded in a row so far
    std::vector<std::uint32_t> eips;  // by these
    // By place, the instructions that fetched it since the last store.
    std::unordered_map<scc::Place, std::uint32_t> read;
  };
  std::array<Core, SCC_CORES> cores_;
  std::unordered_set<std::uint32_t> polls_, copies_;
  std::unordered_set<scc::Place> lines_;  // polled
};

}  // namespace rc::sim::observe
