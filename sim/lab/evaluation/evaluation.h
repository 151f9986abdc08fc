// SPDX-License-Identifier: Apache-2.0
// Measures one point of a NoC's latency-throughput curve: warm-up, a pilot that finds how long to
// measure, the measurement, the verdict whether the load is carried, drain. docs/noc.md defines
// every figure.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "hw_model/noc/traffic/traffic_driver.h"
#include "sim/lab/evaluation/latency.h"
#include "sim/lab/evaluation/multicasts.h"
#include "sim/lab/evaluation/noc_setup.h"
#include "sim/lab/evaluation/streams.h"
#include "sim/lab/evaluation/verdict.h"

namespace rc::sim::lab {

struct HopStats {
  unsigned hops = 0;
  LatencyHistogram latency, network_latency;
};

// Mean use of a link and of the buffer behind an input port, over the measured cycles. A port of a
// graph may be an output or an input alone: then the other's list is empty.
struct PortUse {
  noc::RouterId router = 0;
  unsigned port = 0;
  std::vector<double> flits;      // sent per cycle, by VC, where the port is an output
  std::vector<double> occupancy;  // slots in use, by VC, where it is an input
  double utilisation() const;
  double buffered() const;
};

struct NocResult {
  double offered = 0, accepted = 0;  // flits per node and cycle
  std::optional<Verdict> verdict;    // none of a trace
  Capacity capacity;                 // not of a trace
  bool by_capacity = false;          // the verdict: known before the first cycle
  std::uint64_t verdict_cycles = 0;  // simulated until the verdict
  bool converged = false;            // covered, and as precise as wanted
  std::uint64_t simulated = 0;       // cycles, drain included
  std::uint64_t cycles = 0;          // the same; of a trace or batch: to its last delivery
  std::uint64_t pilot_cycles = 0;    // between warm-up and measurement
  std::uint64_t measured_cycles = 0;
  LatencyHistogram latency, network_latency, source_wait;
  std::optional<double> ci95;  // half width
  bool covered = false;        // ci95 is of a length fixed by a pilot, of batches long enough
  std::vector<HopStats> by_hop;
  std::optional<Streams> streams;
  std::optional<Multicasts> multicasts;  // where packets are their copies
  double fairness = 1;
  std::vector<PortUse> ports;              // all that lead somewhere; none without our routers
  std::optional<noc::PinStatistics> pins;  // of a network without our routers
  double host_seconds = 0;                 // the only value that differs from run to run

  bool saturated() const { return verdict == Verdict::saturated; }
};

// Callbacks; each may be empty.
struct NocObservers {
  // Called with the network of a graph before its first cycle.
  std::function<void(noc::SteppedNetwork&)> stepped;
  // Called now and then with the number of packets measured so far and of cycles simulated.
  std::function<void(std::uint64_t packets, std::uint64_t cycles)> progress;
  // Called for every packet, in order of arrival.
  std::function<void(const noc::PacketRecord& packet, unsigned hops)> packet;
};

// kernel::MachineError if the network breaks (a flit or credit lost, a deadlock).
NocResult evaluate(const NocSetup& setup, const noc::NetworkFactory& factory,
                   const NocObservers& observers = {});

}  // namespace rc::sim::lab
