// SPDX-License-Identifier: Apache-2.0
// Parameters of the Sandy Bridge's shared cache, home agents and QPI.
#pragma once

#include <cstdint>

#include "hw_model/kernel/param.h"

namespace rc::coherent {

struct SnoopParams {
  std::uint32_t sockets = 2;
  double l3_ns = 4.7;
  double probe_ns = 15.4;
  double dirty_ns = 6.5;
  double memory_ns = 51.4;
  double memory_line_ns = 1.3;
  double qpi_ns = 15.6;
  double qpi_line_ns = 4.9;
  double qpi_message_ns = 0.6;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("sockets", sockets, {1, 2}, "sockets", "section 1.1.2");
    v.field("l3_ns", l3_ns, {0, 1e6}, "ns",
            "assumed: look-up in a slice, so that an L3 hit takes 40 core cycles, as on Xeons of "
            "that time");
    v.fitted("probe_ns", probe_ns, {0, 1e6}, "ns", "a core looks its copy up and answers",
             "line/sandy_bridge/same_processor/M");
    v.field("dirty_ns", dirty_ns, {0, 1e6}, "ns",
            "Intel 64 and IA-32 Architectures Optimization Reference Manual, Sandy Bridge, L3: a "
            "modified line in another core takes 60 cycles, a clean one 43; 17 cycles");
    v.fitted("memory_ns", memory_ns, {0, 1e6}, "ns", "the home agent reads a line",
             "line/sandy_bridge/same_core/I");
    v.field("memory_line_ns", memory_line_ns, {0, 1e6}, "ns",
            "from one line to the next: 51.2 GB/s, four channels of DDR3-1600");
    v.fitted("qpi_ns", qpi_ns, {0, 1e6}, "ns", "one crossing",
             "line/sandy_bridge/different_processor/M");
    v.field("qpi_line_ns", qpi_line_ns, {0, 1e6}, "ns",
            "the link, for a line: 9 flits of 8 bytes and a header at 16 GB/s (8 GT/s, section "
            "1.1.2)");
    v.field("qpi_message_ns", qpi_message_ns, {0, 1e6}, "ns",
            "the link, for any other message: a flit");
  }
};

}  // namespace rc::coherent
