#include "hw_model/agent/private_cache.h"

#include <algorithm>
#include <bit>
#include <string>

#include "hw_model/kernel/error.h"

namespace rc::agent {
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
      l1_(params.l1_bytes / kLineBytes),
      tags_(params.l2_bytes / kLineBytes, kNone),
      copies_(tags_.size()) {}

Copy* PrivateCache::find(Line line) {
  const std::size_t set = l2_set(line);
  for (std::size_t i = set; i < set + l2_ways_; ++i)
    if (tags_[i] == line) return &copies_[i];
  for (Copy& copy : beside_)
    if (copy.line == line) return &copy;
  return nullptr;
}

bool PrivateCache::in_l1(Line line) const {
  const Tag* set = const_cast<PrivateCache*>(this)->l1_set(line);
  return std::any_of(set, set + l1_ways_, [line](const Tag& tag) { return tag.line == line; });
}

void PrivateCache::use(Copy& copy) {
  copy.used = ++clock_;
  Tag* set = l1_set(copy.line);
  Tag* place = std::min_element(set, set + l1_ways_, [&](const Tag& a, const Tag& b) {
    const bool mine_a = a.line == copy.line, mine_b = b.line == copy.line;
    return mine_a != mine_b ? mine_a : a.used < b.used;
  });
  *place = {copy.line, clock_};
}

Copy& PrivateCache::insert(Line line, std::optional<Line>& victim) {
  const std::size_t set = l2_set(line);
  Copy copy;
  copy.line = line;
  copy.used = ++clock_;
  const Copy* oldest = nullptr;
  for (std::size_t i = set; i < set + l2_ways_; ++i) {
    if (tags_[i] == kNone) {
      tags_[i] = line;
      return copies_[i] = copy;
    }
    if (!copies_[i].leaving && (oldest == nullptr || copies_[i].used < oldest->used))
      oldest = &copies_[i];
  }
  if (oldest != nullptr) victim = oldest->line;
  return beside_.emplace_back(copy);
}

void PrivateCache::remove(Line line) {
  const std::size_t set = l2_set(line);
  std::erase_if(beside_, [line](const Copy& copy) { return copy.line == line; });
  for (std::size_t i = set; i < set + l2_ways_; ++i) {
    if (tags_[i] != line) continue;
    tags_[i] = kNone;
    // Room for one that waited beside the set.
    const auto waiting =
        std::ranges::find_if(beside_, [&](const Copy& copy) { return l2_set(copy.line) == set; });
    if (waiting == beside_.end()) break;
    tags_[i] = waiting->line;
    copies_[i] = *waiting;
    beside_.erase(waiting);
    break;
  }
  Tag* l1 = l1_set(line);
  for (Tag* tag = l1; tag != l1 + l1_ways_; ++tag)
    if (tag->line == line) *tag = {};
}

}  // namespace rc::agent
