// SPDX-License-Identifier: Apache-2.0
// Parameters of one core, with default, unit and source. Fixed micro-architectural cycle costs of
// single instructions live in timing.h; here is what a machine file may change.
#pragma once

#include <cstdint>

#include "hw_model/kernel/param.h"

namespace rc::cpu {

struct CacheParams {
  std::uint32_t size_bytes;
  std::uint32_t ways;
  std::uint32_t hit_cycles;  // added to the instruction's own cycles on a hit at this level

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("size_bytes", size_bytes, {32, 4 << 20}, "B",
            "SCC facts 2.2: 16 KB L1I, 16 KB L1D, 256 KB L2 per core");
    v.field("ways", ways, {1, 8}, "ways", "SCC facts 2.2: L2 is 4-way; L1 4-way (GaussLake)");
    v.field("hit_cycles", hit_cycles, kernel::kStage, "core cycles",
            "SCC facts 2.8: L1 hit 1, L2 hit 18 k_core");
  }
};

struct CoreParams {
  CacheParams l1i{16 * 1024, 4, 0};
  CacheParams l1d{16 * 1024, 4, 0};
  CacheParams l2{256 * 1024, 4, 17};
  std::uint32_t itlb_entries = 32;
  std::uint32_t dtlb_entries = 64;
  std::uint32_t page_walk_cycles = 22;
  std::uint32_t btb_entries = 256;
  std::uint32_t mispredict_u_cycles = 3;
  std::uint32_t mispredict_v_cycles = 4;
  std::uint32_t misaligned_cycles = 3;
  bool write_allocate = false;
  bool caches = true;  // off: a flat functional memory for `bench iss`, no timing

  template <class Visitor>
  void visit(Visitor& v) {
    v.group("l1i", l1i);
    v.group("l1d", l1d);
    v.group("l2", l2);
    v.field("itlb_entries", itlb_entries, {4, 4096}, "entries", "P54C: 32-entry 4-way ITLB");
    v.field("dtlb_entries", dtlb_entries, {4, 4096}, "entries", "P54C: 64-entry 4-way DTLB");
    v.fitted(
        "page_walk_cycles", page_walk_cycles, kernel::kStage, "core cycles",
        "beyond the walk's two reads through the caches: what RCCE's barrier of 48 UEs takes with "
        "byte flags at 800/800/800, Papagiannis 2013, figure 4.4",
        "RCCE_barrier_byte_flags/48");
    v.field("btb_entries", btb_entries, {4, 16384}, "entries",
            "Agner Fog: P54C BTB 256 entries, 4-way");
    v.field("write_allocate", write_allocate, "",
            "SCC facts 2.2: a write miss allocates no line; true departs from the SCC, for "
            "experiments");
    v.field("mispredict_u_cycles", mispredict_u_cycles, kernel::kStage, "core cycles",
            "P54C facts: 3 in U");
    v.field("mispredict_v_cycles", mispredict_v_cycles, kernel::kStage, "core cycles",
            "P54C facts: 4 in V");
    v.field("misaligned_cycles", misaligned_cycles, kernel::kStage, "core cycles",
            "P54C facts: misaligned +3");
  }
};

}  // namespace rc::cpu
