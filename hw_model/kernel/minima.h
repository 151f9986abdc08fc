// SPDX-License-Identifier: Apache-2.0
// The least of a number of values, each of which changes often: a tree of minima, in which a
// change costs one step per level and there is nothing to allocate.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rc::kernel {

class Minima {
 public:
  static constexpr std::uint64_t kMax = ~std::uint64_t{0};

  // `leaves`: how many values, a power of two. All are kMax at first.
  explicit Minima(unsigned leaves) : leaves_(leaves), nodes_(std::size_t{2} * leaves, kMax) {}

  void set(unsigned leaf, std::uint64_t value) {
    std::uint64_t* const nodes = nodes_.data();
    std::size_t node = leaf + leaves_;
    nodes[node] = value;
    for (; node > 1; node /= 2) {
      value = std::min(value, nodes[node ^ 1]);
      nodes[node / 2] = value;
    }
  }
  std::uint64_t value(unsigned leaf) const { return nodes_[leaf + leaves_]; }
  std::uint64_t least() const { return nodes_[1]; }
  std::uint64_t least_but(unsigned leaf) const {
    const std::uint64_t* const nodes = nodes_.data();
    std::uint64_t value = kMax;
    for (std::size_t node = leaf + leaves_; node > 1; node /= 2)
      value = std::min(value, nodes[node ^ 1]);
    return value;
  }

 private:
  std::size_t leaves_;
  std::vector<std::uint64_t> nodes_;  // the root is 1, the leaves from leaves_ on
};

}  // namespace rc::kernel
