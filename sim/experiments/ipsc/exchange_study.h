// SPDX-License-Identifier: Apache-2.0
// The times of complete exchange that `reproduce ipsc-exchange` measured, and what the paper says
// of such times. Times are in us, from the last node's beginning to the last one's end.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/report/result.h"

namespace rc::sim::experiments {

// Over the observations of one point.
struct Spread {
  double max = 0, avg = 0, min = 0;
  double width() const { return max - min; }
};

// The largest block of the small-block implementations, and of all of them.
constexpr int kLargestSmallBlock = 128, kLargestBlock = 4096;

class ExchangeStudy {
 public:
  void add(int dimension, const std::string& implementation, int bytes, Spread spread) {
    points_[{dimension, implementation}][bytes] = spread;
  }
  // Throws std::out_of_range for what was not measured.
  const Spread& at(int dimension, const std::string& implementation, int bytes) const {
    return points_.at({dimension, implementation}).at(bytes);
  }
  const std::map<int, Spread>& curve(int dimension, const std::string& implementation) const {
    return points_.at({dimension, implementation});
  }
  std::vector<int> dimensions() const;

  // Block sizes at which the implementations are compared: the powers of two that all those that
  // the paper plots there were measured at.
  std::vector<int> compared_sizes(int dimension) const;
  // The paper's measure: the least maximum.
  std::string best(int dimension, int bytes) const;

 private:
  std::map<std::pair<int, std::string>, std::map<int, Spread>> points_;
};

// The six of the paper's section 5, and the one whose pairwise synchronisation was removed.
const std::vector<std::string>& exchange_implementations();
inline constexpr const char* kUnsynchronised = "pairwise_F_unsynchronised";
// Section 4's careless algorithm, from this dimension on, with the largest block.
inline constexpr const char* kNaive = "naive";
constexpr int kSmallestNaive = 3;
// The paper plots standard and pairwise_U for small blocks only.
bool plotted(const std::string& implementation, int bytes);

// The largest block with which the standard exchange's messages have no more than 100 bytes, the
// most that goes without a reservation.
constexpr int largest_unreserved_block(int dimension) { return 100 >> (dimension - 1); }

// The dimension of figures 12 and 13.
constexpr int kDetailed = 5;

// Sections 4, 5, 6.1 to 6.5 and 7, most with a row for every dimension that was measured.
std::vector<report::Row> exchange_claims(const ExchangeStudy& study);
// How many of them hold: PREFIX/statements_that_hold.
report::Row statements_that_hold(const std::string& prefix, const ExchangeStudy& study);
// Section 6.6: the best implementation by dimension and block size, as text.
std::string regions_of_optimality(const ExchangeStudy& study);

}  // namespace rc::sim::experiments
