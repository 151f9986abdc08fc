// SPDX-License-Identifier: Apache-2.0
// Random numbers: integers only, so that a seed gives the same numbers on every host and with every
// standard library.
//
// Source: SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators",
// OOPSLA 2014).
#pragma once

#include <cstdint>

namespace rc::kernel {

inline constexpr std::uint64_t kSplitMix64Step = 0x9e3779b97f4a7c15;

// The number that a generator in `state` gives next. On its own: a hash.
constexpr std::uint64_t splitmix64(std::uint64_t state) {
  std::uint64_t z = state + kSplitMix64Step;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    const std::uint64_t number = splitmix64(state_);
    state_ += kSplitMix64Step;
    return number;
  }
  std::uint32_t word() { return static_cast<std::uint32_t>(bits() >> 32); }
  // From 0 to n - 1; 0 for n = 0.
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>((std::uint64_t{word()} * n) >> 32);
  }

 private:
  std::uint64_t state_;
};

// word() is below this with the given probability, 0 to 1.
constexpr std::uint64_t word_threshold(double probability) {
  return static_cast<std::uint64_t>(probability * 4294967296.0);
}

}  // namespace rc::kernel
