// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/traffic/pattern.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::noc {
namespace {

std::uint32_t transpose(const EndGrid& grid, std::uint32_t source) {
  const auto side = static_cast<std::uint32_t>(std::lround(std::sqrt(grid.nodes())));
  return source / side + side * (source % side);
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

struct FixedPattern {
  const char* name;
  Needs needs;
  std::uint32_t (*destination)(const EndGrid&, std::uint32_t source);
};

constexpr FixedPattern kFixed[] = {
    {"transpose", Needs::kSquare, transpose},
    {"bit-complement", Needs::kNothing, bit_complement},
    {"bit-reverse", Needs::kPowerOfTwo, bit_reverse},
    {"shuffle", Needs::kPowerOfTwo, shuffle},
    {"tornado", Needs::kNothing, tornado},
    {"neighbour", Needs::kNothing, neighbour_node},
};

std::vector<std::uint32_t> table(const FixedPattern& pattern, const EndGrid& grid) {
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
  std::vector<std::uint32_t> destinations;
  for (std::uint32_t source = 0; source < grid.nodes(); ++source) {
    destinations.push_back(pattern.destination(grid, source));
  }
  return destinations;
}

}  // namespace

Pattern::Pattern(const EndGrid& grid, const PatternSettings& settings)
    : nodes_(grid.nodes()), hot_nodes_(settings.hot_nodes) {
  if (hot_nodes_.empty()) {  // the one in the middle
    std::uint32_t middle = 0, stride = 1;
    for (const std::uint32_t size : grid.sizes) {
      middle += stride * (size / 2);
      stride *= size;
    }
    hot_nodes_ = {middle};
  }
  if (settings.name == "uniform") return;
  if (settings.name == "hotspot") {
    set_hotspot(settings);
    return;
  }
  std::string known = "uniform";
  for (const FixedPattern& pattern : kFixed) {
    if (settings.name == pattern.name) {
      fixed_ = table(pattern, grid);
      return;
    }
    known += std::string(", ") + pattern.name;
  }
  throw kernel::InputError("traffic '" + kernel::shown(settings.name) + "': expected " + known +
                           " or hotspot");
}

double Pattern::share(std::uint32_t source, std::uint32_t destination) const {
  if (!fixed_.empty()) return fixed_[source] == destination ? 1 : 0;
  const double uniform = 1.0 / nodes_;
  if (hot_threshold_ == 0) return uniform;
  const double hot = static_cast<double>(hot_threshold_) / 4294967296.0;
  const auto times = static_cast<double>(std::ranges::count(hot_nodes_, destination));
  return hot * times / static_cast<double>(hot_nodes_.size()) + (1 - hot) * uniform;
}

void Pattern::set_hotspot(const PatternSettings& settings) {
  for (const std::uint32_t node : hot_nodes_) {
    if (node < nodes_) continue;
    throw kernel::InputError("traffic hotspot: no node " + std::to_string(node) +
                             ", expected 0 to " + std::to_string(nodes_ - 1));
  }
  if (!(settings.hot_share > 0 && settings.hot_share <= 1)) {
    throw kernel::InputError("traffic hotspot: a share of " + std::to_string(settings.hot_share) +
                             ", expected above 0 and at most 1");
  }
  hot_threshold_ = kernel::word_threshold(settings.hot_share);
}

}  // namespace rc::noc
