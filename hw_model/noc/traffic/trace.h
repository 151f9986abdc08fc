// SPDX-License-Identifier: Apache-2.0
// Traffic from a trace: one packet a line,
//
//   cycle source destination flits [class]
//
// as non-negative integers separated by blanks, tabs or commas; nodes are numbered as in end_grid.h,
// the first cycle is 0, the class is 0 if left out. '#' starts a comment; empty lines do not count.
// Lines may come in any order; packets of one node with the same cycle leave in order of lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hw_model/noc/traffic/end_grid.h"
#include "hw_model/noc/traffic/traffic_source.h"

namespace rc::noc {

class TraceTraffic final : public TrafficSource {
 public:
  // kernel::InputError "file:line: reason" for a malformed line, or a packet that this network
  // cannot carry.
  TraceTraffic(const EndGrid& grid, std::string_view text, const std::string& file);

  std::optional<Demand> next(std::uint32_t node) override;

  std::uint64_t packets() const { return packets_; }
  std::uint64_t flits() const { return flits_; }
  std::uint64_t last_cycle() const { return last_cycle_; }  // as in Demand, from 1

 private:
  struct Node {
    std::vector<Demand> demands;
    std::size_t next = 0;
  };
  std::vector<Node> nodes_;
  std::uint64_t packets_ = 0, flits_ = 0, last_cycle_ = 0;
};

}  // namespace rc::noc
