// SPDX-License-Identifier: Apache-2.0
// Who sends to whom in which step of a collective routine: pure functions of style, mesh, node and
// step. Steps count from 1. Where a style is for hypercubes, the mesh must be one (powers of two).
//
// mesh: what the library brought along from the Touchstone Delta, first along the rows of the mesh,
// then along its columns. A reduction over n processors in a line folds those beyond the largest
// power of two into it, swaps across halves, and relays the result to the folded ones. Folding and
// relaying are steps even where there is nothing to fold; sections 4.3.3 and 6.1 count them so.
// hypercube: the algorithms of figures 6.1 and 6.3.
// Source: see mesh.h.
#pragma once

#include "firmware/cstar/schedule/mesh.h"

namespace cstar {

enum class Style { mesh, hypercube };

// What one node does in one step: it sends first. kNobody: it does not.
struct Transfer {
  int to = kNobody, from = kNobody;
  bool relay = false;  // reductions: what comes is the result, and not to be combined
  bool operator==(const Transfer&) const = default;
};

int broadcast_steps(Style style, Mesh mesh);
Transfer broadcast_transfer(Style style, Mesh mesh, int source, int node, int step);

// Reductions, and scatters: those send packets in place of one value.
int reduce_steps(Style style, Mesh mesh);
Transfer reduce_transfer(Style style, Mesh mesh, int node, int step);

// Whether a packet for `destination` that `node` holds leaves it in that step of a scatter.
bool packet_leaves(Style style, Mesh mesh, int node, int step, int destination);

}  // namespace cstar
