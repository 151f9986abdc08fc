// SPDX-License-Identifier: Apache-2.0
// Why DOPL wins: the two algorithms with one property changed at a time. The scheduler_* algorithms
// are the same protocol with either copy routine (firmware/collectives/one_sided_messages.h).
#include <fmt/format.h>

#include "sim/experiments/broadcast/plan.h"

namespace rc::sim::experiments {
namespace {

// Routers that forward a flit in the next cycle: the least that distance can cost.
constexpr const char* kShortMesh = "noc.pipeline=1";
// As in most caches: a store that misses brings its line in.
constexpr const char* kWriteAllocate = "core.write_allocate=true";
// Fits the message passing buffer beside the flags, so that no message is cut.
constexpr int kOneChunk = 7936;

Broadcast with_sizes(const char* algorithm, int part_bytes, int pipe_bytes = 2048) {
  return {.algorithm = algorithm,
          .part_bytes = part_bytes,
          .pipe_bytes = pipe_bytes,
          .offset = kMallocOffset};
}
Broadcast with(Broadcast broadcast, const char* setting) {
  broadcast.setting = setting;
  return broadcast;
}
Broadcast placed(Broadcast broadcast) {
  broadcast.placed = true;
  return broadcast;
}

struct Variant {
  const char* name;
  Broadcast broadcast;
};

// In quick mode those that the way from Cube to DOPL needs.
std::vector<Variant> variants(bool quick) {
  const Broadcast cube = cube_broadcast(), dopl = dopl_broadcast();
  const Broadcast cube_fast_copy = with_sizes("cube_ircce", 4096);
  const Broadcast cube_plain = with_sizes("courier_cube_plain", 4096);
  const Broadcast dopl_plain = with_sizes("courier_dopl_plain", 8192);
  const Broadcast dopl_one_sided = with_sizes("courier_dopl", 8192);
  if (quick)
    return {{"cube", cube},
            {"cube_ircce_copy", cube_fast_copy},
            {"dopl_not_pipelined", dopl_broadcast(8192)},
            {"dopl", dopl}};
  return {
      {"cube", cube},
      {"cube_same_protocol_plain_copy", cube_plain},
      {"cube_ircce_copy", cube_fast_copy},
      {"cube_write_allocate", with(cube, kWriteAllocate)},
      {"cube_placed_on_mesh", placed(cube)},
      {"cube_short_mesh", with(cube, kShortMesh)},
      {"cube_ircce_copy_placed", placed(cube_fast_copy)},
      {"cube_ircce_copy_short_mesh", with(cube_fast_copy, kShortMesh)},
      {"dopl", dopl},
      {"dopl_same_protocol_ircce_copy", dopl_one_sided},
      {"dopl_same_protocol_plain_copy", dopl_plain},
      {"dopl_not_pipelined", dopl_broadcast(8192)},
      {"dopl_blocking_rcce", with_sizes("dopl_rcce", 8192)},
      {"dopl_write_allocate", with(dopl, kWriteAllocate)},
      {"dopl_short_mesh", with(dopl, kShortMesh)},
      {"dopl_no_message_cut", dopl_broadcast(2048, kOneChunk)},
  };
}

std::vector<int> sizes(bool quick) {
  return quick ? std::vector{50'000} : std::vector{50'000, 190'000};
}

void want_ablations(BroadcastStudy& study, bool quick) {
  for (const Variant& variant : variants(quick)) study.want(variant.broadcast, sizes(quick));
}

// From Cube to DOPL in three steps whose factors multiply to the whole gain: the copy routine, the
// schedule with its neighbours, and pipelining along the lines.
std::vector<report::Row> ablations_rows(const BroadcastStudy& study, bool quick) {
  std::vector<report::Row> found;
  for (const int bytes : sizes(quick)) {
    const auto ms = [&](const Broadcast& broadcast) { return study.ms(broadcast, bytes); };
    for (const Variant& variant : variants(quick))
      found.push_back(report::plain_row(fmt::format("ablation/{}/{}", bytes, variant.name),
                                        ms(variant.broadcast), "ms"));
    const double cube = ms(cube_broadcast()), dopl = ms(dopl_broadcast());
    const double cube_fast_copy = ms(with_sizes("cube_ircce", 4096));
    const double dopl_not_pipelined = ms(dopl_broadcast(8192));
    const auto factor = [&](const char* name, double value) {
      found.push_back(report::plain_row(fmt::format("gain/{}/{}", bytes, name), value, "times"));
    };
    factor("all", cube / dopl);
    factor("1_copy_routine", cube / cube_fast_copy);
    factor("2_schedule_and_topology", cube_fast_copy / dopl_not_pipelined);
    factor("3_pipelining", dopl_not_pipelined / dopl);
    if (quick) continue;
    factor("write_miss_without_allocation_in_cube",
           cube / ms(with(cube_broadcast(), kWriteAllocate)));
    factor("write_miss_without_allocation_in_dopl",
           dopl / ms(with(dopl_broadcast(), kWriteAllocate)));
    factor("mesh_distance_in_cube", cube / ms(with(cube_broadcast(), kShortMesh)));
    factor("mesh_distance_in_dopl", dopl / ms(with(dopl_broadcast(), kShortMesh)));
  }
  return found;
}

}  // namespace

const BroadcastPart kBroadcastAblations{"ablations", want_ablations, ablations_rows};

}  // namespace rc::sim::experiments
