// SPDX-License-Identifier: Apache-2.0
// Watts and van de Geijn's dimension-ordered pipelined broadcast ("A pipelined broadcast for
// multidimensional meshes", 1995): the thesis' DOPL. parts - 1 + dimensions rounds, in each of
// which every line of the mesh along one dimension passes one part on from neighbour to neighbour.
//
// The source's own line gets a new part every round; a part then spreads over the lines that cross
// it in the next round. Heads of those lines have missed the part before, which the source's line
// did not carry: their line's tail, which has it, sends it to them (the wraparound).
//
// A dimension of extent 1 takes no rounds. On a line, the source sends straight on to the end.
#pragma once

#include "mesh.h"
#include "schedule.h"

namespace collectives {

enum class DoplRole { source, head, pipeliner, tail };

class Dopl {
 public:
  // 0 <= root < mesh.size(), parts >= 0.
  Dopl(Mesh mesh, int root, int parts);

  int rounds() const { return rounds_; }
  // Pieces of a part may be passed on as they come (piped); a wraparound goes as a whole.
  Turn turn(int process, int round) const;
  DoplRole role(int process, int round) const;

 private:
  // A process in the line it belongs to in a round: the line's head is 0, its tail extent - 1.
  struct Place {
    int index;
    int extent;
    bool source_line;
    int previous;  // processes before and behind, cyclically
    int next;
  };
  Place place(int process, int round) const;

  Mesh mesh_;
  Position source_;
  int parts_;
  bool rowwise_first_;  // the dimension of round 0
  int dimensions_;
  int rounds_;
};

}  // namespace collectives
