// SPDX-License-Identifier: Apache-2.0
// What the thesis says of its figures 9, 10, 13, 14, 17 and 18, which it prints without numbers. Every
// statement is judged on one program, the corrected Cube. What section 7.1 says of small messages is
// shown for the program as printed, too, and for one that cuts a message into equal parts.
#include <fmt/format.h>

#include "sim/experiments/broadcast/plan.h"
#include "sim/report/bounds.h"

namespace rc::sim::experiments {
namespace {

constexpr int kPartBytes = 4096;
// Sizes on either side of a second part, and of a second piece.
constexpr int kCubeJump = 4001, kDoplJump = 2001, kAcross = 100;
constexpr double kHuge = 0.15;  // a jump that a reader calls huge: more than a factor's bound
constexpr double kOrderedSizes = 0.9;  // of the sizes: an order holds that a tenth of them breaks

// The step of the time across a cut, relative.
double jump(const BroadcastStudy& study, const Broadcast& before, const Broadcast& after,
            int bytes) {
  return study.ms(after, bytes + kAcross) / study.ms(before, bytes) - 1;
}

// ---- section 7.1 by other readings of the program ----

Broadcast printed_cube(int) {
  Broadcast broadcast = cube_broadcast();
  broadcast.algorithm = "cube_printed";
  return broadcast;
}

// "It splits the sending buffer into two parts": into equal ones. The listing (10.6) makes them of
// 4096 bytes and what is left.
Broadcast equal_parts_cube(int bytes) {
  const int parts = (bytes + kPartBytes - 1) / kPartBytes;
  return cube_broadcast(parts < 2 ? kPartBytes : (bytes + parts - 1) / parts);
}

struct CubeReading {
  const char* name;
  Broadcast (*cube)(int bytes);
};
constexpr CubeReading kCubeReadings[] = {{"printed", printed_cube},
                                         {"equal_parts", equal_parts_cube}};

void add_readings(std::vector<report::Row>& found, const BroadcastStudy& study,
                  const std::vector<int>& sizes, const report::Csv& published) {
  const auto stated = [&](const char* claim) { return stated_factor(published, claim); };
  for (const CubeReading& reading : kCubeReadings) {
    double cube = 0, dopl = 0, rcce = 0;
    for (const int bytes : sizes) {
      const double ms = study.ms(reading.cube(bytes), bytes);
      found.push_back(
          report::plain_row(fmt::format("reading/{}/{}", reading.name, bytes), ms, "ms"));
      cube += ms;
      dopl += study.ms(dopl_broadcast(), bytes);
      rcce += study.ms(linear_broadcast(), bytes);
    }
    const auto name = [&](const char* what) {
      return fmt::format("reading/{}/{}", reading.name, what);
    };
    found.push_back(report::plain_row(
        name("cube_jumps_at_4_KB"),
        jump(study, reading.cube(kCubeJump), reading.cube(kCubeJump + kAcross), kCubeJump),
        "of the time before"));
    found.push_back(report::shown_row(name("small_dopl_vs_cube"), cube / dopl,
                                      stated("small_dopl_vs_cube"), "times"));
    found.push_back(
        report::shown_row(name("small_vs_rcce"), rcce / cube, stated("small_vs_rcce"), "times"));
  }
}

// What the printed program sends in vain with one part costs less where a cache holds it. How much
// may it cost, so that what the section says comes true? The jump needs a least, the factors allow a
// most: one below the other, and no reading of that exchange gives all three.
void add_exchange(std::vector<report::Row>& found, const BroadcastStudy& study,
                  const std::vector<int>& sizes, const report::Csv& published) {
  constexpr double kMicroseconds = 1e3;  // of a millisecond
  double cube = 0, dopl = 0, rcce = 0;
  int of_one_part = 0;
  for (const int bytes : sizes) {
    cube += study.ms(cube_broadcast(), bytes);
    dopl += study.ms(dopl_broadcast(), bytes);
    rcce += study.ms(linear_broadcast(), bytes);
    of_one_part += bytes <= kPartBytes;
  }
  const auto add = [&](const char* what, double ms) {
    found.push_back(
        report::plain_row(fmt::format("reading/exchange/{}", what), ms * kMicroseconds, "us"));
  };
  const double more = (1 + report::kFactorBound) * stated_factor(published, "small_dopl_vs_cube"),
               less = (1 - report::kFactorBound) * stated_factor(published, "small_vs_rcce");
  add("jump_needs", study.ms(cube_broadcast(), kCubeJump + kAcross) / (1 - kHuge) -
                        study.ms(cube_broadcast(), kCubeJump));
  add("dopl_allows", (more * dopl - cube) / of_one_part);
  add("rcce_allows", (rcce / less - cube) / of_one_part);
}

// Figure 10, size by size.
void add_order(std::vector<report::Row>& found, const BroadcastStudy& study,
               const std::vector<int>& sizes) {
  int faster = 0;
  for (const int bytes : sizes) {
    const double ratio = study.ms(cube_broadcast(), bytes) / study.ms(dopl_broadcast(), bytes);
    found.push_back(report::plain_row(fmt::format("order/{}", bytes), ratio, "Cube / DOPL"));
    faster += ratio > 1;
  }
  const double share = static_cast<double>(faster) / static_cast<double>(sizes.size());
  found.push_back(report::claim_row("statement/7.1/dopl_is_faster", share, "of the sizes",
                                    kOrderedSizes, share >= kOrderedSizes));
}

// Of the medium and of the large sizes the thesis says that the gap between its two algorithms grew
// (sections 7.2 and 7.3).
void add_gaps(std::vector<report::Row>& found, const BroadcastStudy& study,
              const std::vector<BroadcastRange>& ranges) {
  double before = 0;
  for (const BroadcastRange& range : ranges) {
    const double gap = height_ratio(study, cube_broadcast(), dopl_broadcast(), range.sizes);
    if (before > 0)
      found.push_back(report::claim_row(fmt::format("statement/gap_grows/{}", range.name),
                                        gap / before, "times the gap before", 1, gap > before));
    before = gap;
  }
}

void want_claims(BroadcastStudy& study, bool quick) {
  const std::vector<BroadcastRange> ranges = broadcast_ranges(quick);
  for (const BroadcastRange& range : ranges)
    for (const Broadcast& broadcast : {cube_broadcast(), dopl_broadcast(), linear_broadcast()})
      study.want(broadcast, range.sizes);
  for (const CubeReading& reading : kCubeReadings)
    for (const int bytes : ranges.front().sizes) study.want(reading.cube(bytes), bytes);
}

std::vector<report::Row> claims_rows(const BroadcastStudy& study, bool quick) {
  std::vector<report::Row> found;
  const report::Csv published = report::load_reference("broadcast-claims");
  const Broadcast cube = cube_broadcast(), dopl = dopl_broadcast(), linear = linear_broadcast();
  const auto ranges = broadcast_ranges(quick);
  for (const BroadcastRange& range : ranges) {
    const auto factor = [&](const char* which, const Broadcast& slow, const Broadcast& fast) {
      const std::string claim = range.name + which;
      found.push_back(report::stated_row("claim/" + claim,
                                         height_ratio(study, slow, fast, range.sizes),
                                         stated_factor(published, claim), "times"));
    };
    factor("_dopl_vs_cube", cube, dopl);
    if (range.name != "large") factor("_vs_rcce", linear, cube);
    for (const int bytes : range.sizes)
      found.push_back(report::plain_row(fmt::format("rcce_over_cube/{}", bytes),
                                        study.ms(linear, bytes) / study.ms(cube, bytes), "times"));
  }

  // Both jumps are improvements in the text: two parts work better than one.
  const double cube_jump = jump(study, cube, cube, kCubeJump);
  const double dopl_jump = jump(study, dopl, dopl, kDoplJump);
  found.push_back(report::claim_row("claim/cube_jumps_at_4_KB", cube_jump, "of the time before",
                                    -kHuge, cube_jump < -kHuge));
  found.push_back(report::claim_row("claim/dopl_jumps_less_at_2_KB", dopl_jump,
                                    "of the time before", 0, dopl_jump < 0 && dopl_jump > -kHuge));
  add_order(found, study, ranges.front().sizes);
  add_gaps(found, study, ranges);
  add_readings(found, study, ranges.front().sizes, published);
  add_exchange(found, study, ranges.front().sizes, published);
  return found;
}

}  // namespace

const BroadcastPart kBroadcastClaims{"claims", want_claims, claims_rows};

}  // namespace rc::sim::experiments
