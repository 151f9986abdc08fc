// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/network/topology.h"
#include "hw_model/noc/traffic/synthetic_traffic.h"
#include "hw_model/noc/traffic/trace.h"

namespace rc::sim::lab {
namespace {

using noc::PacketRecord;

// The network is saturated if the sources' next packets have been waiting for more than this share
// of the time since the start: on average over all sources, or at the worst one.
constexpr double kMeanLateness = 0.01, kWorstLateness = 0.1;
constexpr double kHarmlessLateness = 100;  // cycles, allowed on top: short queues are normal
// Cycles to wait for the last packet of a window.
constexpr std::uint64_t kDrainLimit = 1'000'000;
constexpr std::uint64_t kLookCycles = 64;  // between two checks for outstanding packets
constexpr std::uint64_t kProgressCycles = 4096;
constexpr std::uint64_t kForEver = ~std::uint64_t{0};
constexpr std::uint64_t kMaxWindowCycles = 1'000'000'000;

std::unique_ptr<noc::TrafficSource> make_traffic(const NocSetup& setup) {
  const noc::EndGrid ends = setup.ends();
  if (setup.is_trace())
    return std::make_unique<noc::TraceTraffic>(ends, setup.trace_text, setup.trace_file);
  return std::make_unique<noc::SyntheticTraffic>(ends, noc::Pattern(ends, setup.pattern),
                                                 noc::PacketSizes(setup.packet_flits), setup.rate,
                                                 setup.seed);
}

std::unique_ptr<noc::Network> make_network(const NocSetup& setup,
                                           const noc::NetworkFactory& factory,
                                           const NocObservers& observers) {
  if (!setup.graph) return factory(setup.params, noc::local_end_points(setup.params));
  std::unique_ptr<noc::SteppedNetwork> network = setup.graph->make_network(setup.seed);
  if (observers.stepped) observers.stepped(*network);
  return network;
}

class Evaluation {
 public:
  Evaluation(const NocSetup& setup, const noc::NetworkFactory& factory,
             const NocObservers& observers)
      : setup_(setup),
        nodes_(setup.ends().nodes()),
        hops_(setup.params),
        places_(noc::local_end_points(setup.params)),
        observers_(observers),
        traffic_(make_traffic(setup)),
        driver_(make_network(setup, factory, observers), nodes_, *traffic_) {
    driver_.on_delivery([this](const PacketRecord& record) { record_delivery(record); });
    if (setup.graph) {
      list_graph_ports(setup.graph->graph());
    } else if (driver_.network().has_routers()) {
      list_mesh_ports();
    }
  }

  NocResult run() {
    if (setup_.is_trace())
      run_trace();
    else
      run_windows();
    drain();
    finish();
    return std::move(result_);
  }

 private:
  std::vector<double> zeros() const { return std::vector<double>(setup_.params.vcs); }

  void list_mesh_ports() {
    const noc::NocParams& params = setup_.params;
    for (noc::RouterId router = 0; router < params.cols * params.rows; ++router)
      for (unsigned port = 0; port < noc::kPorts; ++port)
        if (port == noc::kLocal ||
            neighbour(params, router % params.cols, router / params.cols, port) != noc::kNoNode)
          result_.ports.push_back({router, port, zeros(), zeros()});
  }

  void list_graph_ports(const noc::Graph& graph) {
    const auto leads = [](const noc::Link& link) { return link.kind != noc::Link::Kind::none; };
    for (noc::RouterId router = 0; router < graph.routers(); ++router)
      for (unsigned port = 0; port < std::max(graph.inputs(router), graph.outputs(router));
           ++port) {
        const bool out = port < graph.outputs(router) && leads(graph.out(router, port));
        const bool in = port < graph.inputs(router) && leads(graph.in(router, port));
        if (!out && !in) continue;
        result_.ports.push_back({router, port, out ? zeros() : std::vector<double>(),
                                 in ? zeros() : std::vector<double>()});
      }
  }

