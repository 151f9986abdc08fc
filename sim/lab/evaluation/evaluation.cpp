// SPDX-License-Identifier: Apache-2.0
#include "sim/lab/evaluation/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "hw_model/kernel/error.h"
#include "hw_model/noc/network/topology.h"
#include "hw_model/noc/traffic/trace.h"
#include "sim/lab/evaluation/batches.h"
#include "sim/lab/evaluation/capacity.h"
#include "sim/lab/evaluation/port_use.h"

namespace rc::sim::lab {
namespace {

using noc::PacketRecord;

// Cycles to wait for the last packet of a window.
constexpr std::uint64_t kDrainLimit = 1'000'000;
constexpr std::uint64_t kLookCycles = 64;  // between two checks for outstanding packets
constexpr std::uint64_t kProgressCycles = 4096;
constexpr std::uint64_t kForEver = ~std::uint64_t{0};
constexpr std::uint64_t kBatches = 256;  // of a measurement
// The measurement's own batches are this much longer than those that the pilot found long enough,
// and its length is this much more than the pilot lets expect: both are estimates.
constexpr std::uint64_t kLongerBatches = 8;
constexpr double kMargin = 2;

std::unique_ptr<noc::Network> make_network(const NocSetup& setup,
                                           const noc::NetworkFactory& factory,
                                           const NocObservers& observers) {
  if (!setup.graph) return factory(setup.params, noc::local_end_points(setup.params));
  std::vector<std::uint8_t> priorities{0};
  if (!setup.traffic_classes.empty()) priorities.clear();
  for (const TrafficClass& one : setup.traffic_classes)
    priorities.push_back(static_cast<std::uint8_t>(one.priority));
  return setup.graph->make_network(setup.router, setup.seed, std::move(priorities),
                                   observers.stepped);
}

std::vector<noc::OfferedLoad> offered_load(const NocSetup& setup,
                                           const noc::TrafficSource& traffic) {
  std::vector<noc::OfferedLoad> load(setup.ends().nodes() * traffic.traffic_classes());
  for (std::uint32_t sender = 0; sender < load.size(); ++sender)
    load[sender] = traffic.offered(sender);
  return load;
}

Capacity capacity_of(const NocSetup& setup) {
  if (setup.ends_itself()) return {};  // is given no verdict
  return setup.capacity ? *setup.capacity : find_capacity(setup);
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
        driver_(make_network(setup, factory, observers), nodes_, *traffic_),
        offered_(offered_load(setup, *traffic_)),
        capacity_(capacity_of(setup)),
        test_(offered_, traffic_->traffic_classes(), capacity_) {
    driver_.on_delivery([this](const PacketRecord& record) { record_delivery(record); });
  }

  NocResult run() {
    if (setup_.ends_itself())
      run_to_the_end();
    else
      run_endless();
    drain();
    finish();
    result_.simulated = driver_.cycle();
    result_.cycles = setup_.ends_itself() ? result_.measured_cycles : result_.simulated;
    result_.pins = driver_.network().pin_statistics();
    return std::move(result_);
  }

 private:
  // A trace or batch is measured whole, from its first cycle to its last delivery, which the return
  // of credits does not put off.
  void run_to_the_end() {
    open_stage(1);
    to_ = kForEver;
    note_use(setup_, driver_.network(), driver_.cycle(), -1, result_.ports);
    while (!driver_.arrived() && !driver_.finished()) {  // the latter alone: a packet was lost
      driver_.run_until_arrived(driver_.next_activity() + kProgressCycles);
      tell_progress();
    }
    if (setup_.is_netrace()) {
      const auto& trace = static_cast<const noc::NetraceTraffic&>(*traffic_);
      if (trace.left() != 0)
        throw kernel::InputError(
            trace.left() == 1 ? fmt::format("{}: a packet waits for itself", setup_.netrace_file)
                              : fmt::format("{}: {} packets wait for each other in a circle",
                                            setup_.netrace_file, trace.left()));
    }
    note_use(setup_, driver_.network(), driver_.cycle(), +1, result_.ports);
    ejected_ = driver_.network().ejected_flits();
    result_.measured_cycles = driver_.cycle();
    // A batch, and packets that wait for others: what counts is how long they take.
    double cycles = static_cast<double>(result_.measured_cycles);
    if (setup_.is_trace()) {
      const auto& trace = static_cast<const noc::TraceTraffic&>(*traffic_);
      cycles = static_cast<double>(trace.last_cycle());
    }
    result_.offered = static_cast<double>(ejected_) / static_cast<double>(nodes_) / cycles;
    result_.converged = true;
  }

  void run_endless() {
    result_.offered = setup_.rate;
    result_.capacity = capacity_;
    constexpr double kLastDigits = 1e-12;
    result_.by_capacity = setup_.rate > result_.capacity.rate * (1 + kLastDigits);
    if (!setup_.verdict_alone) measure();
    while (undecided() && driver_.cycle() < setup_.verdict_cycles)
      advance_to(setup_.verdict_cycles);
    result_.verdict = saturated() ? Verdict::saturated : test_.verdict();
    if (!result_.by_capacity)
      result_.verdict_cycles = undecided() ? driver_.cycle() : test_.decided_at();
    if (saturated()) result_.converged = result_.covered = false;
  }

  bool saturated() const { return result_.by_capacity || test_.verdict() == Verdict::saturated; }
  bool undecided() const { return !result_.by_capacity && test_.verdict() == Verdict::undecided; }

  void measure() {
    while (driver_.cycle() < setup_.warmup) advance_to(setup_.warmup);
    open_stage(setup_.measure);
    if (setup_.max_measure < 2 * setup_.measure) {  // no room for a pilot
      extend_stage(setup_.measure);
      if (!saturated()) wait_for_packets();
    } else {
      const std::optional<Pilot> pilot = run_pilot();
      if (!saturated()) run_measurement(pilot);
    }
    series_.close(result_.measured_cycles);
    result_.ci95 = half_width(series_);
    result_.converged = result_.covered && result_.ci95 &&
                        *result_.ci95 <= setup_.precision * result_.latency.mean();
  }

  // Nothing if the network is saturated, or the budget ends before it is known how long to measure.
  std::optional<Pilot> run_pilot() {
    for (std::uint64_t cycles = setup_.measure;; cycles = result_.measured_cycles) {
      extend_stage(cycles);
      if (saturated()) return std::nullopt;
      BatchSeries arrived = series_;
      arrived.close(std::min(driver_.oldest_outstanding(), to_) - from_);
      const std::optional<Pilot> pilot = covers_bursts() ? look_at(arrived) : std::nullopt;
      if (pilot || 4 * result_.measured_cycles > setup_.max_measure) return pilot;
    }
  }

  // Fewer show neither the mean load nor how long a batch must be.
  bool covers_bursts() const {
    return std::ranges::all_of(offered_, [this](const noc::OfferedLoad& source) {
      return source.rate == 0 ||
             StabilityTest::kBursts * source.period <= static_cast<double>(result_.measured_cycles);
    });
  }

  // Of a length that is fixed before it begins: stopping when the interval happens to be small
  // would choose intervals that are too small.
  void run_measurement(const std::optional<Pilot>& pilot) {
    const std::uint64_t left = setup_.max_measure - result_.measured_cycles;
    std::uint64_t length = left, least = kForEver;
    if (pilot) {
      least = kLongerBatches * kIntervalBatches * pilot->batch;
      const double needed =
          std::pow(expected_half_width(*pilot, 1) / (setup_.precision * result_.latency.mean()), 2);
      length = std::max({setup_.measure, least,
                         static_cast<std::uint64_t>(
                             std::min(kMargin * needed, static_cast<double>(kMaxWindowCycles)))});
    }
    result_.pilot_cycles = result_.measured_cycles;
    length = std::min(length, left);
    open_stage(length);
    extend_stage(length);
    result_.covered = !saturated() && wait_for_packets() && length >= least;
  }

  // From now on packets count that are created in about `length` cycles.
  void open_stage(std::uint64_t length) {
    from_ = to_ = driver_.cycle() + 1;
    series_ = BatchSeries(std::max<std::uint64_t>(1, length / kBatches));
    result_.latency = result_.network_latency = result_.source_wait = {};
    result_.by_hop.clear();
    if (setup_.is_multicast()) result_.multicasts.emplace();
    if (setup_.traffic_classes.empty())
      result_.streams.emplace(nodes_, setup_.ends().message_classes, setup_.pairs);
    else
      result_.streams.emplace(nodes_, traffic_->traffic_classes(), setup_.pairs, true);
    result_.ports = list_ports(setup_, driver_.network());
    result_.measured_cycles = ejected_ = 0;
  }

  // In less time if the network is found saturated, but never below --measure.
  void extend_stage(std::uint64_t cycles) {
    const std::uint64_t end = driver_.cycle() + cycles;
    to_ = end + 1;
    ejected_ -= driver_.network().ejected_flits();
    note_use(setup_, driver_.network(), driver_.cycle(), -1, result_.ports);
    while (driver_.cycle() < end && !(saturated() && driver_.cycle() + 1 - from_ >= setup_.measure))
      advance_to(end);
    note_use(setup_, driver_.network(), driver_.cycle(), +1, result_.ports);
    ejected_ += driver_.network().ejected_flits();
    to_ = driver_.cycle() + 1;
    result_.measured_cycles = to_ - from_;
  }

  // Runs under the same load until every packet of the stage has arrived. False if that takes more
  // than kDrainLimit, or if the network is found saturated meanwhile.
  bool wait_for_packets() {
    const std::uint64_t limit = driver_.cycle() + kDrainLimit;
    while (driver_.oldest_outstanding() < to_) {
      if (driver_.cycle() >= limit || saturated()) return false;
      advance_to(driver_.cycle() + kLookCycles);
    }
    return true;
  }

  // Empties the network, which itself reports flits that are stuck or missing.
  void drain() {
    driver_.stop_injecting();
    while (!driver_.finished()) run_to(kForEver);
    driver_.network().check();
  }

  // Runs to `end`, or part of the way, and looks for the verdict when it is time to.
  void advance_to(std::uint64_t end) {
    run_to(std::min(end, test_.next_look()));
    if (driver_.cycle() == test_.next_look())
      test_.look(driver_.cycle(), driver_.lateness(),
                 driver_.cycle() - std::min(driver_.cycle(), driver_.oldest_outstanding()));
  }

  void run_to(std::uint64_t end) {
    driver_.run_until(std::min(end, driver_.next_activity() + kProgressCycles));
    tell_progress();
  }

  void tell_progress() {
    if (observers_.progress) observers_.progress(result_.latency.count(), driver_.cycle());
  }

  void record_delivery(const PacketRecord& record) {
    const unsigned distance = setup_.graph
                                  ? setup_.graph->hops(record.source, record.destination)
                                  : hops_(places_[record.source], places_[record.destination]);
    if (observers_.packet) observers_.packet(record, distance);
    if (!setup_.ends_itself()) test_.add(record);
    if (record.created < from_ || record.created >= to_) return;
    const std::uint64_t latency = record.latency(), inside = record.network_latency();
    result_.latency.add(latency);
    result_.network_latency.add(inside);
    result_.source_wait.add(latency - inside);
    result_.streams->add(record);
    if (result_.multicasts) result_.multicasts->add(record);
    if (!setup_.ends_itself()) series_.add(record.created - from_, latency);
    for (unsigned h = static_cast<unsigned>(result_.by_hop.size()); h <= distance; ++h)
      result_.by_hop.push_back({h, {}, {}});
    result_.by_hop[distance].latency.add(latency);
    result_.by_hop[distance].network_latency.add(inside);
  }

  void finish() {
    const auto cycles = static_cast<double>(std::max<std::uint64_t>(1, result_.measured_cycles));
    result_.accepted = static_cast<double>(ejected_) / cycles / static_cast<double>(nodes_);
    for (PortUse& use : result_.ports) {
      for (double& flits : use.flits) flits /= cycles;
      for (double& slots : use.occupancy) slots /= cycles;
    }
    if (result_.streams) result_.fairness = result_.streams->fairness(offered_by_node());
    std::erase_if(result_.by_hop, [](const HopStats& hop) { return hop.latency.count() == 0; });
  }

  std::vector<noc::OfferedLoad> offered_by_node() const {
    std::vector<noc::OfferedLoad> by_node(nodes_, {.rate = 0});
    for (std::size_t sender = 0; sender < offered_.size(); ++sender)
      by_node[sender / traffic_->traffic_classes()].rate += offered_[sender].rate;
    return by_node;
  }

  const NocSetup& setup_;
  std::size_t nodes_;
  noc::HopCount hops_;
  std::vector<noc::EndPoint> places_;  // by node
  const NocObservers& observers_;
  std::unique_ptr<noc::TrafficSource> traffic_;
  noc::TrafficDriver driver_;
  std::vector<noc::OfferedLoad> offered_;  // by sender
  Capacity capacity_;
  StabilityTest test_;
  NocResult result_;
  BatchSeries series_;
  std::uint64_t from_ = 1, to_ = 1;  // creation cycles of what is measured now: [from_, to_)
  std::uint64_t ejected_ = 0;        // flits, during the measurement
};

}  // namespace

NocResult evaluate(const NocSetup& setup, const noc::NetworkFactory& factory,
                   const NocObservers& observers) {
  check_settings(setup);
  const auto start = std::chrono::steady_clock::now();
  NocResult result = Evaluation(setup, factory, observers).run();
  result.host_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace rc::sim::lab
