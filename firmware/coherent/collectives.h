// SPDX-License-Identifier: Apache-2.0
// Collectives of threads that share memory, after S. Ramos Garea and T. Hoefler, "Modelling
// Communications in Cache Coherent Systems" (2013), chapters 2 and 4.
//
// Every collective is a plan, which all threads share, and a coroutine, which each of them runs as
// thread `me`. A plan takes its lines once, zero, from a `NewLines`; it may then be used again and
// again. `time` counts its uses from 1: flags and counts in memory only grow, so nothing is ever
// reset, and what is left of an earlier use cannot be mistaken.
#pragma once

#include <functional>
#include <vector>

#include "firmware/coherent/program.h"
#include "firmware/coherent/schedule.h"
#include "firmware/coherent/thread.h"

namespace shared_memory {

// The address of as many lines, side by side, that nothing else uses.
using NewLines = std::function<Address(int lines)>;

// --- one line --------------------------------------------------------------------------------

enum class Acknowledge {
  one_line,       // a parent's children count up one line
  line_per_child  // each child has a line that the parent reads
};

// One word from thread 0 to all through a tree. A parent's flag lies beside the word, so that a
// child gets both in one transfer; it acknowledges when all below it have.
struct Broadcast {
  Broadcast(Tree tree, Acknowledge how, const NewLines& lines);

  Tree tree;
  Acknowledge acknowledge;
  Address finished;              // the root is done with the lines below: another one may begin
  std::vector<Address> data;     // of each thread: what is sent, and what was received
  std::vector<Address> forward;  // of each parent: flag and word
  std::vector<Address> back;     // of each parent (one_line) or child (line_per_child)
};
Program broadcast(Thread& thread, int me, const Broadcast& plan, Word time);

// The sum of a word of each thread, at thread 0, through a tree. A parent has a line for each
// child.
struct Reduction {
  Reduction(Tree tree, const NewLines& lines);

  Tree tree;
  Address result;
  std::vector<Address> data;   // of each thread: its word
  std::vector<Address> ready;  // of each parent: its children may write
  std::vector<Address> count;  // of each parent: words that its children have written
  std::vector<Address> slot;   // of each child: the line of its parent that it writes
};
Program reduce(Thread& thread, int me, const Reduction& plan, Word time);

// m-way dissemination. The notifications of several peers are an atomic add.
struct Barrier {
  Barrier(int threads, int m, const NewLines& lines);

  int threads, m, rounds;
  std::vector<Address> line;  // of each thread: flag, and notifications
};
Program barrier(Thread& thread, int me, const Barrier& plan, Word time);

// --- many lines ------------------------------------------------------------------------------

// A message of `lines` lines from thread 0 to all.
struct LargeBroadcast {
  LargeBroadcast(int threads, int lines, const NewLines& new_lines);

  int threads, lines;
  std::vector<Address> data;  // of each thread
  std::vector<Address> line;  // of each thread: flag, the address of its data, notifications
  Address taken;              // by how many, of the flat tree's receivers
};
// All copy the whole message from the root, which publishes the message's address.
Program flat_broadcast(Thread& thread, int me, const LargeBroadcast& plan, Word time);
// n - 1 slices go round; n >= 2.
Program pipelined_broadcast(Thread& thread, int me, const LargeBroadcast& plan, Word time);

// --- two threads -----------------------------------------------------------------------------

// A message of `lines` lines there and back. The receiver polls the last word of its buffer: since
// stores are seen in order, the message is there when that word (the canary) is.
struct PingPong {
  PingPong(int lines, const NewLines& new_lines);

  int lines;
  Address send[2], receive[2];
};
Program ping_pong(Thread& thread, int me, const PingPong& plan, Word time);

}  // namespace shared_memory
