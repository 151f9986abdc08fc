// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/least_latency.h"

#include <algorithm>
#include <array>

namespace rc::noc {
namespace {

constexpr unsigned kBuckets = kMaxWire + 1;  // a wire leads to one of the next kMaxWire distances

struct Edge {
  RouterId router;
  std::uint8_t cycles;
  PortId port;
};

// The first port of the best way from one router to each, found by growing distance.
class Search {
 public:
  explicit Search(const Graph& graph) : out_(graph.routers()), reached_(graph.routers()) {
    for (RouterId at = 0; at < graph.routers(); ++at) {
      for (unsigned port = 0; port < graph.outputs(at); ++port) {
        const Link& link = graph.out(at, port);
        if (link.kind != Link::Kind::channel) continue;
        const Channel& channel = graph.channel(link.id);
        out_[at].push_back({channel.to, std::max<std::uint8_t>(channel.wire, 1), channel.out_port});
      }
    }
  }

  void from(RouterId start) {
    std::fill(reached_.begin(), reached_.end(), Reached{});
    reached_[start].distance = 0;
    bucket_[0].push_back(start);
    std::size_t waiting = 1;
    for (std::uint32_t distance = 0; waiting > 0; ++distance) {
      std::vector<RouterId>& bucket = bucket_[distance % kBuckets];
      waiting -= bucket.size();
      for (const RouterId at : bucket) {
        if (reached_[at].distance != distance) continue;  // by a shorter way before
        for (const Edge& edge : out_[at]) {
          const PortId first = at == start ? edge.port : reached_[at].first;
          waiting += reach(edge, at, distance, first);
        }
      }
      bucket.clear();
    }
  }
  PortId first_port(RouterId to) const { return reached_[to].first; }

 private:
  struct Reached {
    std::uint32_t distance = ~std::uint32_t{0};
    std::uint32_t before_distance = 0;
    RouterId before = 0;
    PortId first = kNoPort;
  };

  // Over `at`. True if this way is shorter than those so far; of equal ones the better stays.
  bool reach(const Edge& edge, RouterId at, std::uint32_t distance, PortId first) {
    Reached& there = reached_[edge.router];
    const std::uint32_t its = distance + edge.cycles;
    const bool shorter = its < there.distance;
    const bool better =
        its == there.distance && distance == there.before_distance && at < there.before;
    if (shorter || better) there = {its, distance, at, first};
    if (shorter) bucket_[its % kBuckets].push_back(edge.router);
    return shorter;
  }

  std::vector<std::vector<Edge>> out_;  // by router
  std::vector<Reached> reached_;
  std::array<std::vector<RouterId>, kBuckets> bucket_;  // by distance, modulo
};

}  // namespace

LeastLatencyWay::LeastLatencyWay(const std::string& what, const Graph& graph)
    : targets_(graph), port_(graph.routers() * targets_.size(), kNoPort) {
  Search search(graph);
  for (RouterId at = 0; at < graph.routers(); ++at) {
    search.from(at);
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      port_[at * targets_.size() + i] = search.first_port(targets_.router(i));
    }
  }
  targets_.require_ways(what, graph, [&](RouterId from, std::size_t target) {
    return from == targets_.router(target) || port_[from * targets_.size() + target] != kNoPort;
  });
}

}  // namespace rc::noc
