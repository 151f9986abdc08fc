// Seeded random numbers for the lockstep tests: the same seed gives the same cases everywhere.
#pragma once

#include <cstdint>

namespace rc::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  // SplitMix64.
  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint32_t word() { return static_cast<std::uint32_t>(bits() >> 32); }
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>((std::uint64_t{word()} * n) >> 32);
  }
  bool chance(std::uint32_t percent) { return below(100) < percent; }

  // An integer likely to sit at an edge: small, one bit, all ones up to some bit, or anything.
  std::uint32_t edge() {
    switch (below(5)) {
      case 0:
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(below(9)) - 4);
      case 1:
        return std::uint32_t{1} << below(32);
      case 2:
        return (std::uint32_t{2} << below(31)) - 1 - below(2);
      default:
        return word();
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace rc::test
