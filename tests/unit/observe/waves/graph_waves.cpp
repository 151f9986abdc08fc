// SPDX-License-Identifier: Apache-2.0
// Waves of a network on a graph show every flit once, and change nothing.
#include "sim/observe/waves/graph_waves.h"

#include <fmt/format.h>

#include <optional>

#include "tests/support/graph_networks.h"
#include "tests/unit/observe/waves/fixture.h"

namespace rc::sim::observe {
namespace {

class GraphWavesTest : public test::WaveTest {
 protected:
  struct Delivered {
    std::uint64_t id, cycle;
    bool operator==(const Delivered&) const = default;
  };

  // Injects `packets` one a cycle and runs until all have come; with waves in path_ or without.
  std::vector<Delivered> run(const test::GraphLab& lab, const std::vector<noc::Packet>& packets,
                             bool waves, const std::vector<bool>& ports = {}) {
    network_.emplace(lab.topology, *lab.routing, lab.router);
    std::vector<Delivered> delivered;
    std::uint64_t cycle = 0;
    network_->on_delivery([&](const noc::Packet& packet) {
      delivered.push_back({packet.id, cycle});
    });
    std::optional<FstFile> file;
    std::optional<GraphWaves> shown;
    std::optional<WaveLog> log;
    if (waves) {
      file.emplace(path_, -9);
      const noc::Graph& graph = lab.topology.graph;
      const std::vector<bool> all(std::max<std::size_t>(graph.routers(), graph.radix()), true);
      shown.emplace(*file, *network_, all, ports.empty() ? all : ports);
      log.emplace(*file, base::Window{}, 10'000'000);
      shown->start(*log);
    }
    std::size_t next = 0;
    while (next < packets.size() || !network_->idle()) {
      if (next < packets.size()) network_->inject(packets[next++]);
      network_->tick(++cycle);
    }
    if (waves) {
      log->finish(cycle);
      file->commit();
    }
    return delivered;
  }

  std::optional<noc::SteppedNetwork> network_;
};

noc::Packet packet(noc::EndId source, noc::EndId destination, unsigned flits, std::uint64_t id) {
  noc::Packet packet;
  packet.source = source;
  packet.destination = destination;
  packet.flits = static_cast<std::uint8_t>(flits);
  packet.id = id;
  return packet;
}

TEST_F(GraphWavesTest, OnePacketAtItsCycles) {
  noc::TopologyParams params;
  params.family = "tree";
  params.k = 2;
  params.n = 2;
  const test::GraphLab lab(noc::make_topology(params), "nca", noc::scc_router({1, 1}, 2, 4));
  const auto delivered = run(lab, {packet(0, 3, 2, 77)}, true);
  ASSERT_EQ(delivered.size(), 1u);

  const test::ReadWaves read(path_);
  ASSERT_TRUE(read.read_ok);
  unsigned routers = 0;
  for (const auto& [name, wave] : read.waves) {
    if (!name.ends_with(".flit_valid_o") || wave.rises().empty()) continue;
    ++routers;
    const std::uint64_t left = wave.rises().front();
    const std::string port = name.substr(0, name.rfind('.') + 1);
    EXPECT_EQ(read.waves.at(port + "flit_o.packet").number_at(left), 77u);
    EXPECT_EQ(read.waves.at(port + "flit_o.destination").number_at(left), 3u);
    EXPECT_EQ(read.waves.at(port + "flit_o.length").number_at(left), 2u);
    EXPECT_EQ(read.waves.at(port + "flit_o.head").number_at(left), 1u);
    EXPECT_EQ(read.waves.at(port + "flit_o.tail").number_at(left + 1), 1u);
    // Two flits, one after the other: the wire stays up for two cycles.
    EXPECT_EQ(wave.number_at(left + 1), 1u) << name;
    EXPECT_EQ(wave.number_at(left + 2), 0u) << name;
    // The head is sampled every hop() cycles, and granted 1 + traverse cycles before the next.
    const unsigned granted = lab.router.hop() - 1 - lab.router.traverse;
    EXPECT_GE(left, granted);
    EXPECT_EQ((left - granted) % lab.router.hop(), 0u) << name;
    EXPECT_LT((left - granted) / lab.router.hop(), 3u) << name;
  }
  EXPECT_EQ(routers, 3u);
}

TEST_F(GraphWavesTest, EveryFlitOnceAndNoCycleMoves) {
  noc::TopologyParams params;
  params.family = "flattened";
  params.sizes = {3, 3};
  params.concentration = 2;
  noc::RouterParams router;
  router.vcs = {4, 1};
  router.vc_depth = 4;
  const test::GraphLab lab(noc::make_topology(params), "minimal", router);
  test::Random random(5);
  std::vector<noc::Packet> packets;
  for (std::uint64_t id = 0; id < 400; ++id) {
    const auto source = static_cast<noc::EndId>(random.below(18));
    const auto destination = static_cast<noc::EndId>((source + 1 + random.below(17)) % 18);
    packets.push_back(packet(source, destination, 1, id));
  }
  const auto plain = run(lab, packets, false);
  const auto with = run(lab, packets, true);
  EXPECT_EQ(plain, with);

  // One flit a packet: its number changes with every flit, or the wire falls between them.
  const test::ReadWaves read(path_);
  ASSERT_TRUE(read.read_ok);
  const noc::Graph& graph = lab.topology.graph;
  const std::vector<std::uint64_t> sent = network_->flits_sent();
  std::uint64_t shown = 0;
  for (noc::RouterId id = 0; id < graph.routers(); ++id) {
    for (unsigned port = 0; port < graph.outputs(id); ++port) {
      const std::string name =
          fmt::format("network.router_{}.port_{}.", graph.short_name(id), port);
      std::uint64_t flits = 0;
      for (unsigned vc = 0; vc < 4; ++vc) flits += sent[(graph.output_base(id) + port) * 4 + vc];
      const auto& valid = read.waves.at(name + "flit_valid_o").changes;
      std::uint64_t cycles = 0;
      for (std::size_t i = 0; i + 1 < valid.size(); ++i)
        if (valid[i].second == "1") cycles += valid[i + 1].first - valid[i].first;
      EXPECT_EQ(cycles, flits) << name;
      shown += cycles;
    }
    for (unsigned port = 0; port < graph.inputs(id); ++port)
      EXPECT_EQ(
          read.waves.at(fmt::format("network.router_{}.port_{}.held_0", graph.short_name(id), port))
              .changes.back()
              .second.find('1'),
          std::string::npos);
  }
  EXPECT_GT(shown, 400u);
}

}  // namespace
}  // namespace rc::sim::observe
