// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/traffic/pattern.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "hw_model/kernel/error.h"
#include "hw_model/kernel/text.h"
#include "hw_model/noc/traffic/permutations.h"

namespace rc::noc {

// Puts the parts of one source after the other together.
class Pattern::Builder {
 public:
  Builder(Pattern& pattern, const EndGrid& grid, const PatternSettings& settings)
      : pattern_(pattern), nodes_(grid.nodes()), sizes_(grid.sizes), settings_(settings) {
    hot_ = settings.hot_nodes;
    if (hot_.empty()) {  // the one in the middle
      std::uint32_t middle = 0, stride = 1;
      for (const std::uint32_t size : grid.sizes) {
        middle += stride * (size / 2);
        stride *= size;
      }
      hot_ = {middle};
    }
    group_ = settings.group != 0 ? settings.group : grid.group;
  }

  // False for a name that is none of those that draw.
  bool build() {
    const std::string& name = settings_.name;
    if (name == "uniform") return one_for_all(&Builder::uniform);
    if (name == "hotspot") return one_for_all(&Builder::hotspot);
    if (name == "background") return one_for_all(&Builder::background);
    if (name == "random") return for_each(&Builder::random);
    if (name == "diagonal") return for_each(&Builder::diagonal);
    if (name == "asymmetric") return for_each(&Builder::asymmetric);
    if (name == "taper64") return for_each(&Builder::taper64);
    if (name == "bad-dragonfly" || name == "bad_dragon") return for_each(&Builder::next_group);
    if (name == "bad-yarc" || name == "badperm_yarc") return for_each(&Builder::column);
    if (name == "local") return for_each(&Builder::local);
    if (name == "near" || name == "ulocal") return for_each(&Builder::near);
    if (name == "matrix") return matrix();
    if (name == "multicast") return multicast();
    return false;
  }

 private:
  using Row = void (Builder::*)(std::uint32_t source);

  bool one_for_all(Row row) {
    (this->*row)(0);
    close();
    return true;
  }

  bool for_each(Row row) {
    for (std::uint32_t source = 0; source < nodes_; ++source) {
      pattern_.rows_.push_back(static_cast<std::uint32_t>(pattern_.parts_.size()));
      (this->*row)(source);
      close();
    }
    return true;
  }

  // `count` nodes from `first`, but for `hole`.
  void range(double probability, std::uint32_t first, std::uint32_t count,
             std::uint32_t hole = kNone) {
    if (hole < first || hole >= first + count) hole = kNone;
    if (hole != kNone) --count;
    if (count == 0 || probability <= 0) return;
    row_.push_back({0, probability, first, count, hole, false});
  }

  void list(double probability, const std::vector<std::uint32_t>& nodes) {
    if (nodes.empty() || probability <= 0) return;
    row_.push_back({0, probability, static_cast<std::uint32_t>(pattern_.listed_.size()),
                    static_cast<std::uint32_t>(nodes.size()), kNone, true});
    pattern_.listed_.insert(pattern_.listed_.end(), nodes.begin(), nodes.end());
  }

  void close() {
    double sum = 0, before = 0;
    for (const Part& part : row_) sum += part.probability;
    for (Part& part : row_) {
      part.probability /= sum;
      before += part.probability;
      part.below = kernel::word_threshold(std::min(1.0, before));
    }
    row_.back().below = kAlways;
    pattern_.parts_.insert(pattern_.parts_.end(), row_.begin(), row_.end());
    row_.clear();
  }

  void uniform(std::uint32_t) { range(1, 0, nodes_); }

  void random(std::uint32_t source) { range(1, 0, nodes_, nodes_ == 1 ? kNone : source); }

  void hotspot(std::uint32_t) {
    check_nodes();
    check_share("share", settings_.hot_share);
    list(settings_.hot_share, hot_);
    range(1 - settings_.hot_share, 0, nodes_);
  }

