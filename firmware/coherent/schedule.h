// SPDX-License-Identifier: Apache-2.0
// Who talks to whom in the collectives of this folder. Pure functions of the number of threads
// n >= 1; thread 0 is the root.
#pragma once

#include <vector>

namespace shared_memory {

struct Tree {
  std::vector<int> parent;                 // -1 of the root
  std::vector<std::vector<int>> children;  // of each thread

  int threads() const { return static_cast<int>(parent.size()); }
  int depth() const;  // levels below the root
};

// fan_out[i] children of each node of level i, level by level until all threads have a place;
// std::invalid_argument if they have none.
Tree level_tree(int threads, const std::vector<int>& fan_out);
Tree flat_tree(int threads);
// Every node has, in each round, handed on to k - 1 others: 2 is the binomial tree.
Tree k_nomial_tree(int threads, int k);
// The tree that is fastest under LogP (Karp et al., SPAA 1993) if a message takes `latency` times
// the overhead o of sending or receiving it, and a sender sends one each o.
Tree fibonacci_tree(int threads, int latency);

// The m-way dissemination barrier: in each round a thread waits for m others.
// Rounds until each thread knows of all: the least r with (m + 1)^r >= n.
int barrier_rounds(int threads, int m);
// Those for which `thread` waits: at the distances i (m + 1)^round, i = 1 to m. Where these exceed
// n a thread can be its own peer, or have one twice.
std::vector<int> barrier_peers(int threads, int thread, int m, int round);

// The pipelined broadcast of n - 1 slices. In stage 0, thread i > 0 copies slice i - 1 from the
// root; in stage j > 0 the slice after the last, from the thread that took it from the root.
int slice_in_stage(int threads, int thread, int stage);
int owner_of_slice(int slice);
// The first line of a slice, of a message of `lines` lines; that of slice n - 1 is `lines`.
int slice_start(int threads, int slice, int lines);

}  // namespace shared_memory
