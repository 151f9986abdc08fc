// SPDX-License-Identifier: Apache-2.0
// One set-associative cache array: tags with flags, tree pseudo-LRU, data. MemoryPath adds time and
// the connection between the levels.
//
// Replacement: an invalid way first (lowest number), else the tree pseudo-LRU victim. Each set
// keeps ways - 1 tree bits; a touch turns the bits on the path to the way away from it.
// Invalidating a line leaves the tree alone. Source: Pentium Processor Family Developer's Manual
// (pseudo-LRU caches); that the SCC's L2 uses the same tree is an assumption.
//
// Errors: kernel::InputError for a geometry that is not a power of two, or more than 8 ways.
#pragma once

#include <emmintrin.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/cpu/memory/zeroed_array.h"
#include "hw_model/cpu/params.h"
#include "hw_model/kernel/state_image.h"

namespace rc::cpu {

constexpr std::uint32_t kLineBytes = 32;
constexpr std::uint32_t line_of(std::uint32_t address) { return address & ~(kLineBytes - 1); }

class Cache {
 public:
  static constexpr std::uint32_t kValid = 1, kDirty = 2, kMpbt = 4;
  static constexpr std::uint32_t kNone = ~0u;

  Cache(const std::string& name, const CacheParams& params);

  // Everything invalid, trees and data zero.
  void reset();

  // A line is named by its index: set * ways + way.
  std::uint32_t lines() const { return sets_ * ways_; }
  // Compares four tags at a time. Those of another set never match: a tag is a whole address.
  std::uint32_t find(std::uint32_t paddr) const {
    const __m128i wanted = _mm_set1_epi32(static_cast<int>(line_of(paddr) | kValid));
    const __m128i address = _mm_set1_epi32(static_cast<int>(~(kLineBytes - 1) | kValid));
    const std::uint32_t first = set_of(paddr) << way_bits_;
    for (std::uint32_t four = first & ~3u; four < first + ways_; four += 4) {
      const __m128i tags = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&tags_[four]));
      const __m128i same = _mm_cmpeq_epi32(_mm_and_si128(tags, address), wanted);
      const auto found = static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(same)));
      if (found != 0) return four + static_cast<std::uint32_t>(std::countr_zero(found));
    }
    return kNone;
  }
  std::uint32_t victim(std::uint32_t paddr) const {
    const std::uint32_t set = set_of(paddr), first = set << way_bits_;
    if (ways_ == 4) {
      const __m128i tags = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&tags_[first]));
      const __m128i valid_bits = _mm_slli_epi32(tags, 31);
      const auto used = static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(valid_bits)));
      if (used != 15) return first + static_cast<std::uint32_t>(std::countr_one(used));
      return first + lru_->victim[trees_[set]];
    }
    for (std::uint32_t line = first; line < first + ways_; ++line) {
      if (!valid(line)) return line;
    }
    return first + lru_->victim[trees_[set]];
  }
  // True if the tree changed.
  bool touch(std::uint32_t line) {
    std::uint8_t& tree = trees_[line >> way_bits_];
    const auto before = tree;
    tree = static_cast<std::uint8_t>((tree & keep(line)) | set(line));
    return tree != before;
  }
  // Puts `paddr` into `line` (data follows through data()) and touches it.
  void install(std::uint32_t line, std::uint32_t paddr, std::uint32_t flags) {
    unused_ = false;
    tags_[line] = line_of(paddr) | kValid | flags;
    touch(line);
  }
  void invalidate(std::uint32_t line) { tags_[line] = 0; }

  bool valid(std::uint32_t line) const { return tags_[line] & kValid; }
  bool dirty(std::uint32_t line) const { return tags_[line] & kDirty; }
  bool mpbt(std::uint32_t line) const { return tags_[line] & kMpbt; }
  void set_dirty(std::uint32_t line) { tags_[line] |= kDirty; }
  void clear_dirty(std::uint32_t line) { tags_[line] &= ~kDirty; }
  std::uint32_t paddr(std::uint32_t line) const { return line_of(tags_[line]); }
  std::uint8_t* data(std::uint32_t line) { return &data_[line * kLineBytes]; }
  const std::uint8_t* data(std::uint32_t line) const { return &data_[line * kLineBytes]; }

  // What an inline hit needs to do touch() without knowing the geometry:
  // *tree = (*tree & keep) | set.
  std::uint8_t* tree(std::uint32_t line) { return &trees_[line >> way_bits_]; }
  std::uint8_t keep(std::uint32_t line) const { return lru_->keep[line & (ways_ - 1)]; }
  std::uint8_t set(std::uint32_t line) const { return lru_->set[line & (ways_ - 1)]; }

  void append_tags(kernel::StateImage& image) const;  // tags, flags and trees
  void append_trees(kernel::StateImage& image) const;
  // ... which are as before as long as `touches` is.
  void append_trees(std::uint64_t touches, kernel::StateImage& image) const;
  template <class Archive>
  void archive(Archive& archive) {
    archive.fixed(tags_);
    archive.fixed(trees_);
    archive.raw(data_.begin(), data_.bytes());
    unused_ = false;
  }

 private:
  static constexpr unsigned kMaxWays = 8;
  // The tree bits of a set with so many ways, in heap order: node 1 is the root, node n has
  // children 2n and 2n + 1. Bit n - 1 selects the child on the path to the victim.
  struct PseudoLru {
    std::array<std::uint8_t, kMaxWays> keep{}, set{};  // by way: how a touch changes the bits
    std::array<std::uint8_t, 256> victim{};            // the way that the bits lead to

    explicit PseudoLru(std::uint32_t ways);
  };
  // One for all caches with so many ways.
  static const PseudoLru& lru_of(std::uint32_t ways);

  std::uint32_t set_of(std::uint32_t paddr) const { return (paddr / kLineBytes) & set_mask_; }

  std::uint32_t ways_, sets_;
  std::uint32_t set_mask_ = 0;
  unsigned way_bits_ = 0;
  std::vector<std::uint32_t> tags_;  // line address | flags; at least 4, for find()
  std::vector<std::uint8_t> trees_;
  ZeroedArray<std::uint8_t> data_;
  bool unused_ = true;  // since it was reset
  const PseudoLru* lru_ = nullptr;
};

}  // namespace rc::cpu
