// SPDX-License-Identifier: Apache-2.0
// The blocks of the standard exchange: which half is sent, and how they are ordered afterwards.
//
// Each node keeps n blocks, at first in the order of their destinations. In the step of bit j it
// sends the half whose destinations lie across that bit, which is the upper or the lower half of
// its blocks, and what it receives takes that half's place. A perfect shuffle then turns the places
// by one bit, so that the next lower bit of the destinations comes to the top. After all steps the
// block at place k is the one from node k.
// Source: as schedule.h, section 4.3.
#pragma once

namespace exchange {

// Blocks in one message of the standard exchange.
constexpr int half_count(int dimension) { return 1 << (dimension - 1); }

// The first of the half_count blocks that `node` sends in `step`, and that it receives.
constexpr int half_begin(int dimension, int node, int step) {
  const bool across_is_upper = (node >> (dimension - step) & 1) == 0;
  return across_is_upper ? half_count(dimension) : 0;
}

// Where a perfect shuffle puts the block at `place`: the bits of the place, turned left by one.
constexpr int shuffled_place(int dimension, int place) {
  const int nodes = 1 << dimension;
  return (place << 1 & (nodes - 1)) | place >> (dimension - 1);
}

}  // namespace exchange
