// SPDX-License-Identifier: Apache-2.0
// Parameters of the ring, and of the mesh that can stand in its place.
#pragma once

#include <cstdint>
#include <string>

#include "hw_model/kernel/param.h"

namespace rc::coherent {

struct RingParams {
  std::string topology = "ring";
  std::uint32_t stops = 64;
  double clock_mhz = 1052;
  std::uint32_t hop_cycles = 1;
  std::uint32_t stop_cycles = 1;
  std::uint32_t data_bytes = 64;
  std::uint32_t credits = 16;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field(
        "topology", topology, "ring or mesh",
        "a bidirectional ring; the mesh is this project's, as nearly square as the stops allow");
    v.field("stops", stops, {2, 1024}, "stops",
            "one for each of the 64 tag directories, and a core at 60 of them (section 1.1.1)");
    v.field("clock_mhz", clock_mhz, {1, 10000}, "MHz", "that of the cores");
    v.field("hop_cycles", hop_cycles, {1, 100}, "cycles", "one slot moves one stop a cycle");
    v.field("stop_cycles", stop_cycles, kernel::kStage, "cycles",
            "assumed: into the ring and out of it, each");
    v.field("data_bytes", data_bytes, {1, 64}, "bytes a slot", "64-byte data ring (section 1.1.1)");
    v.field("credits", credits, {1, 1024}, "messages",
            "assumed: how many a stop takes of one lane that are still on their way");
  }
};

}  // namespace rc::coherent
