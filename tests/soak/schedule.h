// SPDX-License-Identifier: Apache-2.0
// Which case of a soak comes next, and of what size. Parts share CPU time, not cases: the next case
// is of the part that has used the least of it for its share. A case is as large as its part can do
// in about a second, and in the time that is left.
//
// It reads no clock: seconds are the caller's.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tests/soak/case.h"

namespace rc::soak {

class SoakSchedule {
 public:
  struct Pick {
    std::size_t part;      // index
    std::uint64_t number;  // of the case among those of its part, from 0
    unsigned size;         // SoakCase::size
    double charged;        // CPU milliseconds that the part pays in advance
  };

  // `parts` and what each did before, in the same order.
  SoakSchedule(const std::vector<SoakPart>& parts, const std::vector<SoakTotals>& before);

  // The next case, with `left` seconds left; nothing if no part has one that is expected to end in
  // them. There is always a first one. Parts of which no case has ended yet begin with the smallest.
  std::optional<Pick> next(double left);

  // The case took so many seconds, and that much CPU time.
  void ended(const Pick& pick, double seconds, std::uint64_t cpu_milliseconds);

 private:
  struct Part {
    unsigned share;
    std::uint64_t next;
    double used;         // CPU milliseconds
    double seconds = 0;  // of the cases that ended lately
    double sizes = 0;    // of the same
    double seconds_a_size() const { return sizes == 0 ? 0 : seconds / sizes; }
  };

  std::vector<Part> parts_;
  bool begun_ = false;
};

}  // namespace rc::soak