  void background(std::uint32_t) {
    check_nodes();
    std::ranges::sort(hot_);
    std::uint32_t first = 0;
    for (const std::uint32_t node : hot_) {
      if (node > first) range(node - first, first, node - first);
      first = node + 1;
    }
    range(nodes_ - first, first, nodes_ - first);
    if (row_.empty()) refuse("no node is left, expected fewer hot nodes");
  }

  void diagonal(std::uint32_t source) {
    list(1.0 / 3, {(source + 1) % nodes_});
    list(2.0 / 3, {source});
  }

  void asymmetric(std::uint32_t source) {
    const std::uint32_t half = nodes_ / 2;
    if (half == 0) refuse("expected two nodes or more");
    list(1, {source % half, source % half + half});
  }

  void taper64(std::uint32_t source) {
    if (nodes_ != 64) refuse("expected 64 nodes, not " + std::to_string(nodes_));
    std::vector<std::uint32_t> near;
    for (const unsigned by : {55u, 56u, 57u, 63u, 0u, 1u, 7u, 8u, 9u})
      near.push_back((source + by) % 64);
    list(0.5, near);
    range(0.5, 0, 64);
  }

  void next_group(std::uint32_t source) {
    check_group();
    const std::uint32_t next = (source / group_ + 1) * group_ % nodes_;
    range(1, next, group_);
  }

  void column(std::uint32_t source) {
    const auto side = static_cast<std::uint32_t>(std::lround(std::sqrt(nodes_)));
    if (side * side != nodes_) refuse("expected m x m nodes, not " + std::to_string(nodes_));
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t row = 0; row < side; ++row) nodes.push_back(row * side + source / side);
    list(1, nodes);
  }

  void local(std::uint32_t source) {
    check_group();
    if (group_ < 2 || group_ == nodes_) refuse("expected two groups of two nodes or more");
    check_share("local share", settings_.local_share);
    const std::uint32_t own = source / group_ * group_, after = nodes_ - own - group_;
    const double other = (1 - settings_.local_share) / (nodes_ - group_);
    range(settings_.local_share, own, group_, source);
    range(other * own, 0, own);
    range(other * after, own + group_, after);
  }

  void near(std::uint32_t source) {
    if (sizes_.size() != 2) refuse("expected a grid of two dimensions");
    const std::uint32_t cols = sizes_[0], rows = sizes_[1], x = source % cols, y = source / cols;
    if (nodes_ < 2) refuse("expected two nodes or more");
    std::map<std::uint32_t, double> share;
    double chosen = 0.75;  // of the walks with this many steps
    for (std::uint32_t steps = 1; steps <= std::min(cols + rows - 2, 20u); ++steps) {
      double way =
          chosen / 4 / std::exp2(steps);  // in one of four directions, along_x times along x
      for (std::uint32_t along_x = 0; along_x <= steps; ++along_x) {
        const std::uint32_t along_y = steps - along_x;
        for (const std::uint32_t to_x : {x - std::min(x, along_x), std::min(x + along_x, cols - 1)})
          for (const std::uint32_t to_y :
               {y - std::min(y, along_y), std::min(y + along_y, rows - 1)})
            share[to_y * cols + to_x] += way;
        way *= static_cast<double>(along_y) / (along_x + 1);
      }
      chosen = steps == 1 ? 0.125 : chosen / 2;
    }
    for (const auto& [node, its] : share) list(its, {node});
    std::ranges::stable_sort(row_, std::ranges::greater{}, &Part::probability);
  }

