// SPDX-License-Identifier: Apache-2.0
#include "hw_model/cpu/memory/cache.h"

#include <algorithm>
#include <bit>

#include "hw_model/kernel/error.h"

namespace rc::cpu {

Cache::Cache(const std::string& name, const CacheParams& params)
    : ways_(params.ways),
      sets_(params.ways ? params.size_bytes / kLineBytes / params.ways : 0),
      data_(lines() * kLineBytes) {
  if (!std::has_single_bit(ways_) || ways_ > kMaxWays) {
    throw kernel::InputError(name + ".ways must be 1, 2, 4 or 8, not " + std::to_string(ways_));
  }
  if (!std::has_single_bit(sets_) || sets_ * ways_ * kLineBytes != params.size_bytes) {
    throw kernel::InputError(name + ".size_bytes must be a power of two of at least one set, not " +
                             std::to_string(params.size_bytes));
  }
  way_bits_ = static_cast<unsigned>(std::countr_zero(ways_));
  set_mask_ = sets_ - 1;
  tags_.resize(std::max(lines(), 4u));
  trees_.resize(sets_);
  lru_ = &lru_of(ways_);
}

Cache::PseudoLru::PseudoLru(std::uint32_t ways) {
  for (std::uint32_t way = 0; way < ways; ++way) {
    keep[way] = 0xFF;
    std::uint32_t node = 1;
    for (std::uint32_t half = ways / 2; half != 0; half /= 2) {
      const bool upper = way & half;
      const auto bit = static_cast<std::uint8_t>(1u << (node - 1));
      keep[way] &= static_cast<std::uint8_t>(~bit);
      if (!upper) set[way] |= bit;
      node = 2 * node + upper;
    }
  }
  for (std::uint32_t bits = 0; bits < victim.size(); ++bits) {
    std::uint32_t node = 1;
    while (node < ways) node = 2 * node + ((bits >> (node - 1)) & 1);
    victim[bits] = static_cast<std::uint8_t>(node - ways);
  }
}

const Cache::PseudoLru& Cache::lru_of(std::uint32_t ways) {
  static const PseudoLru all[] = {PseudoLru(1), PseudoLru(2), PseudoLru(4), PseudoLru(8)};
  return all[std::countr_zero(ways)];
}

void Cache::reset() {
  if (unused_) return;
  unused_ = true;
  std::fill(tags_.begin(), tags_.end(), 0);
  std::fill(trees_.begin(), trees_.end(), 0);
  std::fill(data_.begin(), data_.end(), 0);
}

void Cache::append_tags(kernel::StateImage& image) const {
  image.append(tags_.data(), lines() * sizeof(tags_[0]));
  append_trees(image);
}

void Cache::append_trees(kernel::StateImage& image) const {
  image.append(trees_.data(), trees_.size());
}

void Cache::append_trees(std::uint64_t touches, kernel::StateImage& image) const {
  image.append_changing(touches, trees_.data(), trees_.size());
}

}  // namespace rc::cpu
