// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/coherence/models/optimise.h"

#include <algorithm>

namespace rc::sim::experiments::model {
namespace {

// Sums of the same terms in another order differ by this share at most.
constexpr double kEqual = 1e-9;

void extend(FanOut& fan_out, int most, int threads, std::vector<FanOut>& found) {
  if (capacity(fan_out) >= threads) {
    found.push_back(fan_out);
    return;
  }
  if (static_cast<int>(fan_out.size()) == kMaxLevels) return;
  for (int children = 1; children <= most; ++children) {
    fan_out.push_back(children);
    const bool enough = capacity(fan_out) >= threads;
    extend(fan_out, children, threads, found);
    fan_out.pop_back();
    if (enough) return;
  }
}

// The shapes whose `cost` is least, in their order.
template <class Shape, class Cost>
std::vector<Shape> cheapest(const std::vector<Shape>& shapes, Cost cost) {
  double least = cost(shapes.front());
  for (const Shape& shape : shapes) least = std::min(least, cost(shape));
  std::vector<Shape> found;
  for (const Shape& shape : shapes)
    if (cost(shape) <= least * (1 + kEqual)) found.push_back(shape);
  return found;
}

template <class Model>
TreeOptimum best_tree(const CoherentMachine& machine, int threads, Model model) {
  const auto optima = cheapest(trees_for(threads),
                               [&](const FanOut& fan_out) { return model(machine, fan_out).min; });
  return {model(machine, optima.front()), optima};
}

}  // namespace

std::vector<FanOut> trees_for(int threads) {
  std::vector<FanOut> found;
  FanOut none;
  extend(none, threads - 1, threads, found);
  return found;
}

TreeOptimum best_broadcast(const CoherentMachine& machine, int threads) {
  return best_tree(machine, threads, small_broadcast);
}

TreeOptimum best_reduction(const CoherentMachine& machine, int threads) {
  return best_tree(machine, threads, small_reduction);
}

BarrierOptimum best_barrier(const CoherentMachine& machine, int threads) {
  std::vector<BarrierShape> shapes;
  if (threads == 2) shapes.push_back({1, 1});
  for (int m = 2; m < threads; ++m) shapes.push_back({m, paper_rounds(threads, m)});
  const auto cost = [&](const BarrierShape& shape) {
    return barrier(machine, shape.m, shape.rounds).min;
  };
  const auto optima = cheapest(shapes, cost);
  return {barrier(machine, optima.front().m, optima.front().rounds), optima};
}

}  // namespace rc::sim::experiments::model
