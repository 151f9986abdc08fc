// Numbers, each due in one cycle of the near future: a calendar queue with a bucket per cycle.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace rc::noc {

class DueCycles {
 public:
  static constexpr std::uint64_t kSpan = 256;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  // `number` is due in `cycle`, or in the last cycle that fits if that lies beyond; now < cycle.
  // The cycle in which it is due.
  std::uint64_t add(std::uint64_t now, std::uint64_t cycle, std::uint32_t number) {
    const std::uint64_t due = std::min(cycle, now + kSpan - 1);
    const std::uint64_t place = due % kSpan;
    buckets_[place].push_back(number);
    occupied_[place / 64] |= std::uint64_t{1} << place % 64;
    return due;
  }

  // The first cycle after `now` in which something is due. Nothing is due up to `now`.
  std::uint64_t next(std::uint64_t now) const {
    const std::uint64_t first = (now + 1) % kSpan;
    std::uint64_t word = first / 64;
    std::uint64_t bits = occupied_[word] >> first % 64 << first % 64;
    for (unsigned looked = 0; looked <= occupied_.size(); ++looked) {
      if (bits != 0) {
        const std::uint64_t place = 64 * word + static_cast<unsigned>(std::countr_zero(bits));
        return now + 1 + (place + kSpan - first) % kSpan;
      }
      word = (word + 1) % occupied_.size();
      bits = occupied_[word];
    }
    return kNever;
  }

  // What is due in `cycle`. What is added in that cycle is due later.
  const std::vector<std::uint32_t>& at(std::uint64_t cycle) const {
    return buckets_[cycle % kSpan];
  }
  void clear(std::uint64_t cycle) {
    const std::uint64_t place = cycle % kSpan;
    buckets_[place].clear();
    occupied_[place / 64] &= ~(std::uint64_t{1} << place % 64);
  }

  template <class Archive>
  void archive(Archive& archive) {
    archive(buckets_, occupied_);
  }

 private:
  std::array<std::vector<std::uint32_t>, kSpan> buckets_;
  std::array<std::uint64_t, kSpan / 64> occupied_{};  // buckets, as bits
};

}  // namespace rc::noc
