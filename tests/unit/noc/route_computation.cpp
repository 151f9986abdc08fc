// SPDX-License-Identifier: Apache-2.0
// Route computation: walks all admissible paths of every pair of nodes.
#include "hw_model/noc/router/route_computation.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "hw_model/noc/network/topology.h"
#include "tests/support/noc_traffic.h"

namespace rc::noc {
namespace {

struct Step {
  unsigned x, y, in_port, in_vc, out_port, out_vc;
};

// Walks every admissible path of a packet and calls `visit(Step)` for each hop of each.
class Walker {
 public:
  explicit Walker(const NocParams& params) : params_(params) {
    for (unsigned y = 0; y < params.rows; ++y)
      for (unsigned x = 0; x < params.cols; ++x) routers_.emplace_back(params, x, y);
  }

  // False if some path is longer than `budget` hops.
  template <class Visit>
  bool walk(unsigned x, unsigned y, unsigned in_port, unsigned in_vc, const Flit& head,
            unsigned budget, Visit visit) const {
    const Routes routes = routers_[x + params_.cols * y](in_port, in_vc, head);
    if (routes.count == 0 || routes.vcs == 0) return false;
    if (head.dst_x == x && head.dst_y == y)
      return routes.count == 1 && routes.port[0] == head.dst_port;
    if (budget == 0) return false;
    for (unsigned i = 0; i < routes.count; ++i) {
      const unsigned port = routes.port[i];
      const std::int32_t next = neighbour(params_, x, y, port);
      if (next == kNoNode) return false;
      for (unsigned vc = 0; vc < params_.vcs; ++vc) {
        if ((routes.vcs >> vc & 1) == 0) continue;
        visit(Step{x, y, in_port, in_vc, port, vc});
        const auto node = static_cast<unsigned>(next);
        if (!walk(node % params_.cols, node / params_.cols, opposite(port), vc, head, budget - 1,
                  visit))
          return false;
      }
    }
    return true;
  }

