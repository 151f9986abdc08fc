// SPDX-License-Identifier: Apache-2.0
#include "firmware/coherent/scheduled.h"

#include <algorithm>
#include <utility>

namespace shared_memory {

ScheduledBroadcast::ScheduledBroadcast(int n, int round_count, Turns schedule, int length, int part,
                                       int piece, const NewLines& new_lines)
    : threads(n),
      rounds(round_count),
      turns(std::move(schedule)),
      lines(length),
      part_lines(part),
      piece_lines(std::min(piece, part)),
      taken(new_lines(1)) {
  for (int i = 0; i < n; ++i) {
    data.push_back(new_lines(length));
    flag.push_back(new_lines(1));
  }
}

Program scheduled_broadcast(Thread& thread, int me, const ScheduledBroadcast& plan, Word time) {
  const Word pieces = plan.pieces();
  for (int round = 0; round < plan.rounds; ++round) {
    const collectives::Turn turn = plan.turns(me, round);
    const Word before = ((time - 1) * plan.rounds + round) * pieces;
    const bool passes_on = turn.send && turn.receive && turn.send.part == turn.receive.part;
    if (turn.send && !passes_on) co_await store(thread, plan.flag[me], before + pieces);
    if (!turn.receive) continue;
    const int start = turn.receive.part * plan.part_lines;
    const int end = std::min(plan.lines, start + turn.receive.count * plan.part_lines);
    for (Word piece = 0; piece < pieces; ++piece) {
      // Of several parts at once there is one piece each.
      const int step = turn.receive.count * plan.piece_lines;
      const int from = std::min(end, start + static_cast<int>(piece) * step);
      const int to = std::min(end, from + step);
      const Address offset = from * kLineBytes;
      const int peer = turn.receive.peer;
      co_await wait_for(thread, plan.flag[peer], before + piece + 1);
      co_await copy(thread, plan.data[me] + offset, plan.data[peer] + offset, to - from);
      if (passes_on) co_await store(thread, plan.flag[me], before + piece + 1);
    }
  }
  if (me != 0)
    co_await add(thread, plan.taken, 1);
  else
    co_await wait_for(thread, plan.taken, time * (plan.threads - 1));
}

}  // namespace shared_memory
