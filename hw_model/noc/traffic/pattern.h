// SPDX-License-Identifier: Apache-2.0
// Traffic patterns: the destinations of each source, by the numbers of end_grid.h. In brackets:
// other names, of BookSim 2 (src/traffic.cpp) or Noxim.
//
// One destination. Definitions: Dally and Towles, "Principles and Practices of Interconnection
// Networks", table 3.1, applied per dimension where the book does, so that they also hold for sizes
// that are not a power of two:
//   transpose [transpose2]        (x, y) -> (y, x) with m x m nodes, whatever the dimensions
//   transpose-other [transpose1]  (x, y) -> (m - 1 - y, m - 1 - x)
//   bit-complement [bitcomp]      node -> nodes - 1 - node: in each dimension, to the mirror place
//   bit-reverse [bitrev]          the bits of the node number in reverse order; 2^n nodes only
//   shuffle                       the bits rotated left by one; 2^n nodes only
//   butterfly                     the lowest and the highest bit exchanged; 2^n nodes only
//   tornado                       ceil(size / 2) - 1 further in each dimension, modulo its size
//   neighbour [neighbor]          one further in each dimension, modulo its size
//   permutation [randperm]        a random one, by `seed`
// Drawn for each packet:
//   uniform                   any node, the own one included
//   random                    any but the own one
//   hotspot                   with probability `hot_share` one of `hot_nodes`, else uniform
//   background                any node but `hot_nodes`
//   diagonal                  the next node with 1/3, the own one with 2/3
//   asymmetric                source mod (nodes / 2), or nodes / 2 more
//   taper64                   64 nodes: one of the 3 x 3 around the source, or uniform
//   bad-dragonfly [bad_dragon]  any node of the next group of `group` nodes
//   bad-yarc [badperm_yarc]   m x m nodes: any node of column `source / m`
//   local                     with probability `local_share` another one of the own group, else one
//                             of other groups
//   near [ulocal]             grids of two dimensions: in one direction along x and one along y, both
//                             drawn, a steps and b steps, which end at the edges; a + b is 1 with 3/4,
//                             h with 2^-(h+1) to the size of the grid or 20, each way as likely
//                             (Noxim, src/ProcessingElement.cpp)
//   matrix                    by the rates of a matrix, which also says what each source offers
//   multicast                 of copies to all members of a group (multicast_traffic.h): any but the
//                             own one, or any of `hot_nodes` but the own one
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw_model/kernel/random.h"
#include "hw_model/noc/traffic/end_grid.h"
#include "hw_model/noc/traffic/matrix.h"

namespace rc::noc {

struct PatternSettings {
  std::string name = "uniform";
  // hotspot, background; empty: the node in the middle. multicast: the group; empty: drawn ones.
  std::vector<std::uint32_t> hot_nodes;
  double hot_share = 0.2;
  std::uint64_t seed = 1;  // of permutation
  // Nodes of a group; 0: those of the grid, if it has groups. multicast: 0 is all but the own one.
  std::uint32_t group = 0;
  double local_share = 0.8;  // of local
  std::shared_ptr<const RateMatrix> matrix = {};
};

class Pattern {
 public:
  // kernel::InputError for an unknown name, or a pattern that does not fit this network.
  Pattern(const EndGrid& grid, const PatternSettings& settings);

  std::uint32_t destination(std::uint32_t source, kernel::Random& random) const {
    if (!fixed_.empty()) return fixed_[source];
    const Part* part = &parts_[rows_.empty() ? 0 : rows_[source]];
    if (part->below != kAlways) {
      const std::uint32_t word = random.word();
      while (word >= part->below) ++part;
    }
    const std::uint32_t index = random.below(part->count);
    if (part->listed) return listed_[part->first + index];
    const std::uint32_t node = part->first + index;
    return node >= part->hole ? node + 1 : node;
  }
  // Of what the mean source offers, the share that `source` sends to `destination`.
  double share(std::uint32_t source, std::uint32_t destination) const;
  bool weighted() const { return !weights_.empty(); }  // sources offer unequally much
  // What a source offers, relative to the mean.
  double weight(std::uint32_t source) const { return weights_.empty() ? 1 : weights_[source]; }
  // Destinations by source; empty for patterns that draw them.
  const std::vector<std::uint32_t>& fixed() const { return fixed_; }

 private:
  class Builder;
  static constexpr std::uint64_t kAlways = std::uint64_t{1} << 32;  // above every word
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  // Nodes of which each is equally likely: numbers in a row but for a hole, or listed ones.
  struct Part {
    std::uint64_t below = kAlways;  // words below this choose this part or one before
    double probability = 1;
    std::uint32_t first = 0, count = 0, hole = kNone;
    bool listed = false;
  };

  std::vector<std::uint32_t> fixed_;
  std::vector<std::uint32_t> rows_;  // by source: its first part; empty: all have the same parts
  std::vector<Part> parts_;          // the last one of a source is below kAlways
  std::vector<std::uint32_t> listed_;
  std::vector<double> weights_;
};

// All names, for messages and help.
std::string pattern_names();

}  // namespace rc::noc
