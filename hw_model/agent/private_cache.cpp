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
    : l2_(sets(params.l2_bytes, params.l2_ways, "l2")),
      l1_(params.l1_bytes / kLineBytes),
      l1_mask_(sets(params.l1_bytes, params.l1_ways, "l1") - 1),
      l1_ways_(params.l1_ways),
      l2_ways_(params.l2_ways) {}

Copy* PrivateCache::find(Line line) {
  for (Copy& copy : set_of(line))
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
  Set& set = set_of(line);
  if (set.size() >= l2_ways_) {
    Copy* oldest = nullptr;
    for (Copy& copy : set)
      if (!copy.leaving && (oldest == nullptr || copy.used < oldest->used)) oldest = &copy;
    if (oldest != nullptr) victim = oldest->line;
  }
  set.push_back({});
  set.back().line = line;
  set.back().used = ++clock_;
  return set.back();
}

void PrivateCache::remove(Line line) {
  std::erase_if(set_of(line), [line](const Copy& copy) { return copy.line == line; });
  Tag* set = l1_set(line);
  for (Tag* tag = set; tag != set + l1_ways_; ++tag)
    if (tag->line == line) *tag = {};
}

}  // namespace rc::agent
