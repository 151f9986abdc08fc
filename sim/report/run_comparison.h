// SPDX-License-Identifier: Apache-2.0
// Two runs side by side: what differs by function, kind of time, core and link.
#pragma once

#include <string>
#include <vector>

#include "sim/report/run_numbers.h"

namespace rc::sim::report {

struct Difference {
  std::string name;
  std::uint64_t before = 0, after = 0;

  std::int64_t change() const { return static_cast<std::int64_t>(after - before); }
  std::uint64_t size() const { return after > before ? after - before : before - after; }
};

struct RunComparison {
  struct Part {
    std::string title, unit;
    std::vector<Difference> lines;  // the largest change first, by name where it is the same
  };

  RunNumbers before, after;
  std::vector<Part> parts;

  /// Each part's largest changes, for a terminal.
  std::string text() const;
  /// All of them, as a page.
  std::string page() const;
};

RunComparison compare_runs(const RunNumbers& before, const RunNumbers& after);

}  // namespace rc::sim::report
