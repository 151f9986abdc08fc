// SPDX-License-Identifier: Apache-2.0
#include "sim/experiments/list.h"

namespace rc::sim::experiments {

const std::vector<Experiment>& scc_experiments() {
  static const std::vector<Experiment> all{
      {.name = "pingpong",
       .summary = "RCCE send and receive between core 0 and cores 0 to 8 hops away",
       .run = pingpong,
       .measured = "half a round trip of RCCE messages between core 0 and cores 0 to 8 hops away",
       .source = "the iRCCE manual",
       .programs = {"pingpong", "pingpong_libraries"}},
      {.name = "pingpong-libraries",
       .summary = "RCCE and iRCCE between cores 0 and 1, 1 B to 1 MiB",
       .run = pingpong_libraries,
       .measured = "half a round trip of RCCE and iRCCE messages between cores 0 and 1",
       .source = "the iRCCE manual",
       .programs = {"pingpong_libraries"}},
      {.name = "memory-latency",
       .summary = "single accesses to buffers and memory by distance",
       .run = memory_latency,
       .measured = "single accesses to message buffers and memory by distance",
       .source = "Barrelfish's measurements on silicon",
       .programs = {"memory_latency"}},
      {.name = "primitives",
       .summary = "latency of every RCCE primitive by size and distance; LogP parameters",
       .run = primitives,
       .measured = "every RCCE primitive by size and distance, and LogP parameters from that,",
       .source = "the OC-Bcast paper",
       .programs = {"primitives"}},
      {.name = "many-cores",
       .summary = "memory bandwidth, locks and barriers by the number of cores",
       .run = many_cores,
       .measured = "memory bandwidth, locks and barriers of up to 48 cores at once",
       .source = "four groups' measurements on silicon",
       .programs = {"stream_triad", "locks", "barriers", "barriers_singlebitflags",
                    "local_operations", "pingpong_libraries", "pingpong_copywords",
                    "large_broadcast"},
       .deviations = "Beyond 32 cores that poll one tile the chip collapses; that is not modelled. "
                     "docs/experiments.md explains the rows."},
      {.name = "power",
       .summary = "clocks and voltages changed by firmware: time and energy of a loop",
       .run = power,
       .measured = "time and energy of a loop at all operating points",
       .source = "the papers on the chip and its routers",
       .programs = {"power"}},
  };
  return all;
}

}  // namespace rc::sim::experiments
