// SPDX-License-Identifier: Apache-2.0
// Circles in random graphs, against a plain search.
#include "hw_model/noc/deadlock/circle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>

#include "hw_model/noc/deadlock/deadlock.h"
#include "tests/unit/noc/deadlock/networks.h"

namespace rc::noc {
namespace {

// From 0 to 2^32 - 1.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  std::uint32_t operator()() { return static_cast<std::uint32_t>(engine_()); }

 private:
  std::mt19937 engine_;
};

using Links = std::vector<std::set<std::uint32_t>>;

bool has_circle(const Links& links) {
  std::vector<int> colour(links.size(), 0);
  const std::function<bool(std::uint32_t)> visit = [&](std::uint32_t node) {
    colour[node] = 1;
    for (const std::uint32_t to : links[node]) {
      if (colour[to] == 1 || (colour[to] == 0 && visit(to))) return true;
    }
    colour[node] = 2;
    return false;
  };
  for (std::uint32_t node = 0; node < links.size(); ++node) {
    if (colour[node] == 0 && visit(node)) return true;
  }
  return false;
}

Dependencies packed(const Links& links) {
  Dependencies graph;
  for (const auto& row : links) {
    graph.first.push_back(graph.to.size());
    graph.to.insert(graph.to.end(), row.begin(), row.end());
  }
  graph.first.push_back(graph.to.size());
  return graph;
}

TEST(Circle, IsFoundWhereThereIsOne) {
  Random random(1);
  unsigned with = 0;
  for (int round = 0; round < 1000; ++round) {
    const std::uint32_t nodes = 1 + random() % 12;
    Links links(nodes);
    for (std::uint32_t i = random() % (2 * nodes); i > 0; --i) {
      links[random() % nodes].insert(random() % nodes);
    }
    const std::vector<std::uint32_t> circle = shortest_circle(packed(links));
    ASSERT_EQ(!circle.empty(), has_circle(links)) << round;
    for (std::size_t i = 0; i < circle.size(); ++i) {
      ASSERT_TRUE(links[circle[i]].contains(circle[(i + 1) % circle.size()])) << round;
    }
    with += !circle.empty();
  }
  EXPECT_GT(with, 300u);
  EXPECT_LT(with, 900u);
}

TEST(Circle, IsAShortestOfTheSmallestComponent) {
  // 0 1 2 3 in a ring with a way from 2 to 0; 4 to 9 in a ring with a pair in it.
  Links links(10);
  links[0] = {1}, links[1] = {2}, links[2] = {3, 0}, links[3] = {0, 4};
  for (std::uint32_t node = 4; node < 9; ++node) links[node] = {node + 1};
  links[9] = {4}, links[5].insert(4);
  std::vector<std::uint32_t> circle = shortest_circle(packed(links));
  std::sort(circle.begin(), circle.end());
  EXPECT_EQ(circle, (std::vector<std::uint32_t>{0, 1, 2}));
}

// Random graphs under random relations of shortest ways, against all ways of all packets, walked
// one by one.
TEST(Deadlock, AgreesWithAllWalksOnRandomGraphs) {
  Random random(2);
  unsigned free = 0;
  constexpr int kRounds = 1000;
  for (int round = 0; round < kRounds; ++round) {
    const std::uint32_t routers = 3 + random() % 5;
    std::vector<Channel> channels;
    std::vector<unsigned> used_out(routers, 1), used_in(routers, 1);
    const auto join = [&](RouterId from, RouterId to) {
      channels.push_back({.from = from,
                          .to = to,
                          .out_port = static_cast<PortId>(used_out[from]++),
                          .in_port = static_cast<PortId>(used_in[to]++)});
    };
    std::vector<End> ends;
    for (RouterId router = 0; router < routers; ++router) {
      // A ring, sometimes a line, keeps it connected.
      const RouterId next = (router + 1) % routers;
      if (next != 0 || round % 2 == 0) join(router, next);
      if (round % 2 == 1 && next != 0) join(next, router);
      ends.push_back({.in_router = router, .out_router = router});
    }
    for (std::uint32_t i = random() % (2 * routers); i > 0; --i) {
      const auto from = random() % routers;
      const auto to = random() % routers;
      if (from != to) join(from, to);
    }
    Topology topology;
    topology.graph = Graph(routers, 0, channels, ends);
    const Graph& graph = topology.graph;
    // Shortest ways; which of them, and on which of two VCs, by a number of the round.
    std::vector<std::vector<std::uint16_t>> far;
    for (RouterId router = 0; router < routers; ++router)
      far.push_back(distances_to(graph, router));
    const std::uint32_t salt = random();
    const test::By relation(
        {1, 2}, [&](RouterId at, unsigned, unsigned in_vc, Head& head, Choices& choices) {
          if (at == head.destination) return choices.add(0, 3);
          const std::uint32_t draw =
              salt ^ (at * 2654435761u) ^ (head.destination * 40503u) ^ in_vc << 7;
          const bool adaptive = draw % 5 == 0;
          std::uint32_t skip = draw >> 8;
          for (unsigned again = 0; again < 2 && choices.size() == 0; ++again) {
            for (unsigned port = 1; port < graph.outputs(at); ++port) {
              const RouterId next = graph.channel(graph.out(at, port).id).to;
              if (far[head.destination][next] + 1 != far[head.destination][at]) continue;
              if (!adaptive && again == 0 && skip++ % 2 != 0) continue;
              choices.add(port, static_cast<VcMask>(1u + (draw >> 16) % 3));
              if (!adaptive) break;
            }
          }
        });

    Links links(channels.size() * 2);
    const std::function<void(Head, RouterId, unsigned, unsigned, std::uint32_t)> walk =
        [&](Head head, RouterId at, unsigned in_port, unsigned in_vc, std::uint32_t held) {
          if (at == head.destination) return;
          Choices choices;
          relation.route(at, in_port, in_vc, head, choices);
          for (const Choice& choice : choices) {
            for (unsigned vc = 0; vc < 2; ++vc) {
              if ((choice.vcs >> vc & 1) == 0) continue;
              const ChannelId id = graph.out(at, choice.port).id;
              if (held != ~0u) links[held].insert(2 * id + vc);
              walk(head, graph.channel(id).to, graph.channel(id).in_port, vc, 2 * id + vc);
            }
          }
        };
    for (EndId source = 0; source < routers; ++source) {
      for (EndId to = 0; to < routers; ++to) {
        Head head{.source = source, .destination = to, .phase = 1};
        for (unsigned vc = 0; vc < 2; ++vc) walk(head, source, 0, vc, ~0u);
      }
    }
    const DeadlockVerdict verdict = check_deadlock(topology, relation, {});
    std::size_t edges = 0;
    for (const auto& row : links) edges += row.size();
    ASSERT_EQ(verdict.free, !has_circle(links)) << round;
    ASSERT_EQ(verdict.edges, edges) << round;
    for (std::size_t i = 0; i < verdict.circle.size(); ++i) {
      const DeadlockStep &step = verdict.circle[i],
                         &next = verdict.circle[(i + 1) % verdict.circle.size()];
      ASSERT_TRUE(links[2 * step.channel + step.vcs / 2].contains(2 * next.channel + next.vcs / 2));
    }
    free += verdict.free;
  }
  EXPECT_GT(free, kRounds / 10);
  EXPECT_LT(free, kRounds * 9 / 10);
}

}  // namespace
}  // namespace rc::noc
