// SPDX-License-Identifier: Apache-2.0
// Walks everywhere that a relation can lead a packet, one target after the other.
//
// A state is a channel and a group of VCs, for one target: a destination or, in the first phase of
// a relation of two, the router between. The first phase is walked to every router between and the
// second to every destination from wherever the first may end, so pairs of both are never listed:
// a relation that bends only a few of them is checked as if it bent all, and as if end points sent
// to themselves by other routers. All values of the hash are united at every state, and packets may
// enter the network on VCs of any group.
#pragma once

#include <bit>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/routing/routing.h"

namespace rc::noc {

inline constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

// Where a head asks for its next channel.
struct Spot {
  std::uint32_t node = kNowhere;  // Ground::node(); none: just injected
  RouterId at = 0;
  unsigned in_port = 0, group = 0;
};

// What all walks over a network share.
class Ground {
 public:
  Ground(const Graph& graph, const Routing& routing)
      : graph_(graph),
        routing_(routing),
        masks_(routing.groups()),
        group_bits_(static_cast<unsigned>(std::bit_width(masks_.size() - 1))),
        hash_values_(routing.hash_values()),
        two_phases_(routing.two_phases()),
        sees_input_(routing.sees_input()),
        groups_of_(std::size_t{1} << 16),
        twin_(graph.ends().size()),
        has_twin_(graph.ends().size(), false),
        arrived_(two_phases_ ? nodes() : 0, false) {
    std::iota(twin_.begin(), twin_.end(), EndId{0});
    if (!routing.tells_ends_apart()) {
      std::vector<EndId> first(graph.routers(), kNoTwin);
      for (std::size_t end = 0; end < twin_.size(); ++end) {
        EndId& twin = first[graph.ends()[end].out_router];
        if (twin == kNoTwin)
          twin = static_cast<EndId>(end);
        else
          has_twin_[twin] = true;
        twin_[end] = twin;
      }
    }
    for (std::size_t group = 0; group < masks_.size(); ++group) {
      vc_.push_back(static_cast<unsigned>(std::countr_zero(masks_[group])));
      for (std::size_t vcs = 1; vcs < groups_of_.size(); ++vcs) {
        if ((vcs & masks_[group]) != 0) {
          groups_of_[vcs] = static_cast<std::uint16_t>(groups_of_[vcs] | 1u << group);
        }
      }
    }
  }

  const Graph& graph() const { return graph_; }
  const Routing& routing() const { return routing_; }
  unsigned groups() const { return static_cast<unsigned>(masks_.size()); }
  std::size_t nodes() const { return graph_.channels().size() << group_bits_; }
  unsigned hash_values() const { return hash_values_; }
  bool two_phases() const { return two_phases_; }
  bool sees_input() const { return sees_input_; }
  VcMask vcs(unsigned group) const { return masks_[group]; }
  unsigned vc(unsigned group) const { return vc_[group]; }
  unsigned groups_of(VcMask vcs) const { return groups_of_[vcs]; }  // as bits

  // Nodes leave gaps after each channel, up to a power of two: they are split all the time.
  unsigned group_bits() const { return group_bits_; }
  std::uint32_t node(ChannelId channel, unsigned group) const {
    return channel << group_bits_ | group;
  }
  ChannelId channel_id(std::uint32_t node) const { return node >> group_bits_; }
  unsigned group(std::uint32_t node) const { return node & ((1u << group_bits_) - 1); }
  const Channel& channel(std::uint32_t node) const { return graph_.channel(channel_id(node)); }
  Spot spot(std::uint32_t node) const {
    const Channel& by = channel(node);
    return {node, by.to, by.in_port, group(node)};
  }
  // The first end point to which packets go as they go to `end`: until its last router.
  EndId twin(EndId end) const { return twin_[end]; }
  bool has_twin(EndId end) const { return has_twin_[end]; }
  // Nodes in which a packet may come to its router between.
  std::vector<bool>& arrived() { return arrived_; }

 private:
  const Graph& graph_;
  const Routing& routing_;
  std::vector<VcMask> masks_;
  unsigned group_bits_;
  unsigned hash_values_;
  bool two_phases_, sees_input_;
  std::vector<unsigned> vc_;
  std::vector<std::uint16_t> groups_of_;
  static constexpr EndId kNoTwin = 0xFFFF;
  std::vector<EndId> twin_;  // by end point; itself if it is the first
  std::vector<bool> has_twin_;
  std::vector<bool> arrived_;
};

// Observer:
//   void state(const Spot&, const Head&, bool escape)  a packet can be there; has it an escape?
//   void asks(const Spot&, const Choice&, unsigned group, std::uint32_t next, const Head&)
//   void left(std::uint32_t node)       all that follows this node has been left before
//   void target_done(const Head&)
//   bool enough() const                 ends the walk
template <class Observer>
class Explorer {
 public:
  Explorer(Ground& ground, Observer& observer)
      : ground_(ground),
        graph_(ground.graph()),
        observer_(observer),
        mark_(ground.nodes(), 0),
        offer_at_(graph_.routers()) {
    while (other_ + 1u < graph_.ends().size() && last_router(other_) == last_router(0)) ++other_;
  }

