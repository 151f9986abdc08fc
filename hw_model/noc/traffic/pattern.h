// SPDX-License-Identifier: Apache-2.0
// Traffic patterns: the destination of each source, by the numbers of end_grid.h. Definitions: Dally
// and Towles, "Principles and Practices of Interconnection Networks", table 3.1, applied per
// dimension where the book does, so that they also hold for sizes that are not a power of two:
//
//   uniform         any node, the own one included
//   transpose       (x, y) -> (y, x) with m x m nodes, whatever the dimensions
//   bit-complement  node -> nodes - 1 - node: in each dimension, to the mirror place
//   bit-reverse     the bits of the node number in reverse order; 2^n nodes only
//   shuffle         the bits of the node number rotated left by one; 2^n nodes only
//   tornado         ceil(size / 2) - 1 further in each dimension, modulo its size
//   neighbour       one further in each dimension, modulo its size
//   hotspot         with probability `hot_share` one of `hot_nodes`, else uniform
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/kernel/random.h"
#include "hw_model/noc/traffic/end_grid.h"

namespace rc::noc {

struct PatternSettings {
  std::string name = "uniform";
  std::vector<std::uint32_t> hot_nodes;  // hotspot; empty: the node in the middle
  double hot_share = 0.2;
};

class Pattern {
 public:
  // kernel::InputError for an unknown name, or a pattern that does not fit this network.
  Pattern(const EndGrid& grid, const PatternSettings& settings);

  std::uint32_t destination(std::uint32_t source, kernel::Random& random) const {
    if (!fixed_.empty()) return fixed_[source];
    if (hot_threshold_ != 0 && random.word() < hot_threshold_) {
      return hot_nodes_[random.below(static_cast<std::uint32_t>(hot_nodes_.size()))];
    }
    return random.below(nodes_);
  }
  // The probability that a packet of `source` goes to `destination`.
  double share(std::uint32_t source, std::uint32_t destination) const;
  // Destinations by source; empty for uniform and hotspot, which draw them.
  const std::vector<std::uint32_t>& fixed() const { return fixed_; }

 private:
  void set_hotspot(const PatternSettings& settings);

  std::uint32_t nodes_;
  std::vector<std::uint32_t> fixed_;
  std::vector<std::uint32_t> hot_nodes_;
  std::uint64_t hot_threshold_ = 0;
};

}  // namespace rc::noc
