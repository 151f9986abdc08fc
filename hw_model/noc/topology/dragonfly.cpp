// SPDX-License-Identifier: Apache-2.0
// Dragonfly: groups of routers, all joined inside, and global channels between all groups.
//
// Arrangement: palmtree. Global channel j of a group, at router j / h, leads `offset` groups on. A
// round of the offsets 1 to g - 1 joins each pair of groups once; there are as many whole rounds as
// fit. What is left is a part of a round that looks the same from both sides: the nearest groups on
// either side and, if the count is odd, the one opposite. Where there is none, a channel is unused.
#include <algorithm>
#include <cmath>

#include "hw_model/noc/graph/builder.h"
#include "hw_model/noc/topology/topology.h"

namespace rc::noc {
namespace {

// Of a global channel: how many groups on, and by which of them it comes in there.
struct Global {
  unsigned offset, back;
};

std::vector<Global> arrange(unsigned groups, unsigned channels) {
  std::vector<Global> all;
  if (groups == 1) return all;
  const unsigned round = groups - 1;
  // The offsets are such that the one at the mirrored place of its round leads back.
  const auto add = [&all](const std::vector<unsigned>& offsets) {
    const auto first = static_cast<unsigned>(all.size());
    const auto last = first + static_cast<unsigned>(offsets.size()) - 1;
    for (const unsigned offset : offsets) {
      const auto at = static_cast<unsigned>(all.size());
      all.push_back({offset, first + last - at});
    }
  };
  std::vector<unsigned> offsets;
  for (unsigned offset = 1; offset <= round; ++offset) offsets.push_back(offset);
  for (unsigned i = 0; i < channels / round; ++i) add(offsets);
  const unsigned left = channels % round, side = left / 2;
  offsets.clear();
  for (unsigned offset = 1; offset <= side; ++offset) offsets.push_back(offset);
  if (left % 2 == 1 && groups % 2 == 0) offsets.push_back(groups / 2);
  for (unsigned offset = groups - side; offset <= round; ++offset) offsets.push_back(offset);
  add(offsets);
  return all;
}

// Groups are square blocks on a square; a router has room for its ends.
void place(Topology& topology, unsigned groups, unsigned a, unsigned p) {
  const auto side = [](unsigned count) {
    return static_cast<unsigned>(std::ceil(std::sqrt(count) - 1e-9));
  };
  const unsigned block = side(a), blocks = side(groups);
  const double pitch = std::sqrt(p);
  for (unsigned group = 0; group < groups; ++group) {
    const unsigned column = group % blocks, row = group / blocks;
    for (unsigned i = 0; i < a; ++i) {
      const unsigned x = column * block + i % block, y = row * block + i / block;
      topology.digits.push_back({static_cast<std::uint16_t>(group), static_cast<std::uint16_t>(i)});
      topology.routers.push_back({pitch * x, pitch * y, 0});
    }
  }
}

}  // namespace

Topology make_dragonfly(const TopologyParams& params) {
  const unsigned a = params.dragonfly_a, h = params.dragonfly_h, p = params.dragonfly_p;
  check_range(params.family, a, "routers a group (a)", 1, kMaxRadix);
  check_range(params.family, h, "global channels a router (h)", 1, kMaxRadix);
  check_range(params.family, p, "end points a router (p)", 1, kMaxRadix);
  check_range(params.family, a - 1 + h + p, "ports a router (a - 1 + h + p)", 1, kMaxRadix);
  const unsigned groups = params.groups == 0 ? a * h + 1 : params.groups;
  check_range(params.family, groups, "groups", 1, a * h + 1);
  check_range(params.family, std::uint64_t{groups} * a * p, "end points in all", 1, kMaxEnds);
  check_range(params.family, params.global_wire, "cycles between groups (global_wire)", 0,
              kMaxWire);
  const std::vector<Global> globals = arrange(groups, a * h);
  GraphBuilder builder{params.wire, params.end_wire, {}, {}};
  for (unsigned group = 0; group < groups; ++group) {
    const RouterId first = group * a;
    for (unsigned i = 0; i < a; ++i) {
      for (unsigned j = i + 1; j < a; ++j) builder.both_ways(first + i, j - 1, first + j, i);
    }
    for (unsigned j = 0; j < globals.size(); ++j) {
      const auto [offset, back] = globals[j];
      const RouterId there = (group + offset) % groups * a;
      builder.one_way(first + j / h, a - 1 + j % h, there + back / h, a - 1 + back % h);
      builder.channels.back().wire =
          static_cast<std::uint8_t>(std::max(params.wire, params.global_wire));
    }
  }
  const std::size_t routers = std::size_t{groups} * a;
  builder.ends_at_each(routers, a - 1 + h, p);
  Topology topology;
  topology.family = params.family;
  topology.graph = builder.finish(routers, a - 1 + h + p);
  topology.shape = {Shape::Kind::dragonfly, {groups, a}, false, 0, p};
  place(topology, groups, a, p);
  return topology;
}

}  // namespace rc::noc
