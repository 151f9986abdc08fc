// SPDX-License-Identifier: Apache-2.0
// Bernoulli arrivals without a trial per cycle: draws the number of cycles before the next arrival.
// Fixed-point arithmetic, so that it is the same on every host.
#pragma once

#include <array>
#include <cstdint>

#include "hw_model/kernel/random.h"

namespace rc::noc {

class ArrivalGaps {
 public:
  // An arrival per cycle with `probability`, at least kLeast and at most 1.
  static constexpr double kLeast = 1e-9;
  explicit ArrivalGaps(double probability) {
    // 1 - probability and its powers to 2, 4, 8, ..., as fractions of 2^64.
    std::uint64_t power =
        probability >= 1 ? 0 : ~std::uint64_t{0} - static_cast<std::uint64_t>(probability * 0x1p64);
    for (unsigned i = 0; i < kDigits; ++i) {
      powers_[i] = power;
      if (power != 0) digits_ = i + 1;
      power = multiply(power, power);
    }
  }

  // The gap is at least k with probability (1 - p)^k: finds the largest k for which this exceeds a
  // random fraction, one binary digit at a time.
  std::uint64_t operator()(kernel::Random& random) const {
    std::uint64_t gap = 0;
    for (;;) {
      const std::uint64_t fraction = random.bits();
      std::uint64_t reached = ~std::uint64_t{0}, digits = 0;
      for (unsigned i = digits_; i-- > 0;) {
        const std::uint64_t next = multiply(reached, powers_[i]);
        if (fraction >= next) continue;
        reached = next;
        digits |= std::uint64_t{1} << i;
      }
      gap += digits;
      if (digits != (std::uint64_t{1} << kDigits) - 1) return gap;
      // Longer than the digits can express: the process has no memory, so draw the rest again.
    }
  }

 private:
  static constexpr unsigned kDigits = 16;
  __extension__ using Wide = unsigned __int128;
  static constexpr std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint64_t>((Wide{a} * b) >> 64);
  }
  std::array<std::uint64_t, kDigits> powers_;
  unsigned digits_ = 0;  // that may be 1: the powers of the others are 0
};

}  // namespace rc::noc
