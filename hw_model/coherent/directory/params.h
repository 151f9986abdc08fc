// SPDX-License-Identifier: Apache-2.0
// Parameters of the Xeon Phi's tag directories and memory.
#pragma once

#include <cstdint>

#include "hw_model/kernel/param.h"

namespace rc::coherent {

struct DirectoryParams {
  std::uint32_t directories = 64;
  double occupancy_ns = 56.2;
  double snoop_ns = 87.1;
  std::uint32_t memory_controllers = 8;
  double memory_ns = 146.9;
  double memory_line_ns = 2;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("directories", directories, {1, 1024}, "directories",
            "section 1.1.1: 64; a power of two");
    v.fitted("occupancy_ns", occupancy_ns, {0, 1e6}, "ns",
             "look-up of a line; the next request for the same line waits for it",
             "contention/xeon_phi/E_E/c");
    v.fitted("snoop_ns", snoop_ns, {0, 1e6}, "ns", "a core looks its copy up and answers",
             "line/xeon_phi/middle/E");
    v.field("memory_controllers", memory_controllers, {1, 64}, "controllers",
            "Intel, Xeon Phi Coprocessor System Software Developers Guide (2013), 2.1: 8");
    v.fitted("memory_ns", memory_ns, {0, 1e6}, "ns", "a controller reads a line",
             "line/xeon_phi/same_core/I");
    v.field("memory_line_ns", memory_line_ns, {0, 1e6}, "ns",
            "from one line of a controller to the next: 320 GB/s over 8 controllers is 1.6 ns");
  }
};

}  // namespace rc::coherent
