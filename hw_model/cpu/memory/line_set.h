// SPDX-License-Identifier: Apache-2.0
// A set of lines of a cache that is emptied often and then holds few: bits, and bits that say where
// there are any.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace rc::cpu {

class LineSet {
 public:
  explicit LineSet(std::uint32_t lines) : lines_(words(lines)), words_(words(words(lines))) {}

  void insert(std::uint32_t line) {
    lines_[line / 64] |= std::uint64_t{1} << (line % 64);
    words_[line / 4096] |= std::uint64_t{1} << (line / 64 % 64);
  }
  // Calls f(line) for each line, in ascending order, and removes all.
  template <class F>
  void drain(F f) {
    for (std::uint32_t i = 0; i < words_.size(); ++i) {
      take_bits(words_[i], i * 64,
                [&](std::uint32_t word) { take_bits(lines_[word], word * 64, f); });
    }
  }
  void clear() {
    drain([](std::uint32_t) {});
  }

  template <class Archive>
  void archive(Archive& archive) {
    archive.fixed(lines_);
    archive.fixed(words_);
  }

 private:
  template <class F>
  static void take_bits(std::uint64_t& bits, std::uint32_t first, F f) {
    for (; bits != 0; bits &= bits - 1)
      f(first + static_cast<std::uint32_t>(std::countr_zero(bits)));
  }
  static std::uint32_t words(std::uint32_t bits) { return (bits + 63) / 64; }

  std::vector<std::uint64_t> lines_, words_;
};

}  // namespace rc::cpu
