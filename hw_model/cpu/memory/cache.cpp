#include "hw_model/cpu/memory/cache.h"

#include <algorithm>
#include <bit>

#include "hw_model/kernel/error.h"

namespace rc::cpu {

Cache::Cache(const std::string& name, const CacheParams& params)
    : ways_(params.ways), sets_(params.ways ? params.size_bytes / kLineBytes / params.ways : 0) {
  if (!std::has_single_bit(ways_) || ways_ > 8) {
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
  data_.resize(sets_ * ways_ * kLineBytes);
  // Heap order: node 1 is the root, node n has children 2n and 2n + 1. Bit n - 1 selects the child
  // on the path to the victim.
  for (std::uint32_t way = 0; way < ways_; ++way) {
    keep_[way] = 0xFF;
    std::uint32_t node = 1;
    for (std::uint32_t half = ways_ / 2; half != 0; half /= 2) {
      const bool upper = way & half;
      const auto bit = static_cast<std::uint8_t>(1u << (node - 1));
      keep_[way] &= static_cast<std::uint8_t>(~bit);
      if (!upper) set_[way] |= bit;
      node = 2 * node + upper;
    }
  }
}

void Cache::reset() {
  std::fill(tags_.begin(), tags_.end(), 0);
  std::fill(trees_.begin(), trees_.end(), 0);
  std::fill(data_.begin(), data_.end(), 0);
}

std::uint32_t Cache::victim(std::uint32_t paddr) const {
  const std::uint32_t set = set_of(paddr);
  for (std::uint32_t way = 0; way < ways_; ++way) {
    if (!valid(set * ways_ + way)) return set * ways_ + way;
  }
  std::uint32_t node = 1;
  while (node < ways_) node = 2 * node + ((trees_[set] >> (node - 1)) & 1);
  return set * ways_ + (node - ways_);
}

void Cache::install(std::uint32_t line, std::uint32_t paddr, std::uint32_t flags) {
  tags_[line] = line_of(paddr) | kValid | flags;
  touch(line);
}

void Cache::append_tags(kernel::StateImage& image) const {
  image.append(tags_.data(), lines() * sizeof(tags_[0]));
  image.append(trees_.data(), trees_.size());
}

}  // namespace rc::cpu
