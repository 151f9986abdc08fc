// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/ipsc/exchange.h"
#include "sim/experiments/list.h"

namespace rc::sim::experiments {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> others{
      {.name = "noc",
       .summary = "the mesh alone under uniform traffic, beside BookSim 2 and theory",
       .run = noc_against_booksim,
       .decides = {"noc.cols", "noc.rows", "noc.routing", "noc.vcs", "noc.message_classes",
                   "noc.vc_depth", "noc.pipeline"},
       .measured = "packet latency of an 8 x 8 mesh under uniform traffic",
       .source = "BookSim 2 and theory",
       .no_network = "it compares the mesh with BookSim; for a network of your own: noc --network"},
      {.name = "geometry",
       .summary = "machines of 1 to 1,024 cores: distances, conformance of RCCE, broadcasts",
       .run = geometry,
       .parts = geometry_part_names(),
       .measured = "distances, RCCE's conformance and broadcasts on machines of other shapes",
       .source = "the formulas of the network",
       .no_network = "it measures the mesh that the parameters describe"},
      {.name = "networks",
       .summary = "the SCC on other networks: what programs take, with energy and area",
       .run = networks,
       .measured = "messages, broadcasts, a lock and memory on other networks",
       .source = "the simulated mesh"},
      {.name = "broadcast",
       .summary = "Jia's and the dimension-ordered broadcast against each other and others",
       .run = broadcast,
       .machine = kBroadcastMachine,
       .parts = broadcast_part_names(),
       .measured = "broadcasts by Cube, DOPL and others",
       .source = "the thesis and the OC-Bcast paper",
       .deviations = "docs/broadcast.md says what decides this."},
      {.name = "ipsc",
       .summary = "iPSC/860: message times, edge contention, complete exchange",
       .run = ipsc,
       .machine = machine::kIpsc860,
       .parts = {kIpscMessages, kIpscExchange, kIpscPublished},
       .decides = {"ipsc.dimension"},
       .measured = "message times, edge contention and complete exchange",
       .source = "ICASE report 91-4",
       .deviations = "docs/exchange.md explains these rows."},
      {.name = "cstar",
       .summary = "C* on the iPSC/860: routines of its library, gains, benchmarks",
       .run = cstar,
       .machine = machine::kIpsc860,
       .parts = cstar_part_names(),
       .decides = {"ipsc.dimension"},
       .measured = "the routines of a C* library, their gains and benchmarks",
       .source = "C. Uberoy's report",
       .deviations = "docs/cstar.md explains these rows."},
      {.name = "coherence",
       .summary = "Xeon Phi and Sandy Bridge: lines, ping-pong, contention, collectives",
       .run = coherence,
       .machine = machine::kXeonPhi,
       .other_kind = machine::kSandyBridge,
       .parts = coherence_part_names(),
       .parts_on = coherence_part_names_on,
       .measured = "reads of lines, ping-pong, contention and collectives on coherent machines",
       .source = "Ramos Garea and Hoefler's report",
       .deviations = "docs/coherence.md and docs/coherent-collectives.md explain these rows."},
  };
  static const std::vector<Experiment> all = [] {
    std::vector<Experiment> both = scc_experiments();
    both.insert(both.end(), others.begin(), others.end());
    return both;
  }();
  return all;
}

}  // namespace rc::sim::experiments
