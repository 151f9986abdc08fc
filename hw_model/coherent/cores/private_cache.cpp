// SPDX-License-Identifier: Apache-2.0
#include "hw_model/coherent/cores/private_cache.h"

#include <algorithm>
#include <bit>
#include <string>

#include "hw_model/kernel/error.h"

namespace rc::coherent {
namespace {

std::uint64_t sets(std::uint32_t bytes, std::uint32_t ways, const char* cache) {
  const std::uint64_t count = bytes / kLineBytes / ways;
  if (!std::has_single_bit(count) || count * ways * kLineBytes != bytes)
    throw kernel::InputError(std::string("cores.") + cache + "_bytes = " + std::to_string(bytes) +
                             ": expected a power of two of sets of " + std::to_string(ways) +
                             " lines of 64 bytes");
  return count;
}

}  // namespace

PrivateCache::PrivateCache(const CoreParams& params)
    : l1_ways_(params.l1_ways),
      l2_ways_(params.l2_ways),
      l1_mask_(sets(params.l1_bytes, params.l1_ways, "l1") - 1),
      l2_mask_(sets(params.l2_bytes, params.l2_ways, "l2") - 1),
      l1_(params.l1_bytes / kLineBytes, kNoLine),
      first_(l2_mask_ + 1, kEnd) {}

Copy* PrivateCache::find(Line line) {
  for (std::uint32_t i = *l2_set(line); i != kEnd; i = copies_[i].next)
    if (copies_[i].line == line) return &copies_[i];
  return nullptr;
}

bool PrivateCache::in_l1(Line line) const {
  const Line* set = const_cast<PrivateCache*>(this)->l1_set(line);
  return std::find(set, set + l1_ways_, line) != set + l1_ways_;
}

void PrivateCache::use(Copy& copy) {
  copy.used = ++clock_;
  Line* set = l1_set(copy.line);
  Line* place = std::find(set, set + l1_ways_ - 1, copy.line);
  std::move_backward(set, place, place + 1);
  *set = copy.line;
}

Copy& PrivateCache::insert(Line line, std::optional<Line>& victim) {
  std::uint32_t slot = static_cast<std::uint32_t>(copies_.size());
  if (unused_.empty()) {
    copies_.emplace_back();
  } else {
    slot = unused_.back();
    unused_.pop_back();
  }
  unsigned ways = 0;
  const Copy* oldest = nullptr;
  std::uint32_t* end = l2_set(line);
  for (; *end != kEnd; end = &copies_[*end].next) {
    const Copy& other = copies_[*end];
    if (other.beside) continue;
    ++ways;
    if (!other.leaving && (oldest == nullptr || other.used < oldest->used)) oldest = &other;
  }
  *end = slot;
  Copy& copy = copies_[slot];
  copy = {};
  copy.line = line;
  copy.used = ++clock_;
  copy.next = kEnd;
  copy.beside = ways == l2_ways_;
  if (copy.beside && oldest != nullptr) victim = oldest->line;
  return copy;
}

void PrivateCache::remove(Line line) {
  std::uint32_t* at = l2_set(line);
  while (*at != kEnd && copies_[*at].line != line) at = &copies_[*at].next;
  if (*at != kEnd) {
    const std::uint32_t slot = *at;
    *at = copies_[slot].next;
    unused_.push_back(slot);
    // Room for one that waited beside the set.
    if (!copies_[slot].beside) {
      for (std::uint32_t i = *l2_set(line); i != kEnd; i = copies_[i].next) {
        if (!copies_[i].beside) continue;
        copies_[i].beside = false;
        break;
      }
    }
  }
  Line* set = l1_set(line);
  Line* place = std::find(set, set + l1_ways_, line);
  if (place == set + l1_ways_) return;
  std::move(place + 1, set + l1_ways_, place);
  set[l1_ways_ - 1] = kNoLine;
}

}  // namespace rc::coherent
