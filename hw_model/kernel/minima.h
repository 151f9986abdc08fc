// The least of a fixed number of values, each of which changes often: a tree of minima, in which a
// change costs one step per level and there is nothing to allocate.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace rc::kernel {

// kLeaves: a power of two. All values are kMost at first.
template <unsigned kLeaves>
class Minima {
 public:
  static constexpr std::uint64_t kMost = ~std::uint64_t{0};

  Minima() { nodes_.fill(kMost); }

  void set(unsigned leaf, std::uint64_t value) {
    unsigned node = leaf + kLeaves;
    nodes_[node] = value;
    for (unsigned level = 0; level < kLevels; ++level, node /= 2) {
      value = std::min(value, nodes_[node ^ 1]);
      nodes_[node / 2] = value;
    }
  }
  std::uint64_t value(unsigned leaf) const { return nodes_[leaf + kLeaves]; }
  std::uint64_t least() const { return nodes_[1]; }
  std::uint64_t least_but(unsigned leaf) const {
    std::uint64_t value = kMost;
    unsigned node = leaf + kLeaves;
    for (unsigned level = 0; level < kLevels; ++level, node /= 2)
      value = std::min(value, nodes_[node ^ 1]);
    return value;
  }

 private:
  static_assert(std::has_single_bit(kLeaves));
  static constexpr unsigned kLevels = std::countr_zero(kLeaves);
  std::array<std::uint64_t, 2 * kLeaves> nodes_;  // the root is 1, the leaves from kLeaves on
};

}  // namespace rc::kernel
