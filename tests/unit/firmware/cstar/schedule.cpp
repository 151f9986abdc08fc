// SPDX-License-Identifier: Apache-2.0
// Schedules of the collective routines, played without a machine.
#include "firmware/cstar/schedule/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace cstar {
namespace {

// Every mesh up to 8 x 8, and the larger cubes.
std::vector<Mesh> meshes() {
  std::vector<Mesh> all;
  for (int rows = 1; rows <= 8; ++rows)
    for (int columns = 1; columns <= 8; ++columns) all.push_back({rows, columns});
  all.push_back(mesh_of(7));
  return all;
}

bool is_cube(Mesh mesh) { return is_power_of_two(mesh.rows) && is_power_of_two(mesh.columns); }

std::vector<Style> styles_of(Mesh mesh) {
  if (is_cube(mesh)) return {Style::mesh, Style::hypercube};
  return {Style::mesh};
}

// What `transfer(node)` says of both ends of every message agrees.
template <class TransferOf>
void expect_matched(Mesh mesh, TransferOf transfer) {
  for (int node = 0; node < mesh.nodes(); ++node) {
    const Transfer mine = transfer(node);
    if (mine.to != kNobody) {
      ASSERT_NE(mine.to, node);
      EXPECT_EQ(transfer(mine.to).from, node);
    }
    if (mine.from != kNobody) {
      EXPECT_EQ(transfer(mine.from).to, node);
    }
  }
}

TEST(CstarMesh, NumbersNodesByGrayCodes) {
  EXPECT_EQ((Mesh{2, 4}.node({1, 2})), 0b111);  // the report's example
  for (int d = 0; d <= 7; ++d) {
    const Mesh mesh = mesh_of(d);
    ASSERT_EQ(mesh.nodes(), 1 << d);
    std::vector<int> seen(static_cast<std::size_t>(mesh.nodes()));
    for (int row = 0; row < mesh.rows; ++row)
      for (int column = 0; column < mesh.columns; ++column) {
        const int node = mesh.node({row, column});
        ++seen.at(static_cast<std::size_t>(node));
        EXPECT_EQ(mesh.place(node), (Place{row, column}));
        const auto apart = [&](Place other) {
          return std::popcount(unsigned(node ^ mesh.node(other)));
        };
        EXPECT_EQ(apart({row, std::max(column - 1, 0)}), column > 0 ? 1 : 0);
        EXPECT_EQ(apart({std::max(row - 1, 0), column}), row > 0 ? 1 : 0);
      }
    for (const int times : seen) EXPECT_EQ(times, 1);
  }
}

TEST(CstarMesh, ExtraPositionsGoToLowerProcessors) {
  for (int processors = 1; processors <= 9; ++processors)
    for (int positions = 1; positions <= 40; ++positions) {
      const Blocks blocks{positions, processors};
      int next = 0;
      for (int p = 0; p < processors; ++p) {
        EXPECT_EQ(blocks.begin(p), next);
        EXPECT_LE(blocks.count(p), blocks.count(std::max(p - 1, 0)));
        EXPECT_LE(blocks.count(0) - blocks.count(p), 1);
        for (int i = 0; i < blocks.count(p); ++i) EXPECT_EQ(blocks.owner(next + i), p);
        next += blocks.count(p);
      }
      EXPECT_EQ(next, positions);
    }
}

TEST(CstarSchedule, BroadcastReachesAllFromEverySource) {
  for (const Mesh mesh : meshes())
    for (const Style style : styles_of(mesh))
      for (int source = 0; source < mesh.nodes(); ++source) {
        std::vector<bool> has(static_cast<std::size_t>(mesh.nodes()));
        has[static_cast<std::size_t>(source)] = true;
        int messages = 0;
        for (int step = 1; step <= broadcast_steps(style, mesh); ++step) {
          const auto transfer = [&](int node) {
            return broadcast_transfer(style, mesh, source, node, step);
          };
          expect_matched(mesh, transfer);
          const auto before = has;
          for (int node = 0; node < mesh.nodes(); ++node) {
            const int from = transfer(node).from;
            if (from == kNobody) continue;
            EXPECT_TRUE(before[static_cast<std::size_t>(from)]);
            EXPECT_FALSE(before[static_cast<std::size_t>(node)]);
            has[static_cast<std::size_t>(node)] = true;
            ++messages;
          }
        }
        EXPECT_EQ(messages, mesh.nodes() - 1);
        for (const bool reached : has) EXPECT_TRUE(reached);
      }
}

TEST(CstarSchedule, ReduceAddsEveryNodeOnce) {
  for (const Mesh mesh : meshes())
    for (const Style style : styles_of(mesh)) {
      const auto count = static_cast<std::size_t>(mesh.nodes());
      // How often each node's value is in each node's.
      std::vector<std::vector<int>> parts(count, std::vector<int>(count));
      for (std::size_t node = 0; node < count; ++node) parts[node][node] = 1;
      for (int step = 1; step <= reduce_steps(style, mesh); ++step) {
        const auto transfer = [&](int node) { return reduce_transfer(style, mesh, node, step); };
        expect_matched(mesh, transfer);
        const auto before = parts;
        for (std::size_t node = 0; node < count; ++node) {
          const Transfer mine = transfer(static_cast<int>(node));
          if (mine.from == kNobody) continue;
          const auto& other = before[static_cast<std::size_t>(mine.from)];
          for (std::size_t i = 0; i < count; ++i)
            parts[node][i] = mine.relay ? other[i] : parts[node][i] + other[i];
        }
      }
      for (const auto& of_node : parts)
        for (const int times : of_node) EXPECT_EQ(times, 1);
    }
}

TEST(CstarSchedule, PacketsArriveFromEverywhereToEverywhere) {
  for (const Mesh mesh : meshes())
    for (const Style style : styles_of(mesh))
      for (int source = 0; source < mesh.nodes(); ++source)
        for (int destination = 0; destination < mesh.nodes(); ++destination) {
          int at = source;
          for (int step = 1; step <= reduce_steps(style, mesh); ++step)
            if (at != destination && packet_leaves(style, mesh, at, step, destination)) {
              at = reduce_transfer(style, mesh, at, step).to;
              ASSERT_NE(at, kNobody);
            }
          ASSERT_EQ(at, destination) << mesh.rows << " x " << mesh.columns << " from " << source;
        }
}

TEST(CstarSchedule, StepsAreThoseOfTheReport) {
  for (int d = 0; d <= 7; ++d) {
    const Mesh mesh = mesh_of(d);
    EXPECT_EQ(reduce_steps(Style::mesh, mesh), d + 4);
    EXPECT_EQ(reduce_steps(Style::hypercube, mesh), d);
    EXPECT_EQ(broadcast_steps(Style::mesh, mesh), d);
    EXPECT_EQ(broadcast_steps(Style::hypercube, mesh), d);
  }
}

// Figure 4.5: 7 processors in a row.
TEST(CstarSchedule, SevenInARowReduceAsInTheFigure) {
  const Mesh row{1, 7};
  const auto transfer = [&](int node, int step) {
    return reduce_transfer(Style::mesh, row, node, step);
  };
  EXPECT_EQ(transfer(4, 1), (Transfer{.to = 0}));
  EXPECT_EQ(transfer(6, 1), (Transfer{.to = 2}));
  EXPECT_EQ(transfer(3, 1), Transfer{});
  EXPECT_EQ(transfer(0, 2), (Transfer{.to = 2, .from = 2}));
  EXPECT_EQ(transfer(0, 3), (Transfer{.to = 1, .from = 1}));
  EXPECT_EQ(transfer(5, 3), Transfer{});
  EXPECT_EQ(transfer(1, 4), (Transfer{.to = 5, .relay = true}));
}

// Figures 4.2 a and b: the source first sends to the middle of the renumbered row.
TEST(CstarSchedule, SixInARowBroadcastAsInTheFigure) {
  const Mesh row{1, 6};
  EXPECT_EQ(broadcast_transfer(Style::mesh, row, 0, 0, 1).to, 4);
  EXPECT_EQ(broadcast_transfer(Style::mesh, row, 0, 4, 2).to, kNobody);
  EXPECT_EQ(broadcast_transfer(Style::mesh, row, 0, 4, 3).to, 5);
  EXPECT_EQ(broadcast_transfer(Style::mesh, row, 2, 2, 1).to, 0);
  EXPECT_EQ(broadcast_transfer(Style::mesh, row, 2, 2, 2).to, 4);
}

}  // namespace
}  // namespace cstar
