// SPDX-License-Identifier: Apache-2.0
// Measures one point of a NoC's latency-throughput curve: warm-up, measurement windows until the
// mean latency is known precisely enough, drain. docs/noc.md defines every figure.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/noc/params.h"
#include "hw_model/noc/traffic/pattern.h"
#include "hw_model/noc/traffic/traffic_driver.h"
#include "sim/lab/evaluation/latency.h"

namespace rc::sim::lab {

struct NocSetup {
  noc::NocParams params;
  std::string router = "model";
  bool network_exact = false;
  std::string network;    // a folder or library in the mesh's place; empty: none
  double router_pj = 0;   // of one flit in one router (scc::router_pj())
  double router_mm2 = 0;  // scc::router_mm2(); of no use with a network of the user's
  noc::PatternSettings pattern;
  std::string packet_flits = "1";
  double rate = 0.1;       // flits per node and cycle; not for traces
  std::string trace_file;  // empty: synthetic traffic
  std::string trace_text;
  std::uint64_t seed = 1;
  std::uint64_t warmup = 5'000;         // cycles
  std::uint64_t measure = 10'000;       // cycles of a window
  std::uint64_t max_measure = 100'000;  // cycles of all windows
  double precision = 0.02;  // wanted half width of the confidence interval, relative to the mean

  bool is_trace() const { return !trace_file.empty(); }
};

struct HopStats {
  unsigned hops = 0;
  LatencyHistogram latency, network_latency;
};

// Mean use of a link and of the buffer behind an input port, over the measured cycles.
struct PortUse {
  unsigned x = 0, y = 0, port = 0;
  std::vector<double> flits;      // sent per cycle, by VC, where the port is an output
  std::vector<double> occupancy;  // slots in use, by VC, where it is an input
  double utilisation() const;
  double buffered() const;
};

struct NocResult {
  double offered = 0, accepted = 0;  // flits per node and cycle
  bool saturated = false, converged = false;
  std::uint64_t cycles = 0;           // simulated, drain included
  std::uint64_t measured_cycles = 0;  // in all windows
  LatencyHistogram latency, network_latency, source_wait;
  std::optional<double> ci95;  // half width
  std::vector<HopStats> by_hop;
  std::vector<PortUse> ports;  // all but those at the edge of a mesh; none without our routers
  std::optional<noc::PinStatistics> pins;  // of a network without our routers
  double host_seconds = 0;                 // the only value that differs from run to run
};

// Refuses a setup that cannot be run: kernel::InputError, one line.
void check(const NocSetup& setup);

// Callbacks; either may be empty.
struct NocObservers {
  // Called now and then with the number of packets measured so far and of cycles simulated.
  std::function<void(std::uint64_t packets, std::uint64_t cycles)> progress;
  // Called for every packet, in order of arrival.
  std::function<void(const noc::PacketRecord& packet, unsigned hops)> packet;
};

// kernel::MachineError if the network breaks (a flit or credit lost, a deadlock).
NocResult evaluate(const NocSetup& setup, const noc::NetworkFactory& factory,
                   const NocObservers& observers = {});

}  // namespace rc::sim::lab
