// SPDX-License-Identifier: Apache-2.0
// Several results of `noc --json`, sweeps or single rates, in one figure and one table. A rate that a
// network does not carry, or of which nobody knows whether it does, has no latency here.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "sim/report/plot.h"

namespace rc::sim::lab {

struct Curve {
  std::string name;  // what tells it from the others: "routing yx", or the file's name
  struct Point {
    double rate = 0, accepted = 0;  // flits a node and cycle
    double latency = 0, p99 = 0;    // cycles; of stable points only
    std::string verdict;            // "stable", "saturated", "undecided" or "no packet"
    bool stable() const { return verdict == "stable"; }
  };
  std::vector<Point> points;                                  // by rate
  std::vector<std::pair<std::string, std::string>> settings;  // those that are not equal in all
};

class Comparison {
 public:
  // `texts` are the files' contents by name. kernel::InputError, one line with the file: not the
  // JSON of `noc`, a trace, two points of one rate, fewer than two files.
  explicit Comparison(const std::vector<std::pair<std::string, std::string>>& texts);

  const std::vector<Curve>& curves() const { return curves_; }
  report::Plot plot() const;
  std::string csv() const;       // a line a point
  std::string markdown() const;  // a row a rate, a column a curve; settings, highest stable rates
  std::string page() const;

 private:
  std::vector<std::vector<std::string>> latency_table() const;  // heading and rows
  std::vector<std::vector<std::string>> summary_table() const;

  std::vector<Curve> curves_;
};

}  // namespace rc::sim::lab
