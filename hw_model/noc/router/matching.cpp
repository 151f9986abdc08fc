// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/router/matching.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "hw_model/noc/router/round_robin.h"

namespace rc::noc {
namespace {

// iSLIP is by round robin; wavefront and maximum need no arbiters.
ArbiterKind arbiter_of(AllocatorKind kind, ArbiterKind arbiter) {
  const bool separable =
      kind == AllocatorKind::separable_input || kind == AllocatorKind::separable_output;
  return separable ? arbiter : ArbiterKind::round_robin;
}

void for_each_bit_of(std::uint64_t bits, auto&& act) {
  for (; bits != 0; bits &= bits - 1) act(static_cast<unsigned>(std::countr_zero(bits)));
}

}  // namespace

Matching::Matching(AllocatorKind kind, ArbiterKind arbiter, unsigned iterations,
                   std::size_t all_askers, std::size_t groups, unsigned askers, unsigned resources,
                   unsigned kinds, bool ranked)
    : kind_(kind),
      ranked_(ranked),
      iterations_(iterations),
      diagonals_(std::max(askers, resources)),
      resources_(resources),
      // Among resources of one rank the lowest number would always win.
      askers_choose_(
          arbiter == ArbiterKind::oldest ? ArbiterKind::round_robin : arbiter_of(kind, arbiter),
          all_askers, resources * kinds),
      resources_choose_(arbiter_of(kind, arbiter), groups * resources, askers) {
  if (kind == AllocatorKind::wavefront) diagonal_.resize(groups);
  if (kind == AllocatorKind::maximum) granted_at_.resize(all_askers);
}

void Matching::operator()(std::size_t group, std::vector<Ask>& asks, unsigned which,
                          const std::uint64_t* ranks) {
  base_ = which * resources_;
  if (!ranked_) return match<false>(group, asks);
  ranks_ = ranks;
  match<true>(group, asks);
}

template <bool kRanked>
void Matching::match(std::size_t group, std::vector<Ask>& asks) {
  const bool by_arbiters = kind_ != AllocatorKind::wavefront && kind_ != AllocatorKind::maximum;
  if (asks.size() == 1 && by_arbiters) {  // every resource is offered to it
    return grant(group, asks[0], choose<kRanked>(asks[0], asks[0].wants), true);
  }
  switch (kind_) {
    case AllocatorKind::separable_input:
      return separable_input<kRanked>(group, asks);
    case AllocatorKind::wavefront:
      return wavefront<kRanked>(group, asks);
    case AllocatorKind::maximum:
      return maximum(asks);
    default:
      return separable_output<kRanked>(group, asks);
  }
}

void Matching::grant(std::size_t group, Ask& ask, unsigned resource, bool counts) {
  ask.granted = static_cast<int>(resource);
  if (!counts) return;
  askers_choose_.served(ask.asker, base_ + resource);
  resources_choose_.served(group * resources_ + resource, ask.number);
}

template <bool kRanked>
void Matching::separable_input(std::size_t group, std::vector<Ask>& asks) {
  std::uint64_t taken = 0;
  for (unsigned iteration = 0; iteration < iterations_; ++iteration) {
    std::uint64_t offered = 0;
    offers_.assign(asks.size(), 0);
    for (std::size_t i = 0; i < asks.size(); ++i) {
      const std::uint64_t open = asks[i].granted < 0 ? asks[i].wants & ~taken : 0;
      if (open == 0) continue;
      offers_[i] = std::uint64_t{1} << choose<kRanked>(asks[i], open);
      offered |= offers_[i];
    }
    if (offered == 0) return;
    for_each_bit_of(offered, [&](unsigned resource) {
      Ask* best = nullptr;
      std::uint64_t least = 0;
      for (std::size_t i = 0; i < asks.size(); ++i) {
        if ((offers_[i] >> resource & 1) == 0) continue;
        const std::uint64_t value = key(group, resource, asks[i]);
        if (best != nullptr && !is_before<kRanked>(asks[i], value, *best, least, resource))
          continue;
        best = &asks[i];
        least = value;
      }
      grant(group, *best, resource, true);
    });
    taken |= offered;
  }
}

template <bool kRanked>
void Matching::separable_output(std::size_t group, std::vector<Ask>& asks) {
  std::uint64_t taken = 0;
  for (unsigned iteration = 0; iteration < iterations_; ++iteration) {
    std::uint64_t wanted = 0;
    for (const Ask& ask : asks) {
      if (ask.granted < 0) wanted |= ask.wants & ~taken;
    }
    if (wanted == 0) return;
    offers_.assign(asks.size(), 0);
    for_each_bit_of(wanted, [&](unsigned resource) {
      std::size_t best = asks.size();
      std::uint64_t least = 0;
      for (std::size_t i = 0; i < asks.size(); ++i) {
        if (asks[i].granted >= 0 || (asks[i].wants >> resource & 1) == 0) continue;
        const std::uint64_t value = key(group, resource, asks[i]);
        if (best != asks.size() && !is_before<kRanked>(asks[i], value, asks[best], least, resource))
          continue;
        best = i;
        least = value;
      }
      offers_[best] |= std::uint64_t{1} << resource;
    });
    // The pointers of iSLIP move for what was accepted in the first iteration alone (McKeown 1999).
    const bool counts = kind_ != AllocatorKind::islip || iteration == 0;
    for (std::size_t i = 0; i < asks.size(); ++i) {
      if (offers_[i] == 0) continue;
      const unsigned resource = choose<kRanked>(asks[i], offers_[i]);
      grant(group, asks[i], resource, counts);
      taken |= std::uint64_t{1} << resource;
    }
  }
}

template <bool kRanked>
void Matching::wavefront(std::size_t group, std::vector<Ask>& asks) {
  cells_.clear();
  const unsigned start = diagonal_[group];
  for (std::size_t i = 0; i < asks.size(); ++i) {
    for_each_bit_of(asks[i].wants, [&](unsigned resource) {
      const unsigned order = (asks[i].number + resource + diagonals_ - start) % diagonals_;
      cells_.push_back({static_cast<std::uint16_t>(order), static_cast<std::uint16_t>(i),
                        static_cast<std::uint16_t>(resource)});
    });
  }
  // Two cells of a diagonal never share an asker or a resource: their order does not matter.
  if constexpr (kRanked) {
    std::ranges::sort(cells_, {}, [&](const Cell& cell) {
      return std::pair(rank(asks[cell.ask], cell.resource), cell.order);
    });
  } else {
    std::ranges::sort(cells_, {}, &Cell::order);
  }
  std::uint64_t taken = 0;
  for (const Cell& cell : cells_) {
    Ask& ask = asks[cell.ask];
    if (ask.granted >= 0 || (taken >> cell.resource & 1) != 0) continue;
    ask.granted = cell.resource;
    taken |= std::uint64_t{1} << cell.resource;
  }
  diagonal_[group] = static_cast<std::uint16_t>(start + 1 == diagonals_ ? 0 : start + 1);
}

// In order of ranks and of the last grant: whoever was matched stays so when others are, hence the
// first one in that order always gets something, and among equals nobody waits for ever.
void Matching::maximum(std::vector<Ask>& asks) {
  turn_.resize(asks.size());
  std::iota(turn_.begin(), turn_.end(), std::uint16_t{0});
  std::ranges::stable_sort(
      turn_, {}, [&](unsigned i) { return std::pair(asks[i].rank, granted_at_[asks[i].asker]); });
  holder_.assign(resources_, -1);
  for (const std::uint16_t i : turn_) {
    std::uint64_t tried = 0;
    augment(asks, i, tried);
  }
  for (Ask& ask : asks) {
    if (ask.granted >= 0) granted_at_[ask.asker] = ++grants_;
  }
}

bool Matching::augment(std::vector<Ask>& asks, std::size_t from, std::uint64_t& tried) {
  for (std::uint64_t left = asks[from].wants; left != 0; left &= left - 1) {
    const auto resource = static_cast<unsigned>(std::countr_zero(left));
    if ((tried >> resource & 1) != 0) continue;
    tried |= std::uint64_t{1} << resource;
    const int holder = holder_[resource];
    if (holder >= 0 && !augment(asks, static_cast<std::size_t>(holder), tried)) continue;
    holder_[resource] = static_cast<int>(from);
    asks[from].granted = static_cast<int>(resource);
    return true;
  }
  return false;
}

}  // namespace rc::noc
