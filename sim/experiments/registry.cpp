#include "sim/experiments/list.h"

namespace rc::sim {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all{
      {.name = "pingpong",
       .summary = "RCCE send and receive between core 0 and cores 0 to 8 hops away",
       .run = pingpong,
       .measured = "half a round trip of RCCE messages between core 0 and cores 0 to 8 hops away",
       .source = "the iRCCE manual"},
      {.name = "pingpong-libraries",
       .summary = "RCCE and iRCCE between cores 0 and 1, 1 B to 1 MiB",
       .run = pingpong_libraries,
       .measured = "half a round trip of RCCE and iRCCE messages between cores 0 and 1",
       .source = "the iRCCE manual"},
      {.name = "memory-latency",
       .summary = "single accesses to buffers and memory by distance",
       .run = memory_latency,
       .measured = "single accesses to message buffers and memory by distance",
       .source = "Barrelfish's measurements on silicon"},
      {.name = "primitives",
       .summary = "latency of every RCCE primitive by size and distance; LogP parameters",
       .run = primitives,
       .measured = "every RCCE primitive by size and distance, and LogP parameters from that,",
       .source = "the OC-Bcast paper"},
      {.name = "power",
       .summary = "clocks and voltages changed by firmware: time and energy of a loop",
       .run = power,
       .measured = "time and energy of a loop at all operating points",
       .source = "the papers on the chip and its routers"},
      {.name = "noc",
       .summary = "the mesh alone under uniform traffic, beside BookSim 2 and theory",
       .run = noc_against_booksim,
       .measured = "packet latency of an 8 x 8 mesh under uniform traffic",
       .source = "BookSim 2 and theory"},
      {.name = "broadcast",
       .summary = "Jia's and the dimension-ordered broadcast against each other and others",
       .run = broadcast,
       .machine = kBroadcastMachine,
       .parts = broadcast_part_names(),
       .measured = "broadcasts by Cube, DOPL and others",
       .source = "the thesis and the OC-Bcast paper",
       .deviations =
           "Cube's rows depend on RCCE's copy: its cost was inferred from the iRCCE manual's "
           "ping-pong, and the thesis' times imply a faster one (docs/broadcast.md)."},
      {.name = "ipsc",
       .summary = "iPSC/860: message times, edge contention, complete exchange",
       .run = ipsc,
       .machine = kIpsc860,
       .parts = {kIpscMessages, kIpscExchange},
       .measured = "message times, edge contention and complete exchange",
       .source = "ICASE report 91-4",
       .deviations = "Stable exchange does not beat linear exchange here: a node that runs ahead "
                     "waits at its "
                     "destination instead of at a channel (docs/exchange.md)."},
      {.name = "cstar",
       .summary = "C* on the iPSC/860: routines of its library, gains, benchmarks",
       .run = cstar,
       .machine = kIpsc860,
       .parts = cstar_part_names(),
       .measured = "the routines of a C* library, their gains and benchmarks",
       .source = "C. Uberoy's report",
       .deviations = "docs/cstar.md says why."},
      {.name = "coherence",
       .summary = "Xeon Phi and Sandy Bridge: lines, ping-pong, contention, collectives",
       .run = coherence,
       .machine = kXeonPhi,
       .parts = coherence_part_names(),
       .measured = "reads of lines, ping-pong, contention and collectives on coherent machines",
       .source = "Ramos Garea and Hoefler's report",
       .deviations = "docs/coherence.md and docs/coherent-collectives.md say why."},
  };
  return all;
}

}  // namespace rc::sim