 private:
  NocParams params_;
  std::vector<RouteComputation> routers_;
};

NocParams network(const char* topology, const char* routing, unsigned cols, unsigned rows) {
  NocParams params;
  params.topology = topology;
  params.routing = routing;
  params.cols = cols;
  params.rows = rows;
  params.vcs = 2;
  params.message_classes = 1;
  return params;
}

// Every path of every pair, on every injection VC; all of them minimal.
template <class Visit>
void walk_all(const NocParams& params, Visit visit) {
  const Walker walker(params);
  const unsigned nodes = params.cols * params.rows;
  for (unsigned from = 0; from < nodes; ++from) {
    for (unsigned to = 0; to < nodes; ++to) {
      Flit head;
      head.dst_x = static_cast<std::uint8_t>(to % params.cols);
      head.dst_y = static_cast<std::uint8_t>(to / params.cols);
      for (unsigned vc = 0; vc < params.vcs; ++vc) {
        ASSERT_TRUE(walker.walk(from % params.cols, from / params.cols, kLocal, vc, head,
                                rc::test::distance(params, from, to), visit))
            << params.topology << " " << params.routing << " from " << from << " to " << to;
      }
    }
  }
}

TEST(NocRouting, EveryPathIsMinimal) {
  const auto nothing = [](const Step&) {};
  for (const char* routing : {"xy", "yx", "o1turn", "west-first", "odd-even"})
    for (const auto& [cols, rows] : {std::pair{4u, 3u}, std::pair{1u, 5u}, std::pair{5u, 1u}})
      walk_all(network("mesh", routing, cols, rows), nothing);
  for (const char* routing : {"xy", "yx"})
    for (const auto& [cols, rows] :
         {std::pair{4u, 3u}, std::pair{5u, 4u}, std::pair{2u, 2u}, std::pair{1u, 5u}})
      walk_all(network("torus", routing, cols, rows), nothing);
}

bool vertical(unsigned port) { return port == kNorth || port == kSouth; }

// A packet that came in at port East travels west, and so on.
unsigned heading(const Step& step) {
  return step.in_port == kLocal ? unsigned{kLocal} : opposite(step.in_port);
}

TEST(NocRouting, DimensionOrderTurnsOnce) {
  walk_all(network("mesh", "xy", 5, 4), [](const Step& step) {
    EXPECT_FALSE(vertical(heading(step)) && !vertical(step.out_port)) << step.x << "," << step.y;
  });
  walk_all(network("mesh", "yx", 5, 4), [](const Step& step) {
    const unsigned way = heading(step);
    EXPECT_FALSE((way == kEast || way == kWest) && vertical(step.out_port));
  });
}

TEST(NocRouting, WestFirstNeverTurnsWest) {
  bool adaptive = false;
  walk_all(network("mesh", "west-first", 5, 4), [&](const Step& step) {
    const unsigned way = heading(step);
    EXPECT_FALSE(step.out_port == kWest && way != kWest && way != kLocal);
    adaptive |= vertical(way) && step.out_port == kEast;
  });
  EXPECT_TRUE(adaptive);
}

TEST(NocRouting, OddEvenKeepsItsTurns) {
  bool east_then_vertical = false, vertical_then_west = false;
  walk_all(network("mesh", "odd-even", 6, 4), [&](const Step& step) {
    const unsigned way = heading(step);
    const bool even = step.x % 2 == 0;
    EXPECT_FALSE(even && way == kEast && vertical(step.out_port)) << step.x << "," << step.y;
    EXPECT_FALSE(!even && vertical(way) && step.out_port == kWest) << step.x << "," << step.y;
    east_then_vertical |= way == kEast && vertical(step.out_port);
    vertical_then_west |= vertical(way) && step.out_port == kWest;
  });
  EXPECT_TRUE(east_then_vertical);
  EXPECT_TRUE(vertical_then_west);
}

TEST(NocRouting, O1turnKeepsItsHalfAndItsOrder) {
  unsigned by_half[2] = {};
  walk_all(network("mesh", "o1turn", 5, 4), [&](const Step& step) {
    EXPECT_EQ(step.in_vc, step.out_vc);  // one VC a half here
    const unsigned way = heading(step);
    if (step.in_vc == 0) {
      EXPECT_FALSE(vertical(way) && !vertical(step.out_port));
    } else {
      EXPECT_FALSE((way == kEast || way == kWest) && vertical(step.out_port));
    }
    ++by_half[step.in_vc];
  });
  EXPECT_EQ(by_half[0], by_half[1]);
}

// No cycle of channel dependencies (Dally and Seitz): channels are (router, output port, VC).
TEST(NocRouting, ChannelDependenciesHaveNoCycle) {
  const auto acyclic = [](const NocParams& params) {
    const auto channel = [&](unsigned node, unsigned port, unsigned vc) {
      return (node * kPorts + port) * params.vcs + vc;
    };
    std::vector<std::set<unsigned>> next(params.cols * params.rows * kPorts * params.vcs);
    walk_all(params, [&](const Step& step) {
      if (step.in_port == kLocal) return;
      const std::int32_t before = neighbour(params, step.x, step.y, step.in_port);
      next[channel(static_cast<unsigned>(before), opposite(step.in_port), step.in_vc)].insert(
          channel(step.x + params.cols * step.y, step.out_port, step.out_vc));
    });
    // Depth-first search: a channel that is met again on its own path closes a cycle.
    std::vector<unsigned> state(next.size());  // 0 new, 1 on the path, 2 done
    const auto visit = [&](auto&& self, unsigned at) -> bool {
      state[at] = 1;
      for (const unsigned to : next[at])
        if (state[to] == 1 || (state[to] == 0 && !self(self, to))) return false;
      state[at] = 2;
      return true;
    };
    for (unsigned at = 0; at < next.size(); ++at)
      if (state[at] == 0 && !visit(visit, at)) return false;
    return true;
  };
  for (const char* routing : {"xy", "yx", "o1turn", "west-first", "odd-even"})
    EXPECT_TRUE(acyclic(network("mesh", routing, 5, 4))) << routing;
  for (const char* routing : {"xy", "yx"}) {
    EXPECT_TRUE(acyclic(network("torus", routing, 5, 4))) << routing;
    EXPECT_TRUE(acyclic(network("torus", routing, 4, 4))) << routing;
  }
}

}  // namespace
}  // namespace rc::noc
