// SPDX-License-Identifier: Apache-2.0
// What to evaluate: a network, its traffic, and how long to look at it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/noc/params.h"
#include "hw_model/noc/traffic/arrivals.h"
#include "hw_model/noc/traffic/netrace.h"
#include "hw_model/noc/traffic/pattern.h"
#include "hw_model/noc/traffic/traffic_source.h"
#include "sim/lab/evaluation/graph_model.h"
#include "sim/lab/evaluation/traffic_class.h"
#include "sim/lab/user/network_flits.h"

namespace rc::sim::lab {

inline constexpr std::uint64_t kMaxWindowCycles = 1'000'000'000;  // of anything that is measured

// The most that a network can carry, whatever its routers do (capacity.h).
struct Capacity {
  double rate = 1;        // flits a node and cycle; with more the network is saturated
  bool channels = false;  // they are the limit, and not an end point
  // Cycles a flit of the slowest place, and of the quickest of those that may be full first.
  double slowest = 1, quickest = 1;
};

struct NocSetup {
  noc::NocParams params;
  // Names and values of the machine's other parameters that are not at their defaults.
  std::vector<std::pair<std::string, std::string>> machine;
  std::string router = "model";
  bool network_exact = false;
  std::string network;  // a folder or library in the mesh's place; empty: none
  NetworkFlits network_flits;
  // A network of any topology in the mesh's place, or null: its VCs and classes are the graph's.
  std::shared_ptr<const GraphModel> graph;
  double link_share = 0;          // of router_pj that goes with the length of the link
  std::vector<double> graph_mm2;  // by router: scc::router_mm2(); empty: not known
  double router_pj = 0;           // of one flit in one router (scc::router_pj())
  double router_mm2 = 0;          // scc::router_mm2(); of no use with a network of the user's
  noc::PatternSettings pattern;
  bool forks = false;                // of multicast: routers make the copies, else sources
  std::string packet_flits = "1";    // noc::sizes_by_class()
  std::vector<double> class_shares;  // of the packets; empty: all classes are equally likely
  noc::ArrivalSettings arrivals;
  // Several kinds of traffic, in place of pattern, packet_flits, class_shares and arrivals, and
  // without exchanges, limits and batches. Their rates say what share of `rate` each offers.
  std::vector<TrafficClass> traffic_classes;
  std::string exchanges;  // noc::read_exchanges(); empty: packets without a reply
  std::uint32_t outstanding =
      0;                      // exchanges or packets of a node under way, at most; 0: any number
  std::uint64_t service = 1;  // cycles from a request's arrival to its reply
  std::uint64_t batch = 0;    // packets or exchanges of a node, to the end; 0: endless
  bool pairs = false;         // keep statistics of every pair
  double rate = 0.1;          // flits per node and cycle; not for traces
  std::string matrix_file;    // where pattern.matrix is from
  std::string trace_file;     // empty: synthetic traffic
  std::string trace_text;
  std::string netrace_file;  // a trace with dependencies
  std::shared_ptr<const noc::Netrace> netrace;
  noc::NetraceSettings netrace_settings;
  std::uint64_t seed = 1;
  std::uint64_t warmup = 5'000;              // cycles
  std::uint64_t measure = 10'000;            // cycles of the pilot, at least
  std::uint64_t max_measure = 1'000'000;     // cycles of the pilot and the measurement, at most
  std::uint64_t verdict_cycles = 2'000'000;  // simulated for the verdict, at most
  bool verdict_alone = false;                // no pilot and no further measurement
  std::optional<Capacity> capacity;          // found before; else evaluate() finds it
  double precision = 0.02;  // wanted half width of the confidence interval, relative to the mean

  bool is_trace() const { return !trace_file.empty(); }
  bool is_multicast() const { return traffic_classes.empty() && pattern.name == "multicast"; }
  bool is_netrace() const { return !netrace_file.empty(); }
  bool ends_itself() const { return is_trace() || is_netrace() || batch != 0; }
  noc::EndGrid ends() const;
  std::size_t routers() const {
    return graph ? graph->graph().routers() : std::size_t{params.cols} * params.rows;
  }
};

// Its traffic from the first cycle. kernel::InputError.
std::unique_ptr<noc::TrafficSource> make_traffic(const NocSetup& setup);

// Flits of the longest packet that can come; 1 for a trace, which says for itself what it has.
unsigned largest_packet(const NocSetup& setup);

// Refuses a setup that cannot be run: kernel::InputError, one line.
void check(const NocSetup& setup);
// The same without the traffic, which may take long to read.
void check_settings(const NocSetup& setup);

}  // namespace rc::sim::lab
