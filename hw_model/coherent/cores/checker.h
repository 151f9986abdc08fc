// SPDX-License-Identifier: Apache-2.0
// Memory as all threads must agree on it: the words of each line as the last write left them, and
// who holds the line. Every read and write goes through it, and so the two invariants of coherence
// are checked at each: a core that writes is the only one that holds the line, and who reads sees
// the last write.
//
// Errors: kernel::MachineError naming core and line where one is violated.
#pragma once

#include <array>
#include <cstdint>

#include "hw_model/coherent/cores/line_table.h"
#include "hw_model/coherent/cores/private_cache.h"

namespace rc::coherent {

using Words = std::array<std::uint64_t, kLineWords>;

class Checker {
 public:
  // The core has, or no longer has, a copy in this state.
  void holds(unsigned core, Line line, State state);

  // By a core with this copy.
  const Words& read(unsigned core, const Copy& copy);
  // For writing; the copy becomes the current one.
  Words& write(unsigned core, Copy& copy);

  // Without time, for tests and for setting memory up.
  const Words& peek(Line line) { return lines_[line].words; }
  std::uint64_t reads() const { return reads_; }
  std::uint64_t writes() const { return writes_; }

 private:
  struct Entry {
    Words words{};
    std::uint64_t version = 0;
    std::uint64_t holders = 0;  // a bit for each core
  };
  LineTable<Entry> lines_;
  std::uint64_t reads_ = 0, writes_ = 0;
};

}  // namespace rc::coherent
