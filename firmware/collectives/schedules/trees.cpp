// SPDX-License-Identifier: Apache-2.0
#include "trees.h"

#include <initializer_list>

namespace collectives {

Turn Linear::turn(int process, int round) const {
  const int receiver = absolute_rank(round + 1, root_, processes_);
  Turn turn;
  if (process == root_) turn.send = {receiver, 0, parts_, false};
  if (process == receiver) turn.receive = {root_, 0, parts_, false};
  return turn;
}

Turn Binomial::turn(int process, int round) const {
  const int me = relative_rank(process, root_, processes_);
  const int distance = 1 << round;
  Turn turn;
  if (me < distance && me + distance < processes_)
    turn.send = {absolute_rank(me + distance, root_, processes_), 0, parts_, false};
  if (me >= distance && me < 2 * distance)
    turn.receive = {absolute_rank(me - distance, root_, processes_), 0, parts_, false};
  return turn;
}

Turn ScatterAllgather::turn(int process, int round) const {
  const int me = relative_rank(process, root_, processes_);
  Turn turn = round < scatter_rounds_ ? scatter(me, round) : ring(me, round - scatter_rounds_);
  for (Transfer* transfer : {&turn.send, &turn.receive}) {
    if (*transfer) transfer->peer = absolute_rank(transfer->peer, root_, processes_);
  }
  return turn;
}

Turn ScatterAllgather::scatter(int relative, int round) const {
  const int distance = 1 << (scatter_rounds_ - 1 - round);
  const auto range_from = [&](int first) {
    return first + distance < processes_ ? distance : processes_ - first;
  };
  Turn turn;
  const int place = relative % (2 * distance);
  if (place == 0 && relative + distance < processes_)
    turn.send = {relative + distance, relative + distance, range_from(relative + distance), false};
  if (place == distance)
    turn.receive = {relative - distance, relative, range_from(relative), false};
  return turn;
}

// Neighbours alternate in sending first; else all would send and none receive.
Turn ScatterAllgather::ring(int relative, int step) const {
  const auto around = [&](int rank) { return (rank + 2 * processes_) % processes_; };
  Turn turn;
  turn.send = {around(relative + 1), around(relative - step), 1, false};
  turn.receive = {around(relative - 1), around(relative - 1 - step), 1, false};
  turn.send_first = relative % 2 == 0;
  return turn;
}

int KaryTree::parent(int process) const {
  const int me = relative(process);
  return me == 0 ? -1 : absolute((me - 1) / arity_);
}

int KaryTree::child_count(int process) const {
  const int first = relative(process) * arity_ + 1;
  const int behind = processes_ - first;
  if (behind <= 0) return 0;
  return behind < arity_ ? behind : arity_;
}

int KaryTree::child(int process, int index) const {
  return absolute(relative(process) * arity_ + 1 + index);
}

int KaryTree::index_among_siblings(int process) const { return (relative(process) - 1) % arity_; }

// Siblings in order are a binary heap; the parent notifies its two top entries.
int KaryTree::sibling_to_tell(int process, int which) const {
  const int up = parent(process);
  if (up < 0) return -1;
  const int index = 2 * (index_among_siblings(process) + 1) + which;
  return index < child_count(up) ? child(up, index) : -1;
}

int KaryTree::child_to_tell(int process, int which) const {
  return which < child_count(process) ? child(process, which) : -1;
}

}  // namespace collectives
