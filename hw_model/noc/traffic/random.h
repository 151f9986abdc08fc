// Random numbers of the traffic: integers only, so that a seed means the same packets on every host
// and with every standard library.
#pragma once

#include <cstdint>

namespace rc::noc {

// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  // From 0 to n - 1.
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((bits() >> 32) * n) >> 32);
  }
  // True with probability `threshold` / 2^32.
  bool chance(std::uint64_t threshold) { return (bits() >> 32) < threshold; }

 private:
  std::uint64_t state_;
};

// A probability as chance() takes it.
constexpr std::uint64_t chance_threshold(double probability) {
  return static_cast<std::uint64_t>(probability * 4294967296.0);
}

}  // namespace rc::noc
