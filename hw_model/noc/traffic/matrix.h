// SPDX-License-Identifier: Apache-2.0
// A matrix of rates: how many flits a cycle each end point sends to each other one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rc::noc {

struct RateMatrix {
  std::uint32_t nodes = 0;
  std::vector<double> rates;  // [source * nodes + destination], flits a cycle

  double mean() const;  // flits a cycle and end point
};

// Text of either kind, numbers separated by commas, blanks or tabs, '#' for comments:
//   one line a source, with a number for each destination;
//   or, after a line `source,destination,flits`, one line a pair; other pairs have none.
// kernel::InputError "file:line: reason": not a number, not from 0 to 1, a wrong count, a source
// that sends more than a flit a cycle, no flit at all.
RateMatrix read_matrix(std::uint32_t nodes, std::string_view text, const std::string& file);

}  // namespace rc::noc
