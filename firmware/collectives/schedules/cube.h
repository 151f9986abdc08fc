// SPDX-License-Identifier: Apache-2.0
// Jia's broadcast ("Process cooperation in multiple message broadcast", 2009) for any number of
// processes: the thesis' Cube algorithm. It takes ceil(log2 n) - 1 + parts rounds, which no
// schedule with one send and one receive a round can beat.
//
// 2^q units, q = floor(log2 n), sit on the corners of a hypercube; in round j unit r meets the unit
// that differs in bit j mod q. Where n is no power of two, some units have two processes: one
// receives for the unit, one sends, and the receiver passes to the sender what it received in the
// round before last. The two change roles with the 1 bits of the unit's number.
#pragma once

#include "schedule.h"

namespace collectives {

// Steps from bit `bit` of `unit` leftwards, cyclically among `q` bits, to the next 1; q if none.
int cube_distance(int unit, int bit, int q);

// The 1 bits of `unit` from bit 0 to bit `bit`: role changes of the unit in that many rounds.
int cube_switches(int unit, int bit);

class Cube {
 public:
  // The thesis' program (its listing 10.6) sends more than the algorithm needs: the root's unit
  // receives what it has, and in the last round a unit of two exchanges two parts even if there is
  // only one. The older one is then part -1, what lies before the message.
  enum class Form { needed, printed };

  // processes >= 1, 0 <= root < processes, parts >= 0.
  Cube(int processes, int root, int parts, Form form = Form::needed);

  int rounds() const { return rounds_; }
  Turn turn(int process, int round) const;

 private:
  // Both roles of a unit in one round; the same process if it is alone.
  struct Roles {
    int in;
    int out;
  };

  Turn relative_turn(int me, int round) const;
  Turn between_units(int me, int round) const;
  Turn within_last_round(int me, int round) const;
  int fellow(int process) const;
  int unit_of(int process) const;
  Roles roles(int unit, int switches) const;
  int switches_before(int unit, int round) const;
  int part_or_last(int part) const { return part < parts_ ? part : parts_ - 1; }

  int processes_;
  int root_;
  int parts_;
  Form form_;
  int q_;  // floor(log2 n)
  int rounds_;
};

}  // namespace collectives
