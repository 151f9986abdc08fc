// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/traffic/permutations.h"

#include <bit>
#include <cmath>
#include <numeric>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/random.h"

namespace rc::noc {
namespace {

std::uint32_t transpose(const EndGrid& grid, std::uint32_t source) {
  const auto side = static_cast<std::uint32_t>(std::lround(std::sqrt(grid.nodes())));
  return source / side + side * (source % side);
}

// About the other diagonal.
std::uint32_t transpose_other(const EndGrid& grid, std::uint32_t source) {
  return transpose(grid, grid.nodes() - 1 - source);
}

std::uint32_t bit_complement(const EndGrid& grid, std::uint32_t source) {
  return grid.nodes() - 1 - source;
}

std::uint32_t bit_reverse(const EndGrid& grid, std::uint32_t source) {
  std::uint32_t reversed = 0;
  for (std::uint32_t bit = 1; bit < grid.nodes(); bit <<= 1) {
    reversed = reversed << 1 | ((source & bit) != 0 ? 1 : 0);
  }
  return reversed;
}

std::uint32_t shuffle(const EndGrid& grid, std::uint32_t source) {
  return 2 * source % grid.nodes() + 2 * source / grid.nodes();
}

// The lowest and the highest bit change places.
std::uint32_t butterfly(const EndGrid& grid, std::uint32_t source) {
  const std::uint32_t high = grid.nodes() / 2, ends = source & (1 | high);
  return ends == 1 || ends == high ? source ^ (1 | high) : source;
}

// In each dimension further by `by(size)`, with wrap-around.
template <class By>
std::uint32_t further(const EndGrid& grid, std::uint32_t source, By by) {
  std::uint32_t destination = 0, stride = 1;
  for (const std::uint32_t size : grid.sizes) {
    destination += stride * ((source % size + by(size)) % size);
    source /= size;
    stride *= size;
  }
  return destination;
}

std::uint32_t tornado(const EndGrid& grid, std::uint32_t source) {
  return further(grid, source, [](std::uint32_t size) { return (size + 1) / 2 - 1; });
}

std::uint32_t neighbour_node(const EndGrid& grid, std::uint32_t source) {
  return further(grid, source, [](std::uint32_t) { return 1u; });
}

bool is_square(const EndGrid& grid) {
  if (grid.sizes.size() == 2) return grid.sizes[0] == grid.sizes[1];
  return transpose(grid, grid.nodes() - 1) == grid.nodes() - 1;
}

enum class Needs : std::uint8_t { kNothing, kSquare, kPowerOfTwo };

struct Permutation {
  const char* name;
  const char* other_name;  // of BookSim or Noxim
  Needs needs;
  std::uint32_t (*destination)(const EndGrid&, std::uint32_t source);
};

constexpr Permutation kPermutations[] = {
    {"transpose", "transpose2", Needs::kSquare, transpose},
    {"transpose-other", "transpose1", Needs::kSquare, transpose_other},
    {"bit-complement", "bitcomp", Needs::kNothing, bit_complement},
    {"bit-reverse", "bitrev", Needs::kPowerOfTwo, bit_reverse},
    {"shuffle", "shuffle", Needs::kPowerOfTwo, shuffle},
    {"butterfly", "butterfly", Needs::kPowerOfTwo, butterfly},
    {"tornado", "tornado", Needs::kNothing, tornado},
    {"neighbour", "neighbor", Needs::kNothing, neighbour_node},
};
constexpr const char *kRandom = "permutation", *kRandomOther = "randperm";

void check_fits(const Permutation& pattern, const EndGrid& grid) {
  const std::string what = "traffic " + std::string(pattern.name) + ": ";
  std::string size;
  for (const std::uint32_t ends : grid.sizes) {
    size += (size.empty() ? "" : " x ") + std::to_string(ends);
  }
  if (pattern.needs == Needs::kSquare && !is_square(grid)) {
    throw kernel::InputError(what +
                             (grid.sizes.size() == 2 ? "expected as many rows as columns"
                                                     : "expected m x m end points") +
                             ", not " + size);
  }
  if (pattern.needs == Needs::kPowerOfTwo && !std::has_single_bit(grid.nodes())) {
    throw kernel::InputError(what + "expected a power of two of nodes, not " + size);
  }
}

// Each permutation is equally likely (Fisher and Yates).
std::vector<std::uint32_t> random_permutation(std::uint32_t nodes, std::uint64_t seed) {
  std::vector<std::uint32_t> destinations(nodes);
  std::iota(destinations.begin(), destinations.end(), 0u);
  kernel::Random random(kernel::splitmix64(seed));
  for (std::uint32_t left = nodes; left > 1; --left)
    std::swap(destinations[left - 1], destinations[random.below(left)]);
  return destinations;
}

}  // namespace

std::string permutation_names() {
  std::string names;
  for (const Permutation& pattern : kPermutations) names += pattern.name + std::string(", ");
  return names + kRandom;
}

std::vector<std::uint32_t> permutation(const EndGrid& grid, const std::string& name,
                                       std::uint64_t seed) {
  if (name == kRandom || name == kRandomOther) return random_permutation(grid.nodes(), seed);
  std::vector<std::uint32_t> destinations;
  for (const Permutation& pattern : kPermutations) {
    if (name != pattern.name && name != pattern.other_name) continue;
    check_fits(pattern, grid);
    for (std::uint32_t source = 0; source < grid.nodes(); ++source)
      destinations.push_back(pattern.destination(grid, source));
    break;
  }
  return destinations;
}

}  // namespace rc::noc
