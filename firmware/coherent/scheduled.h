// SPDX-License-Identifier: Apache-2.0
// The broadcast schedules of the message-passing chip (firmware/collectives/schedules) on memory
// that threads share: Cube, DOPL, binomial, scatter-allgather. Where a schedule has one process
// send to another, the sender raises a flag and the receiver copies from the sender's data.
#pragma once

#include <functional>
#include <vector>

#include "firmware/coherent/collectives.h"
#include "firmware/collectives/schedules/schedule.h"

namespace shared_memory {

struct ScheduledBroadcast {
  using Turns = std::function<collectives::Turn(int process, int round)>;

  // A message of `lines` lines in parts of `part_lines`; what a schedule passes on within a round
  // goes in pieces of `piece_lines`.
  ScheduledBroadcast(int threads, int rounds, Turns turns, int lines, int part_lines,
                     int piece_lines, const NewLines& new_lines);

  int threads, rounds;
  Turns turns;
  int lines, part_lines, piece_lines;
  std::vector<Address> data;  // of each thread
  std::vector<Address> flag;  // of each thread: pieces that may be copied, of all rounds
  Address taken;              // by how many

  int pieces() const { return (part_lines + piece_lines - 1) / piece_lines; }
};
Program scheduled_broadcast(Thread& thread, int me, const ScheduledBroadcast& plan, Word time);

}  // namespace shared_memory
