// SPDX-License-Identifier: Apache-2.0
#include "hw_model/noc/routing/up_down.h"

#include <algorithm>
#include <tuple>

namespace rc::noc {

UpDownWays::UpDownWays(const std::string& what, const Graph& graph)
    : graph_(graph),
      targets_(graph),
      root_(find_root()),
      level_(distances_to(graph, root_)),
      came_down_(graph.all_inputs()),
      ways_(moves(), target_states()) {
  for (const Channel& channel : graph.channels()) {
    came_down_[graph.input_base(channel.to) + channel.in_port] = down(channel);
  }
  targets_.require_ways(what, graph, [this](RouterId from, std::size_t target) {
    return ways_.reaches(2 * from, target);
  });
}

bool UpDownWays::down(const Channel& channel) const {
  return std::pair(level_[channel.to], channel.to) > std::pair(level_[channel.from], channel.from);
}

RouterId UpDownWays::find_root() const {
  const std::size_t routers = graph_.routers();
  const std::size_t stride = (routers + kMostRoots - 1) / kMostRoots;
  RouterId best = 0;
  std::tuple<std::size_t, unsigned, std::size_t> least{~std::size_t{0}, 0, 0};
  for (std::size_t router = 0; router < routers; router += stride) {
    std::size_t lost = 0, sum = 0;
    unsigned furthest = 0;
    for (const std::uint16_t distance : distances_to(graph_, static_cast<RouterId>(router))) {
      if (distance == kUnreachable) {
        ++lost;
      } else {
        furthest = std::max<unsigned>(furthest, distance);
        sum += distance;
      }
    }
    const std::tuple its{lost, furthest, sum};
    if (its >= least) continue;
    least = its;
    best = static_cast<RouterId>(router);
  }
  return best;
}

Moves UpDownWays::moves() const {
  Moves moves(2 * graph_.routers());
  for (RouterId at = 0; at < graph_.routers(); ++at) {
    for (unsigned port = 0; port < graph_.outputs(at); ++port) {
      const Link& link = graph_.out(at, port);
      if (link.kind != Link::Kind::channel) continue;
      const Channel& channel = graph_.channel(link.id);
      const bool goes_down = down(channel);
      const Move move{2 * channel.to + goes_down, channel.out_port};
      moves[2 * at].push_back(move);
      if (goes_down) moves[2 * at + 1].push_back(move);
    }
  }
  return moves;
}

std::vector<std::vector<std::uint32_t>> UpDownWays::target_states() const {
  std::vector<std::vector<std::uint32_t>> states;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    states.push_back({2 * targets_.router(i), 2 * targets_.router(i) + 1});
  }
  return states;
}

void UpDown::route(RouterId at, unsigned in_port, unsigned, Head& head, Choices& choices) const {
  if (arrived(at, head, choices)) return;
  ways_.next(at, ways_.came_down(at, in_port), last_router(head), [&](PortId port) {
    choices.add(port, all(head));
    return true;
  });
}

bool two_way(const Graph& graph) {
  std::vector<std::pair<RouterId, RouterId>> ways;
  for (const Channel& channel : graph.channels()) ways.emplace_back(channel.from, channel.to);
  std::sort(ways.begin(), ways.end());
  return std::all_of(ways.begin(), ways.end(), [&](const auto& way) {
    return std::binary_search(ways.begin(), ways.end(), std::pair(way.second, way.first));
  });
}

}  // namespace rc::noc
