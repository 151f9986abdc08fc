// SPDX-License-Identifier: Apache-2.0
#include "hw_model/cpu/execute/block_cache.h"

#include <algorithm>

namespace rc::cpu {
namespace {

constexpr std::size_t kAlignment = alignof(Block);

}  // namespace

bool overlaps(const Block& block, std::uint32_t paddr, std::uint32_t bytes) {
  for (unsigned i = 0; i < 2; ++i) {
    if (paddr < block.paddr_end[i] && paddr + bytes > block.paddr[i]) return true;
  }
  return false;
}

constinit Block BlockCache::no_block = [] {
  Block empty;
  empty.link[0] = empty.link[1] = nullptr;
  empty.last_group = Block::kNever;
  return empty;
}();

void* BlockCache::allocate(std::size_t bytes) {
  bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (used_chunks_ == 0 || used_bytes_ + bytes > kChunkBytes) {
    if (used_chunks_ == kMaxChunks) return nullptr;
    if (used_chunks_ == chunks_.size()) {
      chunks_.emplace_back(new std::byte[kChunkBytes + kAlignment]);
    }
    ++used_chunks_;
    used_bytes_ = 0;
  }
  std::byte* const chunk = chunks_[used_chunks_ - 1].get();
  const auto misalignment = reinterpret_cast<std::uintptr_t>(chunk) % kAlignment;
  void* const memory = chunk + (kAlignment - misalignment) + used_bytes_;
  used_bytes_ += bytes;
  return memory;
}

void BlockCache::insert(Block* block, bool findable) {
  if (findable) {
    Block*& bucket = buckets_[bucket_of(block->eip)];
    block->next_in_bucket = bucket;
    bucket = block;
  }
  for (unsigned i = 0; i < 2; ++i) {
    if (block->paddr_end[i] != 0) pages_[block->paddr[i] & kPageMask].push_back(block);
  }
}

void BlockCache::flush() {
  std::fill(buckets_.begin(), buckets_.end(), nullptr);
  pages_.clear();
  used_chunks_ = 0;
  ++flushes_;
}

bool BlockCache::invalidate(std::uint32_t paddr, std::uint32_t bytes, const Block* watched,
                            bool& hit_watched) {
  const auto page = pages_.find(paddr & kPageMask);
  if (page == pages_.end()) return false;
  std::vector<Block*>& blocks = page->second;
  std::erase_if(blocks, [&](Block* block) {
    if (block->valid() && !overlaps(*block, paddr, bytes)) return false;
    block->invalidate();
    hit_watched |= block == watched;
    return true;
  });
  if (!blocks.empty()) return true;
  pages_.erase(page);
  return false;
}

}  // namespace rc::cpu