  void run_windows() {
    result_.offered = setup_.rate;
    advance(setup_.warmup);
    const std::uint64_t batch = setup_.measure / BatchMeans::kGroups;
    do {
      measure(batch * BatchMeans::kGroups, batch);
      result_.saturated = behind() || !wait_for_window();
      result_.ci95 = batches_.half_width();
      result_.converged = !result_.saturated && result_.ci95 &&
                          *result_.ci95 <= setup_.precision * result_.latency.mean();
    } while (!result_.saturated && !result_.converged &&
             result_.measured_cycles + setup_.measure <= setup_.max_measure);
  }

  // The whole trace is measured, from the first packet to the last.
  void run_trace() {
    const auto& trace = static_cast<const noc::TraceTraffic&>(*traffic_);
    result_.offered = static_cast<double>(trace.flits()) / static_cast<double>(nodes_) /
                      static_cast<double>(trace.last_cycle());
    from_ = 1;
    to_ = trace.last_cycle() + 1;
    batch_cycles_ = trace.last_cycle();
    batches_.open_batch();
    note_use(-1);
    finish_traffic();
    note_use(+1);
    result_.measured_cycles = driver_.cycle();
    result_.converged = true;
  }

  void measure(std::uint64_t cycles, std::uint64_t batch) {
    from_ = driver_.cycle() + 1;
    to_ = from_ + cycles;
    batch_cycles_ = batch;
    first_batch_ = batches_.batches();
    for (std::uint64_t i = 0; i < cycles / batch; ++i) batches_.open_batch();
    const std::uint64_t ejected = driver_.network().ejected_flits();
    note_use(-1);
    advance(cycles);
    note_use(+1);
    ejected_ += driver_.network().ejected_flits() - ejected;
    result_.measured_cycles += cycles;
  }

  // Runs under the same load until every packet of the window has arrived. False if that takes more
  // than kDrainLimit, or if the sources fall behind meanwhile: in a short window the queues may not
  // have grown yet.
  bool wait_for_window() {
    const std::uint64_t limit = driver_.cycle() + kDrainLimit;
    while (driver_.oldest_outstanding() < to_) {
      if (driver_.cycle() >= limit || behind()) return false;
      advance(kLookCycles);
    }
    return true;
  }

  bool behind() const {
    const std::vector<std::uint64_t> late = driver_.lateness();
    const double mean =
        static_cast<double>(std::accumulate(late.begin(), late.end(), std::uint64_t{0})) /
        static_cast<double>(late.size());
    const auto worst = static_cast<double>(*std::ranges::max_element(late));
    const auto elapsed = static_cast<double>(driver_.cycle());
    return mean > kMeanLateness * elapsed + kHarmlessLateness ||
           worst > kWorstLateness * elapsed + kHarmlessLateness;
  }

  // Empties the network, which itself reports flits that are stuck or missing.
  void drain() {
    driver_.stop_injecting();
    finish_traffic();
    driver_.network().check();
  }

  void finish_traffic() {
    while (!driver_.finished()) advance_to(kForEver);
  }

  void advance(std::uint64_t cycles) {
    const std::uint64_t end = driver_.cycle() + cycles;
    while (driver_.cycle() < end) advance_to(end);
  }

  // Runs to `end`, or part of the way.
  void advance_to(std::uint64_t end) {
    driver_.run_until(std::min(end, driver_.next_activity() + kProgressCycles));
    if (observers_.progress) observers_.progress(result_.latency.count(), driver_.cycle());
  }

  void record_delivery(const PacketRecord& record) {
    const unsigned distance = setup_.graph
                                  ? setup_.graph->hops(record.source, record.destination)
                                  : hops_(places_[record.source], places_[record.destination]);
    if (observers_.packet) observers_.packet(record, distance);
    if (record.created < from_ || record.created >= to_) return;
    const std::uint64_t latency = record.latency(), inside = record.network_latency();
    result_.latency.add(latency);
    result_.network_latency.add(inside);
    result_.source_wait.add(latency - inside);
    batches_.add(first_batch_ + (record.created - from_) / batch_cycles_, latency);
    for (unsigned h = static_cast<unsigned>(result_.by_hop.size()); h <= distance; ++h)
      result_.by_hop.push_back({h, {}, {}});
    result_.by_hop[distance].latency.add(latency);
    result_.by_hop[distance].network_latency.add(inside);
  }

