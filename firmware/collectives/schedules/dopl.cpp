// SPDX-License-Identifier: Apache-2.0
#include "dopl.h"

namespace collectives {
namespace {

int wrapped(int index, int extent) { return (index + extent) % extent; }

}  // namespace

Dopl::Dopl(Mesh mesh, int root, int parts)
    : mesh_(mesh),
      source_(mesh.position_of(root)),
      parts_(parts),
      rowwise_first_(mesh.rows == 1),
      dimensions_((mesh.rows > 1 ? 1 : 0) + (mesh.cols > 1 ? 1 : 0)),
      rounds_(dimensions_ == 0 || parts == 0 ? 0 : parts - 1 + dimensions_) {}

Dopl::Place Dopl::place(int process, int round) const {
  const Position at = mesh_.position_of(process);
  if (rowwise_first_ || round % dimensions_ == 1) {  // along the row: columns count
    const auto neighbour = [&](int step) {
      return mesh_.process_at({at.row, wrapped(at.col + step, mesh_.cols)});
    };
    return {wrapped(at.col - source_.col, mesh_.cols), mesh_.cols, at.row == source_.row,
            neighbour(-1), neighbour(1)};
  }
  const auto neighbour = [&](int step) {
    return mesh_.process_at({wrapped(at.row + step, mesh_.rows), at.col});
  };
  return {wrapped(at.row - source_.row, mesh_.rows), mesh_.rows, at.col == source_.col,
          neighbour(-1), neighbour(1)};
}

Turn Dopl::turn(int process, int round) const {
  const Place at = place(process, round);
  const int ahead = at.source_line ? round : round - 1;
  const Transfer along{-1, ahead < parts_ ? ahead : parts_ - 1, ahead >= 0 ? 1 : 0, true};
  const bool wraps = !at.source_line && round >= 2;
  const Transfer around{-1, round - 2, wraps ? 1 : 0, false};

  Turn turn;
  turn.receive = at.index == 0 ? around : along;
  turn.send = at.index == at.extent - 1 ? around : along;
  turn.receive.peer = at.previous;
  turn.send.peer = at.next;
  // With blocking transfers the head starts, and a process receives a part before it passes it on.
  // The tail receives before it sends the wraparound, which its head receives last.
  turn.send_first = at.index == 0;
  return turn;
}

DoplRole Dopl::role(int process, int round) const {
  const Place at = place(process, round);
  if (mesh_.position_of(process) == source_) return DoplRole::source;
  if (at.index == 0) return DoplRole::head;
  return at.index == at.extent - 1 ? DoplRole::tail : DoplRole::pipeliner;
}

}  // namespace collectives
