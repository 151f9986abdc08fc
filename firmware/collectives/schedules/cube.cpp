// SPDX-License-Identifier: Apache-2.0
#include "cube.h"

#include <initializer_list>

namespace collectives {
namespace {

int log2_floor(int n) {
  int q = 0;
  while ((2 << q) <= n) ++q;
  return q;
}

bool has_bit(int number, int bit) { return (number >> bit & 1) != 0; }

// Parts below 0 do not exist: nothing is sent.
Transfer one_part(int peer, int part) {
  return part < 0 ? Transfer{} : Transfer{peer, part, 1, false};
}

}  // namespace

int cube_distance(int unit, int bit, int q) {
  for (int steps = 1; steps < q; ++steps) {
    if (has_bit(unit, (bit + steps) % q)) return steps;
  }
  return q;
}

int cube_switches(int unit, int bit) {
  int ones = 0;
  for (int i = 0; i <= bit; ++i) ones += unit >> i & 1;
  return ones;
}

Cube::Cube(int processes, int root, int parts, Form form)
    : processes_(processes),
      root_(root),
      parts_(parts),
      form_(form),
      q_(log2_floor(processes)),
      rounds_(processes == 1 || parts == 0 ? 0 : log2_ceil(processes) - 1 + parts) {}

// The other process of the unit: 1 .. n - 2^q are paired with those from 2^q on. The root is alone.
int Cube::fellow(int process) const {
  const int units = 1 << q_;
  if (process >= units) return process - units + 1;
  return process >= 1 && process <= processes_ - units ? process + units - 1 : process;
}

int Cube::unit_of(int process) const { return process < 1 << q_ ? process : fellow(process); }

Cube::Roles Cube::roles(int unit, int switches) const {
  const int other = fellow(unit);
  return switches % 2 == 0 ? Roles{unit, other} : Roles{other, unit};
}

int Cube::switches_before(int unit, int round) const {
  if (round == 0) return 0;
  const int last = round - 1;
  return cube_switches(unit, q_ - 1) * (last / q_) + cube_switches(unit, last % q_);
}

Turn Cube::turn(int process, int round) const {
  Turn turn = relative_turn(relative_rank(process, root_, processes_), round);
  for (Transfer* transfer : {&turn.send, &turn.receive}) {
    if (*transfer) transfer->peer = absolute_rank(transfer->peer, root_, processes_);
  }
  return turn;
}

Turn Cube::relative_turn(int me, int round) const {
  return round < q_ - 1 + parts_ ? between_units(me, round) : within_last_round(me, round);
}

// The part that a unit gets in a round in which its bit is 1 is the one that it will be first to
// have: as many ahead as rounds pass until it meets a unit by a 1 bit again.
Turn Cube::between_units(int me, int round) const {
  const int bit = round % q_;
  const int unit = unit_of(me);
  const int other = unit ^ 1 << bit;
  const int settled = round - q_;
  const int ahead = settled + cube_distance(unit, bit, q_);
  const int sent = part_or_last(has_bit(unit, bit) ? settled : ahead);
  const int received = part_or_last(has_bit(unit, bit) ? ahead : settled);

  const Roles own = roles(unit, switches_before(unit, round));
  // The other unit has switched as often as this one, but for the bit in which they differ: that
  // one counts once in each of the full turns through the bits.
  const Roles theirs = roles(other, switches_before(unit, round) + round / q_);

  Turn turn;
  const bool printed = form_ == Form::printed;
  if (me == own.out && (printed || other != 0)) turn.send = one_part(theirs.in, sent);
  if (me == own.in && (printed || unit != 0)) turn.receive = one_part(theirs.out, received);
  if (own.in != own.out) {
    const int handed_on = settled - 1;
    if (me == own.out) turn.receive = one_part(own.in, handed_on);
    if (me == own.in) turn.send = one_part(own.out, handed_on);
    turn.send_first = me == own.out;
  } else {
    turn.send_first = me < theirs.in;
  }
  return turn;
}

// Two parts are left in a unit of two, one with each: they exchange them.
Turn Cube::within_last_round(int me, int round) const {
  const int unit = unit_of(me);
  const Roles own = roles(unit, switches_before(unit, round));
  Turn turn;
  if (own.in == own.out) return turn;
  const int other = me == own.in ? own.out : own.in;
  const int last = parts_ - 1;
  const Transfer older =
      form_ == Form::printed ? Transfer{other, last - 1, 1, false} : one_part(other, last - 1);
  const Transfer newer = one_part(other, last);
  turn.send = me == own.in ? older : newer;
  turn.receive = me == own.in ? newer : older;
  turn.send_first = me == own.in;
  return turn;
}

}  // namespace collectives
