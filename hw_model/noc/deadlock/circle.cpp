// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/deadlock/circle.h"

#include <algorithm>

namespace rc::noc {
namespace {

// Tarjan's search for strongly connected components; keeps the smallest with a circle.
class Components {
 public:
  explicit Components(const Dependencies& graph)
      : graph_(graph), number_(graph.nodes(), 0), low_(graph.nodes(), 0) {}

  std::vector<std::uint32_t> smallest_with_circle() {
    for (std::uint32_t node = 0; node < graph_.nodes(); ++node) {
      if (number_[node] == 0) search(node);
    }
    return std::move(smallest_);
  }

 private:
  struct Frame {
    std::uint32_t node;
    std::uint64_t next;  // link to follow
  };
  static constexpr std::uint32_t kClosed = ~std::uint32_t{0};  // its component is known

  void enter(std::uint32_t node) {
    number_[node] = low_[node] = ++count_;
    open_.push_back(node);
    frames_.push_back({node, graph_.first[node]});
  }

  void search(std::uint32_t root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const std::uint32_t node = frame.node;
      if (frame.next < graph_.first[node + 1]) {
        const std::uint32_t to = graph_.to[frame.next++];
        if (number_[to] == 0) {
          enter(to);
        } else if (number_[to] != kClosed) {
          low_[node] = std::min(low_[node], number_[to]);
        }
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) {
        std::uint32_t& low = low_[frames_.back().node];
        low = std::min(low, low_[node]);
      }
      if (low_[node] == number_[node]) close(node);
    }
  }

  void close(std::uint32_t node) {
    const auto first = std::find(open_.rbegin(), open_.rend(), node).base() - 1;
    const auto size = static_cast<std::size_t>(open_.end() - first);
    const bool has_circle = size > 1 || links_to_itself(node);
    if (has_circle && (smallest_.empty() || size < smallest_.size())) {
      smallest_.assign(first, open_.end());
    }
    for (auto each = first; each != open_.end(); ++each) number_[*each] = kClosed;
    open_.erase(first, open_.end());
  }

  bool links_to_itself(std::uint32_t node) const {
    return std::find(graph_.to.begin() + static_cast<std::ptrdiff_t>(graph_.first[node]),
                     graph_.to.begin() + static_cast<std::ptrdiff_t>(graph_.first[node + 1]),
                     node) !=
           graph_.to.begin() + static_cast<std::ptrdiff_t>(graph_.first[node + 1]);
  }

  const Dependencies& graph_;
  std::vector<std::uint32_t> number_, low_;  // number 0: not seen yet
  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> open_;
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> smallest_;
};

}  // namespace

std::vector<std::uint32_t> shortest_circle(const Dependencies& graph) {
  const std::vector<std::uint32_t> component = Components(graph).smallest_with_circle();
  constexpr std::uint32_t kOutside = 0, kInside = 1;  // later values: seen from a start
  std::vector<std::uint32_t> seen(graph.nodes(), kOutside), before(graph.nodes());
  for (const std::uint32_t node : component) seen[node] = kInside;
  std::vector<std::uint32_t> best, reached;
  std::uint32_t search = kInside;
  // By breadth from every node, no farther than the best circle so far.
  for (const std::uint32_t start : component) {
    reached.assign(1, start);
    seen[start] = ++search;
    std::size_t steps = 1, level_end = 1;  // links to what follows, nodes with that many
    bool closed = false;
    for (std::size_t i = 0; i < reached.size() && !closed; ++i) {
      if (i == level_end) {
        ++steps;
        level_end = reached.size();
      }
      if (!best.empty() && steps >= best.size()) break;
      const std::uint32_t node = reached[i];
      for (std::uint64_t link = graph.first[node]; link < graph.first[node + 1]; ++link) {
        const std::uint32_t to = graph.to[link];
        if (to == start) {
          closed = true;
          best.assign(1, node);
          while (best.back() != start) best.push_back(before[best.back()]);
          std::reverse(best.begin(), best.end());
          break;
        }
        if (seen[to] == kOutside || seen[to] == search) continue;
        seen[to] = search;
        before[to] = node;
        reached.push_back(to);
      }
    }
  }
  return best;
}

}  // namespace rc::noc