  // Where the walk under way began: just injected, or at a router between.
  const Spot& root() const { return root_; }
  EndId source() const { return head_.source; }
  std::uint64_t states() const { return states_; }

  void to_all() {
    to_all_vias();
    to_ends(0, graph_.ends().size());
  }
  // Comes before to_ends(), which begins where these walks arrive.
  void to_all_vias() {
    if (!ground_.two_phases()) return;
    for (RouterId via = 0; via < graph_.routers() && !observer_.enough(); ++via) {
      if (has_way_in(via)) to_via(via);
    }
  }
  void to_ends(std::size_t from, std::size_t until) {
    for (std::size_t i = from; i < until && !observer_.enough(); ++i) {
      const auto end = static_cast<EndId>(i);
      if (ground_.twin(end) == end) to_end(end);
    }
  }

  // Packets of end point `last` come last.
  void to_via(RouterId via, EndId last = 0) {
    begin({.source = 0, .destination = 0, .via = via, .phase = 0});
    from_ends(last);
    observer_.target_done(head_);
  }

  void to_end(EndId destination) {
    begin({.source = 0, .destination = destination, .via = kNoRouter, .phase = 1});
    from_ends(destination);
    for (std::uint32_t node = 0; node < ground_.arrived().size(); ++node) {
      if (ground_.arrived()[node]) walk_on(ground_.spot(node));
    }
    observer_.target_done(head_);
  }

 private:
  static constexpr std::uint32_t kLeave = std::uint32_t{1} << 31;

  RouterId last_router(EndId end) const { return graph_.end(end).out_router; }

  bool has_way_in(RouterId router) const {
    for (unsigned port = 0; port < graph_.inputs(router); ++port) {
      if (graph_.in(router, port).kind == Link::Kind::channel) return true;
    }
    return false;
  }

  void begin(const Head& head) {
    head_ = head;
    entered_ += 2;
    left_ = entered_ + 1;
    offers_.clear();
    to_end_ = head.phase == 1;
  }

  void from_ends(EndId last) {
    const std::size_t ends = graph_.ends().size();
    for (std::size_t i = 1; i <= ends && !observer_.enough(); ++i) {
      head_.source = static_cast<EndId>((last + i) % ends);
      from_end();
    }
  }

  void from_end() {
    const End& end = graph_.end(head_.source);
    for (unsigned group = 0; group < ground_.groups(); ++group) {
      const Spot root{kNowhere, end.in_router, end.in_port, group};
      walk(root);
      if (to_end_ && ground_.two_phases()) walk_on(root);
    }
  }

  // From a router between to a destination.
  void walk_on(const Spot& root) {
    head_.via = root.at;
    head_.phase = 0;
    walk(root);
  }

  // In depth; what is on the way to a node has kLeave in stack_. To a destination all but the root
  // is in phase 1.
  void walk(const Spot& root) {
    if (observer_.enough()) return;
    root_ = root;
    stack_.clear();
    ++states_;
    expand(root);
    if (to_end_) {
      head_.via = kNoRouter;
      head_.phase = 1;
    }
    while (!stack_.empty() && !observer_.enough()) {
      const std::uint32_t node = stack_.back();
      if ((node & kLeave) != 0) {
        stack_.pop_back();
        mark_[node & ~kLeave] = left_;
        observer_.left(node & ~kLeave);
      } else if (mark_[node] >= entered_) {  // another way came here first
        stack_.pop_back();
      } else {
        mark_[node] = entered_;
        stack_.back() |= kLeave;
        ++states_;
        expand(ground_.spot(node));
      }
    }
  }

  void expand(const Spot& spot) {
    if (!to_end_ && spot.at == head_.via) {
      if (spot.node != kNowhere) ground_.arrived()[spot.node] = true;
      observer_.state(spot, head_, true);
      return;
    }
    // A packet that meets its last router in phase 0 leaves there; here others are meant.
    if (!to_end_) head_.destination = last_router(0) == spot.at ? other_ : EndId{0};
    // At the root of a walk on from a router between the phase is another one than elsewhere.
    const bool reuse = !ground_.sees_input() && head_.phase == (to_end_ ? 1 : 0);
    Offer& stored = offer_at_[spot.at];
    if (reuse && stored.target == entered_) return take(spot, stored);
    const Offer offer = gather(spot);
    if (reuse) stored = offer;
    take(spot, offer);
    if (!reuse) offers_.resize(offer.first);
  }

