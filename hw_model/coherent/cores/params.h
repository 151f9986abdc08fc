// SPDX-License-Identifier: Apache-2.0
// Parameters of the cores of a coherent machine.
#pragma once

#include <cstdint>

#include "hw_model/kernel/param.h"

namespace rc::coherent {

// Defaults are the Xeon Phi's.
struct CoreParams {
  std::uint32_t cores = 60;
  std::uint32_t threads_per_core = 4;
  double clock_mhz = 1052;
  std::uint32_t l1_bytes = 32768;
  std::uint32_t l1_ways = 8;
  std::uint32_t l2_bytes = 524288;
  std::uint32_t l2_ways = 8;
  double l1_ns = 8.6;
  std::uint32_t l2_cycles = 13;
  std::uint32_t poll_cycles = 4;
  std::uint32_t leave_cycles = 55;
  bool out_of_order = false;
  std::uint32_t store_buffer = 0;
  std::uint32_t store_bytes = 64;
  std::uint32_t outstanding = 16;
  std::uint32_t stream_misses = 6;
  std::uint32_t read_ahead = 14;
  std::uint32_t write_ahead = 4;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("cores", cores, {1, 64}, "cores", "Xeon Phi 5110P (section 1.1.1)");
    v.field("threads_per_core", threads_per_core, {1, 4}, "threads", "section 1.1.1");
    v.field("clock_mhz", clock_mhz, {1, 10000}, "MHz",
            "section 4.4; section 1.1.1 says 1056, the product's data sheet 1053");
    v.field("l1_bytes", l1_bytes, {64, 1 << 20}, "bytes", "section 1.1.1: 32 KB of data");
    v.field("l1_ways", l1_ways, {1, 64}, "ways",
            "Intel, Xeon Phi Coprocessor System Software "
            "Developers Guide (2013), 2.1: 8");
    v.field("l2_bytes", l2_bytes, {64, 1 << 26}, "bytes", "section 1.1.1: 512 KB private");
    v.field("l2_ways", l2_ways, {1, 64}, "ways", "the same guide: 8");
    v.fitted("l1_ns", l1_ns, {0, 1000}, "ns", "a load that hits L1, with what measuring it costs",
             "line/xeon_phi/same_core/M");
    v.field("l2_cycles", l2_cycles, kernel::kStage, "cycles",
            "assumed: look-up in L2 after a miss in L1");
    v.field("poll_cycles", poll_cycles, kernel::kStage, "cycles",
            "assumed: compare and branch of a polling loop, on top of its load");
    v.fitted(
        "leave_cycles", leave_cycles, kernel::kStage, "cycles",
        "out of a polling loop: its branch is mispredicted, the program goes on; out of order: the "
        "loads ahead of their turn are thrown away, from when the line is taken",
        "pingpong/xeon_phi/same core/E_E");
    v.field("out_of_order", out_of_order, "",
            "a core in order waits for each miss, loads and stores alike; one out of order has as "
            "many under way as `outstanding` says");
    v.field("store_buffer", store_buffer, {0, 1024}, "stores",
            "stores of a thread that are done for it and not yet seen by others; 0: none");
    v.field(
        "store_bytes", store_bytes, {8, 64}, "bytes",
        "appendix A: vector stores of a copy, 512 bits on the Xeon Phi, 128 on Sandy Bridge; as "
        "many lines of a copy are under way out of order as the store buffer takes");
    v.field("outstanding", outstanding, {1, 64}, "lines", "misses of a core under way");
    v.fitted("stream_misses", stream_misses, {0, 1000}, "lines",
             "misses in a row before the prefetcher of a core in order follows them",
             "multiline/xeon_phi/E_E/q");
    v.field("read_ahead", read_ahead, {1, 64}, "lines",
            "assumed: that it then fetches with one miss of a load");
    v.fitted("write_ahead", write_ahead, {1, 64}, "lines",
             "that it then fetches with one miss of a store", "multiline/xeon_phi/E_E/o");
  }
};

}  // namespace rc::coherent
