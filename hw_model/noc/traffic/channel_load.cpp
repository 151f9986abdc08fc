// SPDX-License-Identifier: Apache-2.0
// For one destination after the other: the places where a packet can be form a graph without
// circles, and what arrives at a place is known once all places before it are done.
#include "hw_model/noc/traffic/channel_load.h"

#include <algorithm>
#include <bit>

#include "hw_model/kernel/error.h"

namespace rc::noc {
namespace {

class Spreading {
 public:
  Spreading(const Topology& topology, const Routing& routing)
      : graph_(topology.graph),
        routing_(routing),
        masks_(routing.groups()),
        hash_values_(routing.hash_values()),
        by_input_(routing.sees_input()),
        load_(graph_.channels().size()) {
    for (const VcMask mask : masks_) vcs_ += bits(mask);
    const std::size_t entries = graph_.channels().size() + graph_.ends().size();
    places_.resize(by_input_ ? entries * masks_.size() : graph_.routers());
  }

  // `share(source)` of what each end point offers goes to `destination`.
  template <class Share>
  void to(EndId destination, Share share) {
    destination_ = destination;
    on_way_ += 2;
    links_.clear();
    done_.clear();
    for (std::size_t source = 0; source < graph_.ends().size(); ++source) {
      const double its = share(static_cast<std::uint32_t>(source));
      if (its > 0) enter(static_cast<EndId>(source), its);
    }
    while (!done_.empty()) {
      Place& place = places_[done_.back()];
      done_.pop_back();
      for (std::uint32_t i = place.first; i < place.last; ++i) {
        const double flits = place.flits * links_[i].share;
        load_[links_[i].channel] += flits;
        places_[links_[i].next].flits += flits;
      }
      place.flits = 0;
    }
  }

  std::vector<double> load() && { return std::move(load_); }

 private:
  // A router or, where the input matters, a channel or an end point's way in, and a VC group.
  struct Place {
    std::uint32_t mark = 0;             // on_way_, or one more when all that follows is known
    std::uint32_t first = 0, last = 0;  // in links_
    double flits = 0;                   // that are there, of one a cycle and end point
  };
  struct Link {
    std::uint32_t next;
    ChannelId channel;
    double share;
  };
  struct Spot {
    RouterId at;
    unsigned in_port;
    std::size_t group;
  };
  struct Step {
    std::uint32_t place, link;
  };

  static unsigned bits(VcMask mask) { return static_cast<unsigned>(std::popcount(mask)); }

  std::uint32_t place(std::size_t entry, std::size_t group) const {
    return static_cast<std::uint32_t>(entry * masks_.size() + group);
  }

  Spot spot(std::uint32_t place) const {
    if (!by_input_) return {place, 0, 0};
    const std::size_t entry = place / masks_.size(), channels = graph_.channels().size();
    const std::size_t group = place % masks_.size();
    if (entry < channels) {
      const Channel& channel = graph_.channel(static_cast<ChannelId>(entry));
      return {channel.to, channel.in_port, group};
    }
    const End& end = graph_.end(static_cast<EndId>(entry - channels));
    return {end.in_router, end.in_port, group};
  }

  void enter(EndId source, double flits) {
    source_ = source;
    if (!by_input_) {
      const RouterId at = graph_.end(source).in_router;
      places_[at].flits += flits;
      walk(at);
      return;
    }
    for (std::size_t group = 0; group < masks_.size(); ++group) {
      const std::uint32_t at = place(graph_.channels().size() + source, group);
      places_[at].flits += flits * bits(masks_[group]) / vcs_;
      walk(at);
    }
  }

  // In depth: puts all places that follow into done_, each before those that lead to it.
  void walk(std::uint32_t from) {
    if (places_[from].mark >= on_way_) return;
    open(from);
    while (!steps_.empty()) {
      Step& step = steps_.back();
      if (step.link == places_[step.place].last) {
        places_[step.place].mark = on_way_ + 1;
        done_.push_back(step.place);
        steps_.pop_back();
        continue;
      }
      const std::uint32_t next = links_[step.link++].next;
      if (places_[next].mark < on_way_) {
        open(next);
      } else if (places_[next].mark == on_way_) {
        fail(next, "comes back to");
      }
    }
  }

