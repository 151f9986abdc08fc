// SPDX-License-Identifier: Apache-2.0
// Sums to which everything added since begin() can be added again afterwards, some more times. A
// core that polls repeats itself so.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rc::sim::observe {

template <std::size_t N>
struct RepeatableSum {
  std::array<std::uint64_t, N> sum{};
  std::uint32_t watch = 0;  // the last one in which it changed
};

template <std::size_t N>
class Repetition {
 public:
  using Sum = RepeatableSum<N>;

  void begin() {
    changed_.clear();
    on_ = true;
    ++watch_;
  }
  void end() { on_ = false; }
  // Before every change. Sums stay where they are in memory.
  void changes(Sum& sum) {
    if (!on_ || sum.watch == watch_) return;
    sum.watch = watch_;
    changed_.emplace_back(&sum, sum.sum);
  }
  void repeat(std::uint64_t times) {
    for (auto& [sum, before] : changed_) {
      for (std::size_t i = 0; i < N; ++i) sum->sum[i] += times * (sum->sum[i] - before[i]);
    }
    changed_.clear();
  }

 private:
  bool on_ = false;
  std::uint32_t watch_ = 0;
  std::vector<std::pair<Sum*, std::array<std::uint64_t, N>>> changed_;
};

}  // namespace rc::sim::observe