  bool multicast() {
    const std::vector<std::uint32_t>& members = settings_.hot_nodes;
    if (members.empty()) {
      if (nodes_ < 2) refuse("expected two nodes or more");
      if (settings_.group >= nodes_)
        refuse("groups of " + std::to_string(settings_.group) + " nodes, expected at most " +
               std::to_string(nodes_ - 1) + ", all but the source");
      return for_each(&Builder::random);
    }
    check_nodes();
    std::vector<std::uint32_t> sorted = members;
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end())
      refuse("a node stands twice in the group");
    if (members.size() == 1) refuse("expected two nodes or more in the group");
    // A member sends itself no copy, and so a copy less than others.
    const double mean = static_cast<double>(members.size()) * (1 - 1 / static_cast<double>(nodes_));
    for_each(&Builder::others_of_group);
    for (std::uint32_t source = 0; source < nodes_; ++source) {
      const bool is_member = std::ranges::binary_search(sorted, source);
      pattern_.weights_.push_back((static_cast<double>(members.size()) - is_member) / mean);
    }
    return true;
  }

  void others_of_group(std::uint32_t source) {
    std::vector<std::uint32_t> others = settings_.hot_nodes;
    std::erase(others, source);
    list(1, others);
  }

  bool matrix() {
    if (settings_.matrix == nullptr) refuse("expected a matrix");
    const double mean = settings_.matrix->mean();
    for (std::uint32_t source = 0; source < nodes_; ++source) {
      pattern_.rows_.push_back(static_cast<std::uint32_t>(pattern_.parts_.size()));
      double sum = 0;
      for (std::uint32_t to = 0; to < nodes_; ++to) {
        const double rate = settings_.matrix->rates[std::size_t{source} * nodes_ + to];
        range(rate, to, 1);
        sum += rate;
      }
      pattern_.weights_.push_back(sum / mean);
      if (row_.empty()) range(1, 0, 1);  // of a source that sends nothing
      close();
    }
    return true;
  }

  void check_nodes() const {
    for (const std::uint32_t node : hot_) {
      if (node < nodes_) continue;
      refuse("no node " + std::to_string(node) + ", expected 0 to " + std::to_string(nodes_ - 1));
    }
  }

  void check_share(const char* what, double share) const {
    if (share > 0 && share <= 1) return;
    refuse("a " + std::string(what) + " of " + std::to_string(share) +
           ", expected above 0 and at most 1");
  }

  void check_group() const {
    if (group_ == 0) refuse("expected the nodes of a group");
    if (nodes_ % group_ != 0)
      refuse("groups of " + std::to_string(group_) + " nodes, expected a divisor of " +
             std::to_string(nodes_));
  }

  [[noreturn]] void refuse(const std::string& reason) const {
    throw kernel::InputError("traffic " + settings_.name + ": " + reason);
  }

  Pattern& pattern_;
  std::uint32_t nodes_;
  std::vector<std::uint32_t> sizes_;
  const PatternSettings& settings_;
  std::vector<std::uint32_t> hot_;
  std::uint32_t group_ = 0;
  std::vector<Part> row_;
};

Pattern::Pattern(const EndGrid& grid, const PatternSettings& settings) {
  fixed_ = permutation(grid, settings.name, settings.seed);
  if (!fixed_.empty() || Builder(*this, grid, settings).build()) return;
  throw kernel::InputError("traffic '" + kernel::shown(settings.name) + "': expected " +
                           pattern_names());
}

double Pattern::share(std::uint32_t source, std::uint32_t destination) const {
  if (!fixed_.empty()) return fixed_[source] == destination ? 1 : 0;
  double share = 0;
  for (const Part* part = &parts_[rows_.empty() ? 0 : rows_[source]];; ++part) {
    double times = 0;
    if (part->listed) {
      const auto first = listed_.begin() + part->first;
      times = static_cast<double>(std::count(first, first + part->count, destination));
    } else {
      const std::uint32_t last = part->first + part->count + (part->hole != kNone ? 1 : 0);
      times = destination >= part->first && destination < last && destination != part->hole;
    }
    share += part->probability * times / part->count;
    if (part->below == kAlways) return share * weight(source);
  }
}

std::string pattern_names() {
  return "uniform, random, " + permutation_names() +
         ", diagonal, asymmetric, taper64, bad-dragonfly, bad-yarc, local, near, background, "
         "matrix, multicast or hotspot";
}

}  // namespace rc::noc
