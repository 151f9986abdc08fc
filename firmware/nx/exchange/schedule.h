// SPDX-License-Identifier: Apache-2.0
// Complete exchange on a hypercube: which node sends to which in each step.
//
// Each of n = 2^dimension nodes has one block for every other. A schedule is a pure function of
// algorithm, dimension, node and step; it knows neither library nor hardware, so that the host can
// test it and draw its chart. Steps count from 1, as the charts do.
// Source: S. H. Bokhari, "Complete exchange on the iPSC-860", ICASE report 91-4, section 4.
#pragma once

namespace exchange {

enum class Algorithm {
  naive,       // step i: all nodes send to node i - 1 and contend for its links
  linear,      // step i: to the node i further on; n - 1 steps
  pairwise,    // step i: exchanged with the node that differs by i; n - 1 steps
  tournament,  // step i: exchanged with the node for which the sum of both is 2i (mod n - 1); a
               // node that would meet itself meets node 0. The paper's figure 8 numbers pairwise's
               // chart like this, not as its procedure does; unlike the procedure, it contends for
               // links.
  stable,      // n steps; no link is used in two steps in succession
  standard,    // n/2 blocks at once across one bit a step; see blocks.h
};

constexpr int kNobody = -1;

constexpr int node_count(int dimension) { return 1 << dimension; }

// Steps of the program as it is written. Naive takes longer: its messages wait for each other.
int step_count(Algorithm algorithm, int dimension);

// The node to which `node` sends in `step`, 1 to step_count; kNobody: it idles.
int destination(Algorithm algorithm, int dimension, int node, int step);

// The node from which `node` receives what was sent in `step`; kNobody: nothing. Not for naive,
// where one node receives from all.
int source(Algorithm algorithm, int dimension, int node, int step);

}  // namespace exchange
