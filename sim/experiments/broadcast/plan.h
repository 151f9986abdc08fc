// SPDX-License-Identifier: Apache-2.0
// Which broadcasts `reproduce broadcast` times, and the rows it makes of them.
#pragma once

#include <string>
#include <vector>

#include "sim/experiments/broadcast/study.h"
#include "sim/report/csv.h"

namespace rc::sim::experiments {

// Where the thesis' buffers begin behind a page: malloc of 32-bit glibc, on which RCCE programs
// ran, puts 8 bytes of its own before a large block. Inferred; docs/broadcast.md has both.
inline constexpr int kMallocOffset = 8;

// The thesis' two algorithms with the sizes that it settled on, and what they are held against.
inline Broadcast cube_broadcast(int part_bytes = 4096) {
  return {.algorithm = "cube", .part_bytes = part_bytes, .offset = kMallocOffset};
}
inline Broadcast dopl_broadcast(int pipe_bytes = 2048, int part_bytes = 8192) {
  return {.algorithm = "dopl",
          .part_bytes = part_bytes,
          .pipe_bytes = pipe_bytes,
          .offset = kMallocOffset};
}
inline Broadcast plain_broadcast(const std::string& algorithm) { return {.algorithm = algorithm}; }
inline Broadcast linear_broadcast() { return {.algorithm = "linear", .offset = kMallocOffset}; }
inline Broadcast oc_broadcast(int arity) { return {.algorithm = "oc_bcast", .arity = arity}; }
inline Broadcast on_cores(Broadcast broadcast, int cores) {
  broadcast.cores = cores;
  return broadcast;
}

// The sizes of one of the thesis' ranges: all of it, or a few in between.
struct BroadcastRange {
  std::string name;
  std::vector<int> sizes;
};
std::vector<BroadcastRange> broadcast_ranges(bool quick);

// How many times higher the curve of `slow` is than that of `fast` over these sizes: the sum of its
// times over the other's, which is what a reader of a linear plot sees. The one measure for every
// factor that the thesis reads off a figure.
double height_ratio(const BroadcastStudy& study, const Broadcast& slow, const Broadcast& fast,
                    const std::vector<int>& sizes);
// Of a line of reference/broadcast-claims.csv.
double stated_factor(const report::Csv& published, const std::string& claim);

// Each part of the experiment says what it wants, and makes its rows when that has run.
struct BroadcastPart {
  const char* name;
  void (*want)(BroadcastStudy& study, bool quick);
  std::vector<report::Row> (*rows)(const BroadcastStudy& study, bool quick);
};
extern const BroadcastPart kBroadcastTables;     // 48 published times
extern const BroadcastPart kBroadcastClaims;     // what the thesis says about its figures
extern const BroadcastPart kBroadcastFigures;    // their points, and what it says of cores
extern const BroadcastPart kBroadcastOcBcast;    // the one-sided rival
extern const BroadcastPart kBroadcastAblations;  // where the difference comes from

// What report.html shows, once everything has run.
void want_for_report(BroadcastStudy& study);
void add_broadcast_report(const BroadcastStudy& study, ExperimentContext& context,
                          const std::vector<report::Row>& rows);

}  // namespace rc::sim::experiments