  void open(std::uint32_t number) {
    const Spot here = spot(number);
    const auto first = static_cast<std::uint32_t>(links_.size());
    for (unsigned hash = 0; hash < hash_values_; ++hash) {
      Head head;
      head.source = source_;
      head.destination = destination_;
      head.phase = 1;
      head.hash = hash;
      routing_.route(here.at, here.in_port,
                     static_cast<unsigned>(std::countr_zero(masks_[here.group])), head, choices_);
      unsigned escapes = 0;
      for (const Choice& choice : choices_) escapes += choice.escape;
      const bool escape = escapes == choices_.size();
      if (choices_.size() == 0) fail(number, "has no choice in");
      const double share = 1.0 / (escape ? escapes : choices_.size() - escapes) / hash_values_;
      for (const Choice& choice : choices_) {
        if (choice.escape == escape) take(number, choice, first, share);
      }
    }
    places_[number].mark = on_way_;
    places_[number].first = first;
    places_[number].last = static_cast<std::uint32_t>(links_.size());
    steps_.push_back({number, first});
  }

  void take(std::uint32_t number, const Choice& choice, std::uint32_t first, double share) {
    const RouterId at = spot(number).at;
    const noc::Link link =
        choice.port < graph_.outputs(at) ? graph_.out(at, choice.port) : noc::Link{};
    if (link.kind == noc::Link::Kind::end && link.id == destination_) return;
    if (link.kind != noc::Link::Kind::channel) fail(number, "goes on by a wrong port of");
    if (!by_input_) return add(graph_.channel(link.id).to, link.id, first, share);
    for (std::size_t group = 0; group < masks_.size(); ++group) {
      const auto vcs = static_cast<VcMask>(masks_[group] & choice.vcs);
      if (vcs != 0)
        add(place(link.id, group), link.id, first, share * bits(vcs) / bits(choice.vcs));
    }
  }

  // Joined with an equal link of the same place.
  void add(std::uint32_t next, ChannelId channel, std::uint32_t first, double share) {
    for (std::size_t i = first; i < links_.size(); ++i) {
      if (links_[i].next != next || links_[i].channel != channel) continue;
      links_[i].share += share;
      return;
    }
    links_.push_back({next, channel, share});
  }

  [[noreturn]] void fail(std::uint32_t number, const std::string& what) const {
    throw kernel::InputError("channel load: the way from end point " + std::to_string(source_) +
                             " to end point " + std::to_string(destination_) + " " + what + " " +
                             graph_.name(spot(number).at));
  }

  const Graph& graph_;
  const Routing& routing_;
  std::vector<VcMask> masks_;
  unsigned vcs_ = 0;
  unsigned hash_values_;
  bool by_input_;
  std::vector<double> load_;
  std::vector<Place> places_;
  std::uint32_t on_way_ = 0;
  EndId source_ = 0, destination_ = 0;
  std::vector<Link> links_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> done_;
  Choices choices_;
};

}  // namespace

std::vector<double> channel_load(const Topology& topology, const Routing& routing,
                                 const Pattern& pattern) {
  if (routing.two_phases()) {
    throw kernel::InputError(
        "channel load: the routing has two phases, expected one that does not go over a router "
        "between");
  }
  Spreading spreading(topology, routing);
  for (std::uint32_t end = 0; end < topology.graph.ends().size(); ++end) {
    spreading.to(static_cast<EndId>(end),
                 [&](std::uint32_t source) { return pattern.share(source, end); });
  }
  return std::move(spreading).load();
}

bool oblivious(const Topology& topology, const Routing& routing) {
  if (routing.two_phases() || routing.sees_input()) return false;
  const Graph& graph = topology.graph;
  Choices choices;
  for (std::uint32_t end = 0; end < graph.ends().size(); ++end) {
    for (RouterId router = 0; router < graph.routers(); ++router) {
      for (unsigned hash = 0; hash < routing.hash_values(); ++hash) {
        Head head;
        head.destination = static_cast<EndId>(end);
        head.phase = 1;
        head.hash = hash;
        routing.route(router, 0, 0, head, choices);
        if (choices.size() > 1) return false;
      }
    }
  }
  return true;
}

std::vector<double> received_load(const Graph& graph, const Pattern& pattern) {
  const auto ends = static_cast<std::uint32_t>(graph.ends().size());
  std::vector<double> received(ends);
  for (std::uint32_t end = 0; end < ends; ++end) {
    for (std::uint32_t source = 0; source < ends; ++source)
      received[end] += pattern.share(source, end);
  }
  return received;
}

double capacity(const Graph& graph, const std::vector<double>& received,
                const std::vector<double>& load) {
  double busiest = 1;
  for (ChannelId id = 0; id < load.size(); ++id)
    busiest = std::max(busiest, load[id] * graph.channel(id).cycles_per_flit);
  for (const double flits : received) busiest = std::max(busiest, flits);
  return 1 / busiest;
}

}  // namespace rc::noc
