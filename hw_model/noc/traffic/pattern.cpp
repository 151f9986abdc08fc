// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/traffic/pattern.h"

#include <bit>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"

namespace rc::noc {
namespace {

// The network, as fixed patterns see it.
struct Grid {
  std::uint32_t cols, rows;
  std::uint32_t nodes() const { return cols * rows; }
  unsigned bits() const { return static_cast<unsigned>(std::countr_zero(nodes())); }
};

std::uint32_t transpose(const Grid& grid, std::uint32_t x, std::uint32_t y) {
  return y + grid.cols * x;
}

std::uint32_t bit_complement(const Grid& grid, std::uint32_t x, std::uint32_t y) {
  return grid.cols - 1 - x + grid.cols * (grid.rows - 1 - y);
}

std::uint32_t bit_reverse(const Grid& grid, std::uint32_t x, std::uint32_t y) {
  const std::uint32_t source = x + grid.cols * y;
  std::uint32_t reversed = 0;
  for (unsigned bit = 0; bit < grid.bits(); ++bit) {
    reversed = reversed << 1 | (source >> bit & 1);
  }
  return reversed;
}

std::uint32_t shuffle(const Grid& grid, std::uint32_t x, std::uint32_t y) {
  const std::uint32_t doubled = 2 * (x + grid.cols * y);
  return doubled % grid.nodes() + doubled / grid.nodes();
}

std::uint32_t tornado(const Grid& grid, std::uint32_t x, std::uint32_t y) {
  const auto further = [](std::uint32_t at, std::uint32_t size) {
    return (at + (size + 1) / 2 - 1) % size;
  };
  return further(x, grid.cols) + grid.cols * further(y, grid.rows);
}

std::uint32_t neighbour_node(const Grid& grid, std::uint32_t x, std::uint32_t y) {
  return (x + 1) % grid.cols + grid.cols * ((y + 1) % grid.rows);
}

enum class Needs : std::uint8_t { kNothing, kSquare, kPowerOfTwo };

struct FixedPattern {
  const char* name;
  Needs needs;
  std::uint32_t (*destination)(const Grid&, std::uint32_t x, std::uint32_t y);
};

constexpr FixedPattern kFixed[] = {
    {"transpose", Needs::kSquare, transpose},
    {"bit-complement", Needs::kNothing, bit_complement},
    {"bit-reverse", Needs::kPowerOfTwo, bit_reverse},
    {"shuffle", Needs::kPowerOfTwo, shuffle},
    {"tornado", Needs::kNothing, tornado},
    {"neighbour", Needs::kNothing, neighbour_node},
};

std::vector<std::uint32_t> table(const FixedPattern& pattern, const Grid& grid) {
  const std::string what = "traffic " + std::string(pattern.name) + ": ";
  const std::string size = std::to_string(grid.cols) + " x " + std::to_string(grid.rows);
  if (pattern.needs == Needs::kSquare && grid.cols != grid.rows) {
    throw kernel::InputError(what + "expected as many rows as columns, not " + size);
  }
  if (pattern.needs == Needs::kPowerOfTwo && !std::has_single_bit(grid.nodes())) {
    throw kernel::InputError(what + "expected a power of two of nodes, not " + size);
  }
  std::vector<std::uint32_t> destinations;
  for (std::uint32_t y = 0; y < grid.rows; ++y) {
    for (std::uint32_t x = 0; x < grid.cols; ++x) {
      destinations.push_back(pattern.destination(grid, x, y));
    }
  }
  return destinations;
}

}  // namespace

Pattern::Pattern(const NocParams& params, const PatternSettings& settings)
    : nodes_(params.cols * params.rows), hot_nodes_(settings.hot_nodes) {
  if (hot_nodes_.empty()) hot_nodes_ = {params.cols / 2 + params.cols * (params.rows / 2)};
  if (settings.name == "uniform") return;
  if (settings.name == "hotspot") {
    set_hotspot(settings);
    return;
  }
  std::string known = "uniform";
  for (const FixedPattern& pattern : kFixed) {
    if (settings.name == pattern.name) {
      fixed_ = table(pattern, {params.cols, params.rows});
      return;
    }
    known += std::string(", ") + pattern.name;
  }
  throw kernel::InputError("traffic '" + kernel::shown(settings.name) + "': expected " + known +
                           " or hotspot");
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
