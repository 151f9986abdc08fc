// The least of a number of values, each of which changes often: a tree of minima, in which a
// change costs one step per level and there is nothing to allocate.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace rc::kernel {

class Minima {
 public:
  static constexpr std::uint64_t kMost = ~std::uint64_t{0};

  // `leaves`: how many values, a power of two. All are kMost at first.
  explicit Minima(unsigned leaves)
      : leaves_(leaves),
        levels_(static_cast<unsigned>(std::countr_zero(leaves))),
        nodes_(std::size_t{2} * leaves, kMost) {}

  void set(unsigned leaf, std::uint64_t value) {
    unsigned node = leaf + leaves_;
    nodes_[node] = value;
    for (unsigned level = 0; level < levels_; ++level, node /= 2) {
      value = std::min(value, nodes_[node ^ 1]);
      nodes_[node / 2] = value;
    }
  }
  std::uint64_t value(unsigned leaf) const { return nodes_[leaf + leaves_]; }
  std::uint64_t least() const { return nodes_[1]; }
  std::uint64_t least_but(unsigned leaf) const {
    std::uint64_t value = kMost;
    unsigned node = leaf + leaves_;
    for (unsigned level = 0; level < levels_; ++level, node /= 2)
      value = std::min(value, nodes_[node ^ 1]);
    return value;
  }

 private:
  unsigned leaves_, levels_;
  std::vector<std::uint64_t> nodes_;  // the root is 1, the leaves from leaves_ on
};

// The same for two values of each leaf, of which both change together.
class MinimaOfTwo {
 public:
  static constexpr std::uint64_t kMost = ~std::uint64_t{0};

  struct Values {
    std::uint64_t a = kMost, b = kMost;
    bool operator==(const Values&) const = default;
  };

  // `leaves`: how many, a power of two.
  explicit MinimaOfTwo(unsigned leaves) : leaves_(leaves), nodes_(std::size_t{2} * leaves) {}

  void set(unsigned leaf, Values values) {
    unsigned node = leaf + leaves_;
    nodes_[node] = values;
    for (; node > 1; node /= 2) {
      values = least(values, nodes_[node ^ 1]);
      nodes_[node / 2] = values;
    }
  }
  Values least() const { return nodes_[1]; }
  // The least `b` of all other leaves.
  std::uint64_t least_b_but(unsigned leaf) const {
    std::uint64_t value = kMost;
    for (unsigned node = leaf + leaves_; node > 1; node /= 2)
      value = std::min(value, nodes_[node ^ 1].b);
    return value;
  }

 private:
  static Values least(const Values& x, const Values& y) {
    return {std::min(x.a, y.a), std::min(x.b, y.b)};
  }

  unsigned leaves_;
  std::vector<Values> nodes_;  // the root is 1, the leaves from leaves_ on
};

}  // namespace rc::kernel
