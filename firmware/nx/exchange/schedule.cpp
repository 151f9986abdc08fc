// SPDX-License-Identifier: Apache-2.0
#include "firmware/nx/exchange/schedule.h"

namespace exchange {
namespace {

// The bit across which the standard algorithm exchanges in `step`: the highest first.
int standard_bit(int dimension, int step) { return 1 << (dimension - step); }

// The node at which `node` begins its round through all nodes (stable). The lower half starts at
// the odd nodes, the upper half at the even ones.
int stable_start(int nodes, int node) { return node < nodes / 2 ? 2 * node + 1 : 2 * node - nodes; }

// The node whose round begins at `start`.
int stable_node(int nodes, int start) { return start % 2 == 1 ? start / 2 : (start + nodes) / 2; }

// A round-robin tournament: nodes other than 0 sit on a circle of n - 1, and each step turns the
// axis across which they meet. A node that would meet itself meets node 0.
int tournament_opponent(int nodes, int node, int step) {
  if (node == 0) return step;
  const int circle = nodes - 1;
  const int across = (2 * step - node + circle) % circle;
  const int opponent = across == 0 ? circle : across;
  return opponent == node ? 0 : opponent;
}

int unless_itself(int peer, int node) { return peer == node ? kNobody : peer; }

}  // namespace

int step_count(Algorithm algorithm, int dimension) {
  const int nodes = node_count(dimension);
  switch (algorithm) {
    case Algorithm::naive:
    case Algorithm::stable:
      return nodes;
    case Algorithm::linear:
    case Algorithm::pairwise:
    case Algorithm::tournament:
      return nodes - 1;
    case Algorithm::standard:
      return dimension;
  }
  return 0;
}

int destination(Algorithm algorithm, int dimension, int node, int step) {
  const int nodes = node_count(dimension);
  switch (algorithm) {
    case Algorithm::naive:
      return unless_itself(step - 1, node);
    case Algorithm::linear:
      return (node + step) % nodes;
    case Algorithm::pairwise:
      return node ^ step;
    case Algorithm::tournament:
      return tournament_opponent(nodes, node, step);
    case Algorithm::stable:
      return unless_itself((stable_start(nodes, node) + step - 1) % nodes, node);
    case Algorithm::standard:
      return node ^ standard_bit(dimension, step);
  }
  return kNobody;
}

int source(Algorithm algorithm, int dimension, int node, int step) {
  const int nodes = node_count(dimension);
  switch (algorithm) {
    case Algorithm::naive:
      return kNobody;
    case Algorithm::linear:
      return (node + nodes - step) % nodes;
    case Algorithm::pairwise:
    case Algorithm::tournament:
    case Algorithm::standard:
      return destination(algorithm, dimension, node, step);
    case Algorithm::stable:
      return unless_itself(stable_node(nodes, (node + nodes - (step - 1)) % nodes), node);
  }
  return kNobody;
}

}  // namespace exchange
