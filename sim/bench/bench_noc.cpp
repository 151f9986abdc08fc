// SPDX-License-Identifier: Apache-2.0
// bench noc: router-cycles per second (routers x simulated cycles / host second) of networks alone,
// under uniform random traffic; the rate in a row's name is in flits per node and cycle. Cycles in
// which nothing moves count: idle routers are part of a network. Rows graph/NAME/SHARE are of any
// topology at that share of its capacity, and count flits that passed a router.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/noc/network/mesh_network.h"
#include "hw_model/noc/network/stepped_network.h"
#include "hw_model/noc/traffic/synthetic_traffic.h"
#include "hw_model/noc/traffic/traffic_driver.h"
#include "rtl_stubs/wrap/rtl_router.h"

namespace rc::sim::bench {
namespace {

using noc::MeshNetwork;
using noc::NocParams;
using noc::Packet;

// Of the whole process, everything linked into it included.
double peak_megabytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

constexpr std::uint64_t kWarmUp = 2'000, kBatch = 1'000;

void loaded(benchmark::State& state, const NocParams& params, double rate, unsigned flits,
            const noc::NetworkFactory& factory) {
  noc::SyntheticTraffic traffic(params, noc::Pattern(params, {}),
                                noc::PacketSizes(std::to_string(flits)), rate, 1);
  noc::TrafficDriver driver(params, traffic, factory);
  driver.run_until(kWarmUp);
  const std::uint64_t flits_before = driver.network().ejected_flits();
  for (auto _ : state) driver.run_until(driver.cycle() + kBatch);
  const double cycles = static_cast<double>(state.iterations()) * kBatch;
  const double routers = params.cols * params.rows;
  state.SetItemsProcessed(static_cast<std::int64_t>(cycles * routers));
  state.counters["accepted"] =
      static_cast<double>(driver.network().ejected_flits() - flits_before) / cycles / routers;
  state.counters["peak_MB"] = peak_megabytes();
}

// A network of any topology with BookSim 2's default router. Items are flits that passed a router.
struct Graph {
  const char* name;
  const char* family;
  std::vector<unsigned> sizes;
  unsigned concentration;
  double capacity;  // flits a node and cycle
};

void graph(benchmark::State& state, const Graph& graph, double share) {
  noc::TopologyParams params;
  params.family = graph.family;
  params.sizes = graph.sizes;
  params.concentration = graph.concentration;
  params.k = 4;
  params.n = 3;
  params.wire = params.end_wire = 1;
  const noc::Topology topology = noc::make_topology(params);
  noc::RouterParams router = noc::two_stage_router({8, 1}, 8);
  router.inject_step = 1;
  const auto routing =
      noc::make_routing(topology, {.name = "", .vcs = router.vcs, .table = nullptr});
  const auto ends = static_cast<std::uint32_t>(topology.graph.ends().size());
  const noc::EndGrid grid({ends}, 1, 1, "");
  noc::SyntheticTraffic traffic(grid, noc::Pattern(grid, {}), noc::PacketSizes("1"),
                                share * graph.capacity, 1);
  noc::TrafficDriver driver(std::make_unique<noc::SteppedNetwork>(topology, *routing, router), ends,
                            traffic);
  driver.run_until(kWarmUp);
  const auto passed = [&] {
    const std::vector<std::uint64_t> sent = driver.network().flits_sent();
    return std::accumulate(sent.begin(), sent.end(), std::uint64_t{0});
  };
  const std::uint64_t before = passed();
  for (auto _ : state) driver.run_until(driver.cycle() + kBatch);
  state.SetItemsProcessed(static_cast<std::int64_t>(passed() - before));
  state.counters["peak_MB"] = peak_megabytes();
}

void idle(benchmark::State& state, const NocParams& params) {
  MeshNetwork network(params, noc::local_end_points(params));
  std::uint64_t cycle = 0;
  for (auto _ : state) {
    for (std::uint64_t i = 0; i < kBatch; ++i) network.tick(++cycle);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(cycle * params.cols * params.rows));
}

// One packet crosses the whole mesh, then the next: what a lone access costs. Items are mesh
// cycles.
void lone(benchmark::State& state, const NocParams& params) {
  MeshNetwork network(params, noc::local_end_points(params));
  Packet packet;
  packet.source = 0;
  packet.destination = static_cast<noc::EndId>(params.cols * params.rows - 1);
  packet.flits = 3;
  std::uint64_t cycle = 0;
  for (auto _ : state) {
    network.inject(packet);
    while (!network.idle()) network.tick(++cycle);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(cycle));
}

// As BookSim 2 is set up for the figures it is compared with: 8 VCs of 8 flits in one class.
NocParams like_booksim(unsigned cols, unsigned rows) {
  NocParams params;
  params.cols = cols;
  params.rows = rows;
  params.vcs = 8;
  params.message_classes = 1;
  params.vc_depth = 8;
  return params;
}

template <class F>
void add(const std::string& name, F f) {
  benchmark::RegisterBenchmark(("noc/" + name).c_str(), f)->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  for (const char* rate : {"0.02", "0.1", "0.3"}) {
    for (const auto& [cols, rows] : {std::pair{8u, 8u}, std::pair{6u, 4u}}) {
      for (const unsigned flits : {1u, 3u}) {
        const std::string size =
            std::to_string(cols) + "x" + std::to_string(rows) + (flits == 1 ? "/" : "/3-flit/");
        add(size + rate, [rate, flits, params = like_booksim(cols, rows)](benchmark::State& state) {
          loaded(state, params, std::stod(rate), flits, noc::make_event_network);
        });
      }
    }
  }
  // The SCC's mesh of Verilated routers; those without a flit are not evaluated.
  for (const char* rate : {"0.02", "0.1", "0.3"}) {
    add(std::string("rtl/6x4/") + rate, [=](benchmark::State& state) {
      loaded(state, NocParams{}, std::stod(rate), 1, noc::stepped(rtl::make_router));
    });
  }
  // Uniform traffic: the capacity is that of the bisection, or of the end points' channels.
  for (const Graph& network :
       {Graph{"mesh-8x8", "mesh", {8, 8}, 1, 0.5}, Graph{"torus-8x8", "torus", {8, 8}, 1, 1},
        Graph{"mesh-4x4x4", "mesh", {4, 4, 4}, 1, 1}, Graph{"cmesh-4x4", "cmesh", {4, 4}, 4, 0.25},
        Graph{"fly-64", "fly", {}, 1, 1}, Graph{"tree-64", "tree", {}, 1, 1},
        Graph{"flattened-4x4", "flattened", {4, 4}, 4, 1},
        Graph{"mesh-64x64", "mesh", {64, 64}, 1, 0.0625},
        Graph{"flattened-8x8x8", "flattened", {8, 8, 8}, 8, 1}}) {
    for (const double share : {0.1, 0.7})
      add(std::string("graph/") + network.name + (share < 0.5 ? "/0.1" : "/0.7"),
          [network, share](benchmark::State& state) { graph(state, network, share); });
  }
  add("8x8/idle", [](benchmark::State& state) { idle(state, like_booksim(8, 8)); });
  add("scc/lone", [](benchmark::State& state) { lone(state, NocParams{}); });
  return true;
}();

}  // namespace
}  // namespace rc::sim::bench
