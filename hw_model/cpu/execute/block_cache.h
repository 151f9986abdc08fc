// SPDX-License-Identifier: Apache-2.0
// Decoded blocks by virtual address and mode, in an arena of bounded size. When it is full all blocks are
// dropped and decoded again, which takes no simulated cycle. Single blocks are never freed: an
// invalid one stays until the next flush, and pointers to it stay valid until then.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "hw_model/cpu/execute/block.h"

namespace rc::cpu {

inline constexpr std::uint32_t kPageMask = 0xfffff000;

class BlockCache {
 public:
  static constexpr std::size_t kChunkBytes = 64 * 1024;
  static constexpr std::size_t kMaxChunks = 48;  // 3 MB a core at most

  BlockCache() : buckets_(kBuckets, nullptr) {}

  Block* find(std::uint32_t eip, CodeMode mode) const {
    for (Block* block = buckets_[bucket_of(eip)]; block; block = block->next_in_bucket) {
      if (block->eip == eip && block->mode == mode && block->valid()) return block;
    }
    return nullptr;
  }

  // A placeholder for "no block"; never valid.
  static Block* none() { return &no_block; }

  // Room for a block of `bytes`, uninitialised; nullptr if the arena is full: flush and try again.
  void* allocate(std::size_t bytes);
  // Without `findable` it is only invalidated with the others.
  void insert(Block* block, bool findable = true);
  template <class F>
  void for_each(F&& f) {
    for (Block* first : buckets_) {
      for (Block* block = first; block; block = block->next_in_bucket) f(*block);
    }
  }
  void flush();
  // Number of flushes so far. Pointers to blocks from before the last one are dangling.
  std::uint32_t flushes() const { return flushes_; }

  // Invalidates every block with code in [paddr, paddr + bytes). Whether `watched` was one of them
  // goes to `hit_watched`. Returns whether the page still holds code.
  bool invalidate(std::uint32_t paddr, std::uint32_t bytes, const Block* watched,
                  bool& hit_watched);

 private:
  static constexpr std::size_t kBuckets = 4096;
  // Blocks begin some bytes apart, and those of a program lie together.
  static std::size_t bucket_of(std::uint32_t eip) {
    return ((eip >> 2) ^ (eip >> 14)) & (kBuckets - 1);
  }

  static Block no_block;

  std::vector<Block*> buckets_;
  std::unordered_map<std::uint32_t, std::vector<Block*>> pages_;
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::size_t used_chunks_ = 0;
  std::size_t used_bytes_ = 0;  // of the last used chunk
  std::uint32_t flushes_ = 0;
};

// Whether the block has code in [paddr, paddr + bytes), a range inside one page.
bool overlaps(const Block& block, std::uint32_t paddr, std::uint32_t bytes);

}  // namespace rc::cpu
