// SPDX-License-Identifier: Apache-2.0
// Allocators: who gets which of several resources, where each may ask for several and gets one.
//
// Of a router with two stages: input VCs ask for the VCs of an output port, then input ports for
// output ports. AllocatorKind names the algorithms; router_params.h says what each is. Each is a
// matching, maximal except for the separable ones (and iSLIP) of few iterations.
//
// Where packets have ranks, these go before arbiters, diagonals and turns: each choice is among
// those of the least rank alone. maximum still grants as many as there can be, and of such
// matchings one whose ranks are least.
//
// Sources: Dally and Towles, chapter 19; McKeown 1999 (iSLIP); Tamir and Chi 1993 (wavefront).
// Difference from hardware: wavefront starts from a diagonal that moves on after a grant, not in
// every cycle, so that a router without a grant has not changed.
#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/noc/router/arbiters.h"
#include "hw_model/noc/router/least_ranked.h"

namespace rc::noc {

// One who asks.
struct Ask {
  std::uint32_t asker = 0;   // its number in the whole network
  std::uint16_t number = 0;  // its number at this router, less than Matching's `askers`
  std::uint64_t wants = 0;   // resources, as bits
  std::uint64_t rank = 0;    // of its most urgent packet: less goes first
  int granted = -1;          // the resource, or -1
};

class Matching {
 public:
  // `all_askers` in the network; `groups` of `resources` <= 64, each asked by up to `askers` at a
  // router. An asker chooses among the resources of `kinds` groups, one at a time. Ask::rank counts
  // only if it is said to be `ranked`.
  Matching(AllocatorKind kind, ArbiterKind arbiter, unsigned iterations, std::size_t all_askers,
           std::size_t groups, unsigned askers, unsigned resources, unsigned kinds = 1,
           bool ranked = false);

  // Fills in `granted`. All ask for resources of `group`, and want at least one. `which` of the
  // asker's groups it is. `ranks`, by Ask::number * kMaxResources + resource: where askers ask on
  // behalf of several packets; null: all that one asks for has its rank.
  static constexpr unsigned kMaxResources = 64;
  void operator()(std::size_t group, std::vector<Ask>& asks, unsigned which = 0,
                  const std::uint64_t* ranks = nullptr);

  template <class Archive>
  void archive(Archive& archive) {
    archive(askers_choose_, resources_choose_);
    archive.fixed(diagonal_);
    archive.fixed(granted_at_);
    archive(grants_);
    for (const std::uint16_t diagonal : diagonal_) archive.expect(diagonal < diagonals_);
  }

 private:
  // What does without ranks takes no time for them.
  template <bool kRanked>
  void match(std::size_t group, std::vector<Ask>& asks);
  template <bool kRanked>
  void separable_input(std::size_t group, std::vector<Ask>& asks);
  template <bool kRanked>
  void separable_output(std::size_t group, std::vector<Ask>& asks);
  template <bool kRanked>
  void wavefront(std::size_t group, std::vector<Ask>& asks);
  void maximum(std::vector<Ask>& asks);
  bool augment(std::vector<Ask>& asks, std::size_t from, std::uint64_t& tried);
  void grant(std::size_t group, Ask& ask, unsigned resource, bool counts);
  template <bool kRanked>
  unsigned choose(const Ask& ask, std::uint64_t resources) const {
    if (kRanked && ranks_ != nullptr)
      resources = least_ranked(resources, [&](unsigned resource) { return rank(ask, resource); });
    return askers_choose_.first(ask.asker, resources, base_);
  }
  std::uint64_t rank(const Ask& ask, unsigned resource) const {
    return ranks_ == nullptr ? ask.rank : ranks_[ask.number * kMaxResources + resource];
  }
  std::uint64_t key(std::size_t group, unsigned resource, const Ask& ask) const {
    return resources_choose_.key(group * resources_ + resource, ask.number);
  }
  // Whether `ask` gets the resource rather than `other`, whose key is `least`.
  template <bool kRanked>
  bool is_before(const Ask& ask, std::uint64_t value, const Ask& other, std::uint64_t least,
                 unsigned resource) const {
    if constexpr (kRanked) {
      const std::uint64_t its = rank(ask, resource), others = rank(other, resource);
      if (its != others) return its < others;
    }
    return value < least;
  }

  AllocatorKind kind_;
  bool ranked_;
  const std::uint64_t* ranks_ = nullptr;  // of this call
  unsigned iterations_, diagonals_, resources_;
  unsigned base_ = 0;       // of the resources of this call among all that the askers choose from
  Arbiters askers_choose_;  // by asker, over resources
  Arbiters resources_choose_;              // by group and resource, over askers
  std::vector<std::uint16_t> diagonal_;    // by group: where wavefront starts
  std::vector<std::uint64_t> granted_at_;  // by asker, for maximum: the count of grants
  std::uint64_t grants_ = 0;
  struct Cell {
    std::uint16_t order, ask, resource;
  };
  std::vector<Cell> cells_;            // for wavefront, reused
  std::vector<std::uint16_t> turn_;    // for maximum, reused: asks in order of service
  std::vector<int> holder_;            // for maximum, reused: by resource, an ask or -1
  std::vector<std::uint64_t> offers_;  // reused: by ask, what was offered to it
};

}  // namespace rc::noc
