// SPDX-License-Identifier: Apache-2.0
// A network of any topology, ready to be measured: graph, routing relation, router, and the verdict
// of the deadlock check.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/noc/deadlock/deadlock.h"
#include "hw_model/noc/graph_words.h"
#include "hw_model/noc/network/stepped_network.h"
#include "hw_model/noc/router/router_params.h"
#include "hw_model/noc/routing/routing.h"
#include "hw_model/noc/topology/seats.h"
#include "hw_model/noc/topology/topology.h"
#include "hw_model/noc/traffic/end_grid.h"

namespace rc::sim::lab {

// What errors call a word: the option of `noc`, or the parameter of a machine file.
enum class Naming : std::uint8_t { options, machine };
// "--vc-depth" or "noc.vc_depth" for "vc_depth".
std::string word_name(Naming naming, std::string_view word);

struct GraphSettings {
  noc::TopologyParams topology;
  std::string file;     // a topology file instead of a family; empty: none
  std::string routing;  // empty: the file's or the family's own
  double ugal_threshold = 0;
  noc::RouterParams router;
  // What becomes of a network that can deadlock: refused, run with a warning, or only judged.
  enum class OnDeadlock : std::uint8_t { refuse, warn, judge };
  OnDeadlock on_deadlock = OnDeadlock::refuse;
  unsigned largest_packet = 1;  // flits
  // End points by dimension, for traffic patterns; empty: as the topology lies.
  std::vector<std::uint32_t> end_grid;
  // The end points that are wanted of the topology; empty: its own.
  std::function<std::vector<noc::Seat>(const noc::Topology& topology)> seats;
  Naming naming = Naming::options;
  noc::GraphWords words;  // from which it was made, for reports
};

class GraphModel {
 public:
  // kernel::InputError, one line and for a circle the lines of describe(): a topology, relation or
  // router that cannot be, and a network that can deadlock, as settings.on_deadlock says. Reads
  // settings.file.
  explicit GraphModel(const GraphSettings& settings);
  GraphModel(const GraphModel&) = delete;

  const noc::Topology& topology() const { return topology_; }
  const noc::Graph& graph() const { return topology_.graph; }
  const noc::Routing& routing() const { return *routing_; }
  const std::string& routing_name() const { return routing_name_; }
  // Whether its file has a routing table.
  bool has_table() const { return table_.has_value(); }
  const noc::RouterParams& router() const { return router_; }
  const noc::DeadlockVerdict& verdict() const { return verdict_; }
  const noc::GraphWords& words() const { return words_; }
  const std::vector<std::uint32_t>& end_grid() const { return end_grid_; }  // as it was asked for

  noc::EndGrid ends() const;
  // Channels between the routers of two end points by a shortest way.
  unsigned hops(noc::EndId source, noc::EndId destination) const;
  // `class_priorities`: of each traffic class.
  std::unique_ptr<noc::SteppedNetwork> make_network(std::uint64_t seed,
                                                    std::vector<std::uint8_t> class_priorities = {
                                                        0}) const;
  // The same as `router` says: "model", "rtl" (routers in SystemVerilog), or "paired" (both, compared in
  // every cycle). kernel::InputError for what the RTL does not have.
  std::unique_ptr<noc::Network> make_network(
      const std::string& router, std::uint64_t seed, std::vector<std::uint8_t> class_priorities,
      const std::function<void(noc::SteppedNetwork&)>& look) const;

 private:
  void check(const GraphSettings& settings);

  noc::Topology topology_;
  std::optional<noc::RoutingTable> table_;
  noc::RouterParams router_;
  noc::GraphWords words_;
  std::vector<std::uint32_t> end_grid_;
  std::string routing_name_;
  std::unique_ptr<noc::Routing> routing_;
  noc::DeadlockVerdict verdict_;
  mutable std::vector<std::vector<std::uint16_t>> hops_;  // by destination and source, when asked
};

// The settings' names in the router's JSON and on the command line.
const char* name_of(noc::AllocatorKind kind);
const char* name_of(noc::ArbiterKind kind);
const char* name_of(noc::Priority priority);

}  // namespace rc::sim::lab
