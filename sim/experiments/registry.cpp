#include "sim/experiments/list.h"

namespace rc::sim {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all{
      {"pingpong", "RCCE send and receive between core 0 and cores 0 to 8 hops away", pingpong},
      {"pingpong-libraries", "RCCE and iRCCE between cores 0 and 1, 1 B to 1 MiB",
       pingpong_libraries},
      {"memory-latency", "single accesses to buffers and memory by distance", memory_latency},
      {"primitives", "latency of every RCCE primitive by size and distance; LogP parameters",
       primitives},
      {"power", "clocks and voltages changed by firmware: time and energy of a loop", power},
      {"noc", "the mesh alone under uniform traffic, beside BookSim 2 and theory",
       noc_against_booksim},
      {"broadcast", "Jia's and the dimension-ordered broadcast against each other and others",
       broadcast, kBroadcastMachine, broadcast_part_names()},
      {"ipsc", "iPSC/860: message times, edge contention, complete exchange", ipsc, kIpsc860},
  };
  return all;
}

}  // namespace rc::sim
