// SPDX-License-Identifier: Apache-2.0
#include "firmware/coherent/schedule.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <stdexcept>
#include <utility>

namespace shared_memory {
namespace {

Tree tree_of_root(int threads) {
  return {.parent = std::vector<int>(threads, -1),
          .children = std::vector<std::vector<int>>(threads)};
}

void join(Tree& tree, int parent, int child) {
  tree.parent[child] = parent;
  tree.children[parent].push_back(child);
}

}  // namespace

int Tree::depth() const {
  int deepest = 0;
  for (int thread = 0; thread < threads(); ++thread) {
    int level = 0;
    for (int at = thread; parent[at] >= 0; at = parent[at]) ++level;
    deepest = std::max(deepest, level);
  }
  return deepest;
}

Tree level_tree(int threads, const std::vector<int>& fan_out) {
  Tree tree = tree_of_root(threads);
  int first = 0, next = 1;  // of the level above, and of those without a place
  for (const int children : fan_out) {
    const int level_end = next;
    for (int parent = first; parent < level_end; ++parent)
      for (int i = 0; i < children && next < threads; ++i) join(tree, parent, next++);
    first = level_end;
  }
  if (next < threads) throw std::invalid_argument("level_tree: the tree is too small");
  return tree;
}

Tree flat_tree(int threads) { return level_tree(threads, {threads - 1}); }

Tree k_nomial_tree(int threads, int k) {
  Tree tree = tree_of_root(threads);
  int reached = 1;
  while (reached < threads) {
    const int holders = reached;
    for (int i = 1; i < k; ++i)
      for (int parent = 0; parent < holders && reached < threads; ++parent)
        join(tree, parent, reached++);
  }
  return tree;
}

Tree fibonacci_tree(int threads, int latency) {
  Tree tree = tree_of_root(threads);
  // When a thread can begin to send next, in units of the overhead; the earliest one sends.
  using Ready = std::pair<int, int>;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> senders;
  senders.emplace(0, 0);
  for (int next = 1; next < threads; ++next) {
    const auto [time, sender] = senders.top();
    senders.pop();
    join(tree, sender, next);
    senders.emplace(time + 1, sender);
    senders.emplace(time + 1 + latency + 1, next);
  }
  return tree;
}

int barrier_rounds(int threads, int m) {
  int rounds = 0;
  for (long reached = 1; reached < threads; reached *= m + 1) ++rounds;
  return rounds;
}

std::vector<int> barrier_peers(int threads, int thread, int m, int round) {
  long distance = 1;
  for (int i = 0; i < round; ++i) distance = distance * (m + 1) % threads;
  std::vector<int> peers;
  for (int i = 1; i <= m; ++i)
    peers.push_back(static_cast<int>((thread + threads - i * distance % threads) % threads));
  return peers;
}

int slice_in_stage(int threads, int thread, int stage) {
  return (thread - 1 + stage) % (threads - 1);
}

int owner_of_slice(int slice) { return slice + 1; }

int slice_start(int threads, int slice, int lines) {
  return static_cast<int>(static_cast<long>(lines) * slice / (threads - 1));
}

}  // namespace shared_memory
