// SPDX-License-Identifier: Apache-2.0
// Broadcasts that send a message as a whole, and the two halves of scatter-allgather.
#pragma once

#include "schedule.h"

namespace collectives {

// The root sends to one process after the other, as RCCE_bcast does: n - 1 rounds.
class Linear {
 public:
  Linear(int processes, int root, int parts) : processes_(processes), root_(root), parts_(parts) {}
  int rounds() const { return processes_ - 1; }
  Turn turn(int process, int round) const;

 private:
  int processes_;
  int root_;
  int parts_;
};

// The number of processes that have the message doubles each round: ceil(log2 n) rounds.
class Binomial {
 public:
  Binomial(int processes, int root, int parts)
      : processes_(processes), root_(root), parts_(parts), rounds_(log2_ceil(processes)) {}
  int rounds() const { return rounds_; }
  Turn turn(int process, int round) const;

 private:
  int processes_;
  int root_;
  int parts_;
  int rounds_;
};

// As many parts as processes: a binomial scatter of ever smaller ranges, after which relative rank
// r holds part r, then a ring that carries every part past everyone: ceil(log2 n) + n - 1 rounds.
class ScatterAllgather {
 public:
  ScatterAllgather(int processes, int root)
      : processes_(processes), root_(root), scatter_rounds_(log2_ceil(processes)) {}
  int rounds() const { return scatter_rounds_ + processes_ - 1; }
  Turn turn(int process, int round) const;

 private:
  Turn scatter(int relative, int round) const;
  Turn ring(int relative, int step) const;

  int processes_;
  int root_;
  int scatter_rounds_;
};

// A k-ary tree in level order of relative ranks, as OC-Bcast uses it: the children of r are
// k r + 1 .. k r + k. Siblings notify each other of a part along a binary tree.
class KaryTree {
 public:
  KaryTree(int processes, int root, int arity)
      : processes_(processes), root_(root), arity_(arity) {}

  int parent(int process) const;       // -1: the root
  int child_count(int process) const;  // 0: a leaf
  int child(int process, int index) const;
  int index_among_siblings(int process) const;

  // The siblings (up to two) that `process` notifies when it learns of a part in its parent's
  // buffer, and the children (up to two) that it notifies when it has a part itself. -1: none.
  int sibling_to_tell(int process, int which) const;
  int child_to_tell(int process, int which) const;

 private:
  int relative(int process) const { return relative_rank(process, root_, processes_); }
  int absolute(int rank) const { return absolute_rank(rank, root_, processes_); }

  int processes_;
  int root_;
  int arity_;
};

}  // namespace collectives