  // Adds `sign` times the present counters of the network. Those of buffers are modulo 2^64, but
  // their sums are small.
  void note_use(double sign) {
    const noc::Network& network = driver_.network();
    const unsigned vcs = setup_.params.vcs;
    if (setup_.graph) {
      const noc::Graph& graph = setup_.graph->graph();
      const std::vector<std::uint64_t> flits = network.flits_sent(), slots = network.slots_held();
      for (PortUse& use : result_.ports) {
        for (unsigned vc = 0; vc < use.flits.size(); ++vc)
          use.flits[vc] += sign * static_cast<double>(
                                      flits[(graph.output_base(use.router) + use.port) * vcs + vc]);
        for (unsigned vc = 0; vc < use.occupancy.size(); ++vc)
          use.occupancy[vc] +=
              sign *
              static_cast<double>(slots[(graph.input_base(use.router) + use.port) * vcs + vc]);
      }
      return;
    }
    for (PortUse& use : result_.ports) {
      const unsigned x = use.router % setup_.params.cols, y = use.router / setup_.params.cols;
      const noc::LinkCounters links = network.links(x, y);
      const noc::BufferAudit buffers = network.buffers(x, y);
      for (unsigned vc = 0; vc < vcs; ++vc) {
        use.flits[vc] += sign * static_cast<double>(links.flits[use.port][vc]);
        use.occupancy[vc] +=
            sign * static_cast<double>(buffers.residence(use.port, vc, driver_.cycle()));
      }
    }
  }

  void finish() {
    const auto cycles = static_cast<double>(result_.measured_cycles);
    if (setup_.is_trace()) ejected_ = driver_.network().ejected_flits();
    result_.accepted = static_cast<double>(ejected_) / cycles / static_cast<double>(nodes_);
    for (PortUse& use : result_.ports) {
      for (double& flits : use.flits) flits /= cycles;
      for (double& slots : use.occupancy) slots /= cycles;
    }
    std::erase_if(result_.by_hop, [](const HopStats& hop) { return hop.latency.count() == 0; });
    result_.cycles = driver_.cycle();
    result_.pins = driver_.network().pin_statistics();
  }

  const NocSetup& setup_;
  std::size_t nodes_;
  noc::HopCount hops_;
  std::vector<noc::EndPoint> places_;  // by node
  const NocObservers& observers_;
  std::unique_ptr<noc::TrafficSource> traffic_;
  noc::TrafficDriver driver_;
  NocResult result_;
  BatchMeans batches_;
  std::uint64_t from_ = 0, to_ = 0;  // creation cycles of what is measured now: [from_, to_)
  std::uint64_t batch_cycles_ = 1;
  std::size_t first_batch_ = 0;  // of the window
  std::uint64_t ejected_ = 0;    // flits, during the windows
};

}  // namespace

double PortUse::utilisation() const { return std::accumulate(flits.begin(), flits.end(), 0.0); }
double PortUse::buffered() const {
  return std::accumulate(occupancy.begin(), occupancy.end(), 0.0);
}

void check(const NocSetup& setup) {
  if (!setup.graph) check_params(setup.params);
  if (setup.measure < BatchMeans::kGroups || setup.measure > kMaxWindowCycles)
    throw kernel::InputError(fmt::format("--measure {}: expected {} to {} cycles", setup.measure,
                                         BatchMeans::kGroups, kMaxWindowCycles));
  if (setup.warmup > kMaxWindowCycles)
    throw kernel::InputError(
        fmt::format("--warmup {}: expected 0 to {} cycles", setup.warmup, kMaxWindowCycles));
  if (!(setup.precision > 0 && setup.precision < 1))
    throw kernel::InputError(
        fmt::format("--precision {}: expected above 0 and below 1", setup.precision));
  make_traffic(setup);
}

NocResult evaluate(const NocSetup& setup, const noc::NetworkFactory& factory,
                   const NocObservers& observers) {
  check(setup);
  const auto start = std::chrono::steady_clock::now();
  NocResult result = Evaluation(setup, factory, observers).run();
  result.host_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace rc::sim::lab