  // All choices of all values of the hash.
  struct Offer {
    std::uint32_t target = 0;            // entered_
    std::uint32_t first = 0, count = 0;  // in offers_
    // Whatever the hash is there is a choice, and one to escape.
    bool always = true, always_escape = true;
  };

  Offer gather(const Spot& spot) {
    Offer offer;
    offer.target = entered_;
    offer.first = static_cast<std::uint32_t>(offers_.size());
    for (unsigned hash = 0; hash < ground_.hash_values(); ++hash) {
      Head head = head_;
      head.hash = hash;
      choices_.clear();
      ground_.routing().route(spot.at, spot.in_port, ground_.vc(spot.group), head, choices_);
      if (!to_end_ && head.phase != 0) fail("is left before the router between");
      bool any = false, escape = false;
      for (const Choice& choice : choices_) {
        if (ground_.groups_of(choice.vcs) == 0) continue;
        any = true;
        escape = escape || choice.escape;
        if (hash == 0 || !has(offer, choice)) offers_.push_back(choice);
      }
      offer.always = offer.always && any;
      offer.always_escape = offer.always_escape && escape;
    }
    offer.count = static_cast<std::uint32_t>(offers_.size()) - offer.first;
    return offer;
  }

  bool has(const Offer& offer, const Choice& choice) const {
    for (std::size_t i = offer.first; i < offers_.size(); ++i) {
      const Choice& other = offers_[i];
      if (other.port == choice.port && other.vcs == choice.vcs && other.escape == choice.escape) {
        return true;
      }
    }
    return false;
  }

  void take(const Spot& spot, const Offer& offer) {
    bool last = false;
    for (std::uint32_t i = offer.first; i < offer.first + offer.count; ++i) {
      const Choice& choice = offers_[i];
      const Link link =
          choice.port < graph_.outputs(spot.at) ? graph_.out(spot.at, choice.port) : Link{};
      if (link.kind == Link::Kind::end && link.id == head_.destination) {
        last = true;
        continue;
      }
      if (link.kind != Link::Kind::channel) fail(wrong_port(choice.port, link));
      for (unsigned left = ground_.groups_of(choice.vcs); left != 0; left &= left - 1) {
        const auto group = static_cast<unsigned>(std::countr_zero(left));
        const std::uint32_t next = ground_.node(link.id, group);
        observer_.asks(spot, choice, group, next, head_);
        if (mark_[next] < entered_) {
          stack_.push_back(next);
        } else if (mark_[next] == entered_) {
          fail("comes back to where it was", ground_.channel(next).to);
        }
      }
    }
    // Nobody sends to itself; but what goes to a twin goes this way.
    const bool own = spot.node == kNowhere && to_end_ && head_.source == head_.destination &&
                     !ground_.has_twin(head_.source);
    if (!offer.always && !own) fail("ends: no choice there");
    observer_.state(spot, head_, offer.always_escape || last || own);
  }

  static std::string wrong_port(unsigned port, const Link& link) {
    const std::string by = "goes on by port " + std::to_string(port) + ", which leads ";
    return by + (link.kind == Link::Kind::end ? "to end point " + std::to_string(link.id)
                                              : std::string("nowhere"));
  }

  [[noreturn]] void fail(const std::string& what, RouterId beyond = kNoRouter) const {
    constexpr std::size_t kShown = 12;  // routers of the way
    std::vector<RouterId> way{root_.at};
    for (const std::uint32_t node : stack_) {
      if ((node & kLeave) != 0) way.push_back(ground_.channel(node & ~kLeave).to);
    }
    if (beyond != kNoRouter) way.push_back(beyond);
    std::string text = "routing: the way from ";
    text += root_.node == kNowhere ? "end point " + std::to_string(head_.source)
                                   : graph_.name(root_.at) + ", between,";
    text += " to ";
    text += to_end_ ? "end point " + std::to_string(head_.destination) : graph_.name(head_.via);
    text += " " + what + ": ";
    for (std::size_t i = 0; i < way.size(); ++i) {
      const bool left_out = way.size() > kShown && i >= kShown / 2 && i < way.size() - kShown / 2;
      if (left_out && i > kShown / 2) continue;
      text += (i == 0 ? "" : " -> ") + (left_out ? std::string("...") : graph_.name(way[i]));
    }
    throw kernel::InputError(text);
  }

  Ground& ground_;
  const Graph& graph_;
  Observer& observer_;
  Head head_;
  bool to_end_ = true;
  EndId other_ = 0;  // an end point at another router than end point 0, if there is one
  Spot root_;
  std::vector<std::uint32_t> mark_;  // by node: entered_ or left_ of the last target that came by
  std::uint32_t entered_ = 0, left_ = 1;
  std::vector<std::uint32_t> stack_;
  Choices choices_;
  std::vector<Choice> offers_;   // those of all Offers
  std::vector<Offer> offer_at_;  // by router, where the input does not matter
  std::uint64_t states_ = 0;
};

}  // namespace rc::noc
