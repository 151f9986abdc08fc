// Who sends to whom. Nodes are numbered x + cols * y; the definitions are those of Dally and
// Towles, "Principles and Practices of Interconnection Networks", table 3.1, taken per dimension
// where the book does, which also makes sense of networks that are no power of two:
//
//   uniform         any node, the own one included
//   transpose       (x, y) -> (y, x); square networks only
//   bit-complement  (x, y) -> (cols - 1 - x, rows - 1 - y)
//   bit-reverse     the bits of the node number in reverse order; 2^n nodes only
//   shuffle         the bits of the node number rotated left by one; 2^n nodes only
//   tornado         ceil(size / 2) - 1 further in each dimension, modulo its size
//   neighbour       one further in each dimension, modulo its size
//   hotspot         with probability `hot_share` one of `hot_nodes`, else uniform
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/noc/params.h"
#include "hw_model/noc/traffic/random.h"

namespace rc::noc {

struct PatternSettings {
  std::string name = "uniform";
  std::vector<std::uint32_t> hot_nodes;  // hotspot: empty means the one in the middle
  double hot_share = 0.2;
};

class Pattern {
 public:
  // kernel::InputError for an unknown name, or one that this network has no such pattern of.
  Pattern(const NocParams& params, const PatternSettings& settings);

  std::uint32_t destination(std::uint32_t source, Random& random) const {
    if (!fixed_.empty()) return fixed_[source];
    if (hot_threshold_ != 0 && random.chance(hot_threshold_)) {
      return hot_nodes_[random.below(static_cast<std::uint32_t>(hot_nodes_.size()))];
    }
    return random.below(nodes_);
  }
  // Destinations by source where they are fixed; empty for uniform and hotspot.
  const std::vector<std::uint32_t>& fixed() const { return fixed_; }

 private:
  void set_hotspot(const PatternSettings& settings);

  std::uint32_t nodes_;
  std::vector<std::uint32_t> fixed_;
  std::vector<std::uint32_t> hot_nodes_;
  std::uint64_t hot_threshold_ = 0;
};

}  // namespace rc::noc
